import { Agent, request, type IncomingHttpHeaders } from "node:http";

/** A request's content: from a page itself, or a separate one by a test. */
export type Sent = { method: string; body?: Buffer; type?: string };

export type Received = {
  url: string;
  /** Method of the final request, after redirects. */
  method: string;
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
};

/** The page a link or form is on; undefined for a typed address. */
export type Initiator = { url: string; headers: IncomingHttpHeaders } | undefined;

export type Cookie = {
  name: string;
  value: string;
  domain: string;
  path: string;
  /** In seconds; -1 for a session cookie. */
  expires: number;
  httpOnly: boolean;
  secure: boolean;
  sameSite: "Strict" | "Lax" | "None";
};

const agent = new Agent({ keepAlive: true });
const mostRedirects = 20;

const sitesAlike = (one: URL, other: URL) =>
  one.hostname === other.hostname && one.protocol === other.protocol;

/** Cookies, headers and redirects like a browser. Cookies are per host, not per port. */
export class Connection {
  private readonly kept: Cookie[] = [];

  constructor(private readonly language: string) {}

  cookies(): Cookie[] {
    const now = Date.now() / 1000;
    return this.kept
      .filter(({ expires }) => expires === -1 || expires > now)
      .map((cookie) => ({ ...cookie }));
  }

  add(cookies: readonly Cookie[]): void {
    for (const cookie of cookies) {
      this.remove(
        ({ name, domain, path }) => name === cookie.name && domain === cookie.domain && path === cookie.path,
      );
      this.kept.push({ ...cookie });
    }
  }

  remove(isGone: (cookie: Cookie) => boolean): void {
    for (let at = this.kept.length - 1; at >= 0; at -= 1) {
      const cookie = this.kept[at];
      if (cookie && isGone(cookie)) this.kept.splice(at, 1);
    }
  }

  /** Navigates to an address: follows redirects and enforces the page's `form-action` policy. */
  async navigate(
    address: string,
    sent: Sent & { isForm?: boolean },
    initiator: Initiator,
    onRequest: (url: string) => void,
  ): Promise<Received> {
    let url = new URL(address);
    let now: Sent = sent;
    let site = siteOf(initiator, url);
    for (let count = 0; count <= mostRedirects; count += 1) {
      if (sent.isForm && initiator && !isFormAction(initiator, url))
        throw new Error(`form-action of ${initiator.url} forbids ${url.href}`);
      onRequest(url.href);
      const headers: Record<string, string> = {
        accept: "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8",
        "upgrade-insecure-requests": "1",
        "sec-fetch-dest": "document",
        "sec-fetch-mode": "navigate",
        "sec-fetch-site": site,
        "sec-fetch-user": "?1",
        ...refererOf(initiator, url),
      };
      // After a cross-site redirect a post's Origin is "null".
      if (initiator && now.method === "POST")
        headers.origin = site === "cross-site" && count > 0 ? "null" : new URL(initiator.url).origin;
      const received = await this.send(url, now, headers, site);
      const to = received.headers.location;
      if (received.status < 300 || received.status > 399 || to === undefined) return received;
      const next = new URL(to, url);
      if (!next.hash) next.hash = url.hash;
      if (site !== "none") site = furthest(site, siteOf({ url: url.href, headers: {} }, next));
      const keeps = received.status === 307 || received.status === 308;
      if (!keeps && !(now.method === "GET" || now.method === "HEAD")) now = { method: "GET" };
      url = next;
    }
    throw new Error(`${address} redirects more than ${mostRedirects} times`);
  }

  /** Sends one request with the address's cookies and stores those it sets. */
  async send(
    url: URL,
    { method, body, type }: Sent,
    headers: Record<string, string>,
    site = "none",
  ): Promise<Received> {
    const cookie = this.cookies()
      .filter((one) => one.domain === url.hostname && isBelow(url.pathname, one.path))
      .filter((one) => !one.secure || url.protocol === "https:" || isLocal(url.hostname))
      .filter(({ sameSite }) => site !== "cross-site" || sameSite === (method === "GET" ? "Lax" : "None"))
      .map(({ name, value }) => `${name}=${value}`)
      .join("; ");
    const received = await exchange(url, method, body, {
      "accept-language": this.language,
      ...headers,
      ...(cookie && { cookie }),
      ...(type && { "content-type": type }),
      ...(body && { "content-length": String(body.length) }),
    });
    for (const line of received.headers["set-cookie"] ?? []) this.keep(line, url);
    return received;
  }

  private keep(line: string, url: URL): void {
    const [pair = "", ...rest] = line.split(";").map((part) => part.trim());
    const at = pair.indexOf("=");
    const given = new Map(
      rest.map((part) => {
        const [name = "", ...value] = part.split("=");
        return [name.toLowerCase(), value.join("=")] as const;
      }),
    );
    const age = given.get("max-age");
    const until = given.get("expires");
    const expires =
      age !== undefined
        ? Date.now() / 1000 + Number(age)
        : until !== undefined
          ? new Date(until).getTime() / 1000
          : -1;
    const same = given.get("samesite")?.toLowerCase();
    const cookie: Cookie = {
      name: pair.slice(0, at),
      value: pair.slice(at + 1),
      domain: (given.get("domain") ?? url.hostname).replace(/^\./, ""),
      path: given.get("path") ?? "/",
      expires,
      httpOnly: given.has("httponly"),
      secure: given.has("secure"),
      sameSite: same === "strict" ? "Strict" : same === "none" ? "None" : "Lax",
    };
    this.add([cookie]);
    if (expires !== -1 && expires <= Date.now() / 1000)
      this.remove((one) => one.name === cookie.name && one.path === cookie.path);
  }
}

const isLocal = (host: string) => host === "localhost" || host === "127.0.0.1";
const isBelow = (path: string, above: string) =>
  path === above || path.startsWith(above.endsWith("/") ? above : `${above}/`);

function siteOf(initiator: Initiator, url: URL): string {
  if (!initiator) return "none";
  const from = new URL(initiator.url);
  if (from.origin === url.origin) return "same-origin";
  return sitesAlike(from, url) ? "same-site" : "cross-site";
}

const distances = ["same-origin", "same-site", "cross-site"];
const furthest = (one: string, other: string) =>
  distances[Math.max(distances.indexOf(one), distances.indexOf(other))] ?? "cross-site";

function refererOf(initiator: Initiator, url: URL): { referer?: string } {
  if (!initiator) return {};
  const policy = String(initiator.headers["referrer-policy"] ?? "strict-origin-when-cross-origin");
  const from = new URL(initiator.url);
  from.hash = "";
  const isSame = from.origin === url.origin;
  if (policy === "no-referrer" || (policy === "same-origin" && !isSame)) return {};
  return { referer: isSame ? from.href : `${from.origin}/` };
}

/** True if the page's policy allows the form's target; browsers check at each redirect too. */
function isFormAction({ url, headers }: NonNullable<Initiator>, to: URL): boolean {
  const policy = String(headers["content-security-policy"] ?? "");
  const allowed = /(?:^|;)\s*form-action\s+([^;]*)/.exec(policy)?.[1];
  if (allowed === undefined) return true;
  return allowed
    .trim()
    .split(/\s+/)
    .some((source) =>
      source === "'self'"
        ? new URL(url).origin === to.origin
        : source.endsWith(":")
          ? to.protocol === source
          : source === to.origin || to.href.startsWith(source),
    );
}

function exchange(
  url: URL,
  method: string,
  body: Buffer | undefined,
  headers: Record<string, string>,
): Promise<Received> {
  return new Promise((done, fail) => {
    const outgoing = request(url, { method, headers, agent }, (answer) => {
      const parts: Buffer[] = [];
      answer.on("data", (part: Buffer) => parts.push(part));
      answer.on("error", fail);
      answer.on("end", () =>
        done({
          url: url.href,
          method,
          status: answer.statusCode ?? 0,
          headers: answer.headers,
          body: Buffer.concat(parts),
        }),
      );
    });
    // Reconnects if the server closed the kept-alive connection, as browsers do.
    outgoing.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "ECONNRESET" && outgoing.reusedSocket) done(exchange(url, method, body, headers));
      else fail(error);
    });
    outgoing.end(body);
  });
}
