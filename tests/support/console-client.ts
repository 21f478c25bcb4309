import { demoPassword } from "../../scripts/lib/settings.mjs";

/** A complete answer of the console. */
export type Answer = {
  status: number;
  headers: Headers;
  /** Location of a redirect, as sent. */
  location: string | null;
  /** HTML with links made absolute, as a browser resolves them. */
  html: string;
  /** Size as sent. */
  bytes: number;
  /** From the request to the last byte. */
  ms: number;
};

export type Fields = readonly (readonly [name: string, value: string])[];

const decoded = (text: string) =>
  text
    .replace(/&lt;/g, "<")
    .replace(/&gt;/g, ">")
    .replace(/&quot;/g, '"')
    .replace(/&#x27;/g, "'")
    .replace(/&amp;/g, "&");

function attribute(tag: string, name: string): string | undefined {
  const value = new RegExp(`\\s${name}="([^"]*)"`, "i").exec(tag)?.[1];
  return value === undefined ? undefined : decoded(value);
}

/** Resolves a page's relative links: the console sends only what differs from the page's address. */
function withWholeLinks(html: string, { pathname }: URL): string {
  const folder = pathname.slice(0, pathname.lastIndexOf("/") + 1);
  return html.replace(
    / href="(\?|[\w-]+\/)/g,
    (_, start: string) => ` href="${start === "?" ? pathname : folder}${start}`,
  );
}

/** The text a person reads: no head, scripts or tags. */
export function textOf({ html }: Pick<Answer, "html">): string {
  const body = /<body[^>]*>([\s\S]*)<\/body>/.exec(html)?.[1] ?? html;
  return decoded(
    body
      .replace(/<script[\s\S]*?<\/script>/g, "")
      .replace(/<[^>]+>/g, " ")
      .replace(/<!-- -->/g, ""),
  ).replace(/\s+/g, " ");
}

/** The value of a hidden field; empty if the page has none of that name. */
export function hiddenValue({ html }: Pick<Answer, "html">, name: string): string {
  return decoded(new RegExp(`type="hidden" name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? "");
}

function formHolding(html: string, intent: string): string {
  const isWanted = (tag: string) => attribute(tag, "name") === "intent" && attribute(tag, "value") === intent;
  // A button outside its form names the form.
  const owner = (html.match(/<button[^>]*>/g) ?? [])
    .filter(isWanted)
    .map((tag) => attribute(tag, "form"))
    .find(Boolean);
  const form = (html.match(/<form[\s\S]*?<\/form>/g) ?? []).find((one) =>
    owner
      ? attribute(/<form[^>]*>/.exec(one)?.[0] ?? "", "id") === owner
      : (one.match(/<button[^>]*>/g) ?? []).some(isWanted),
  );
  if (!form) throw new Error(`No form with a button for ${intent}`);
  return form;
}

/**
 * What a no-JS browser sends when the button with this intent is pressed: the form's current fields. `changes` are what
 * a person types or selects first. Throws if there is no such button.
 */
export function formWith(
  { html }: Pick<Answer, "html">,
  intent: string,
  changes: Record<string, string> = {},
): Fields {
  return [...fieldsOf(formHolding(html, intent), changes), ["intent", intent]];
}

/** A post form: its action, current field values and the intents of its buttons. */
export type PostForm = { action: string; fields: Fields; intents: string[] };

/** Every post form of a page; a button outside its form names the form. */
export function postForms({ html }: Pick<Answer, "html">, changed?: (name: string) => string): PostForm[] {
  const loose = html.match(/<button[^>]*\sform="[^"]*"[^>]*>/g) ?? [];
  return (html.match(/<form[\s\S]*?<\/form>/g) ?? []).flatMap((form) => {
    const opening = /<form[^>]*>/.exec(form)?.[0] ?? "";
    if (attribute(opening, "method")?.toLowerCase() !== "post") return [];
    const id = attribute(opening, "id");
    const own = form.match(/<button[^>]*>/g) ?? [];
    const buttons = [...own, ...loose.filter((tag) => attribute(tag, "form") === id)];
    const intents = buttons.flatMap((tag) =>
      attribute(tag, "name") === "intent" ? [attribute(tag, "value") ?? ""] : [],
    );
    const changes = changed && Object.fromEntries(textFields(form).map((name) => [name, changed(name)]));
    return [{ action: attribute(opening, "action") ?? "", fields: fieldsOf(form, changes), intents }];
  });
}

/** The names of a form's free-text fields. */
function textFields(form: string): string[] {
  return (form.match(/<(?:input|textarea)[^>]*>/g) ?? []).flatMap((tag) => {
    const isText = tag.startsWith("<textarea") || !/type="(?!text|email|url|search)/.test(tag);
    const name = attribute(tag, "name");
    return isText && name && !/\s(disabled|readonly)/i.test(tag) ? [name] : [];
  });
}

function fieldsOf(form: string, changes: Record<string, string> = {}): Fields {
  const fields: [string, string][] = [];
  const controls = /<(input)[^>]*>|<(select|textarea)[^>]*>([\s\S]*?)<\/(?:select|textarea)>/g;
  for (const [control, input, other, inner = ""] of form.matchAll(controls)) {
    const kind = input ?? other ?? "";
    const opening = control.slice(0, control.indexOf(">") + 1);
    const name = attribute(opening, "name");
    if (!name || /\sdisabled/.test(opening)) continue;
    const isBox = kind === "input" && /type="(checkbox|radio)"/.test(opening);
    const isChosen =
      name in changes ? changes[name] === (attribute(opening, "value") ?? "on") : /\schecked/.test(opening);
    if (isBox && !isChosen) continue;
    // A box without a value of its own sends "on".
    const value = isBox
      ? (attribute(opening, "value") ?? "on")
      : (changes[name] ?? valueOf(kind, opening, inner));
    fields.push([name, value]);
  }
  return fields;
}

function valueOf(kind: string, opening: string, inner: string): string {
  if (kind === "input") return attribute(opening, "value") ?? "";
  if (kind === "textarea") return decoded(inner);
  const options = inner.match(/<option[^>]*>/g) ?? [];
  const chosen = options.find((option) => /\sselected/.test(option)) ?? options[0];
  return (chosen && attribute(chosen, "value")) ?? "";
}

/** A no-JS browser: keeps cookies and does not follow redirects. */
export class ConsoleClient {
  private readonly cookies = new Map<string, string>();

  constructor(readonly origin: string) {}

  /** A second browser with the same cookies, as if they had been copied; optionally at another console. */
  copy(origin = this.origin): ConsoleClient {
    const copy = new ConsoleClient(origin);
    for (const [name, value] of this.cookies) copy.cookies.set(name, value);
    return copy;
  }

  get cookieHeader(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  }

  get(path: string): Promise<Answer> {
    return this.send(path, { method: "GET" });
  }

  post(path: string, fields: Fields): Promise<Answer> {
    return this.postBody(path, new URLSearchParams(fields.map(([name, value]) => [name, value])).toString());
  }

  /** Posts a form with a file. */
  postFile(
    path: string,
    fields: Fields,
    file: { name: string; type: string; content: string },
  ): Promise<Answer> {
    const body = new FormData();
    for (const [name, value] of fields) body.append(name, value);
    body.set("file", new File([file.content], file.name, { type: file.type }));
    return this.send(path, { method: "POST", body });
  }

  /** Posts an already encoded form. */
  postBody(path: string, body: string): Promise<Answer> {
    return this.send(path, {
      method: "POST",
      body,
      headers: { "content-type": "application/x-www-form-urlencoded" },
    });
  }

  /** Presses the button with this intent: posts its form's current fields to its action. */
  press(page: Pick<Answer, "html">, intent: string, changes: Record<string, string> = {}): Promise<Answer> {
    const opening = /<form[^>]*>/.exec(formHolding(page.html, intent))?.[0] ?? "";
    return this.post(attribute(opening, "action") ?? "", formWith(page, intent, changes));
  }

  /** Signs in through the form. Returns `/region/{awsRegion}/customers/{customerId}`. */
  async signIn(email: string, password = demoPassword): Promise<string> {
    const page = await this.get("/login");
    const answer = await this.post("/login", [
      ["csrf", hiddenValue(page, "csrf")],
      ["email", email],
      ["password", password],
    ]);
    if (answer.status !== 303 || !answer.location)
      throw new Error(`Sign-in answered ${answer.status}: ${textOf(answer)}`);
    return answer.location;
  }

  private async send(path: string, init: RequestInit): Promise<Answer> {
    const from = performance.now();
    const url = new URL(path, this.origin);
    const response = await fetch(url, {
      ...init,
      redirect: "manual",
      headers: { ...(init.headers as object), cookie: this.cookieHeader, "accept-language": "en-GB" },
    });
    const sent = await response.text();
    const html = withWholeLinks(sent, url);
    for (const line of response.headers.getSetCookie()) {
      const [pair = ""] = line.split(";");
      const at = pair.indexOf("=");
      const value = pair.slice(at + 1);
      if (value === "" || /max-age=0(;|$)/i.test(line)) this.cookies.delete(pair.slice(0, at));
      else this.cookies.set(pair.slice(0, at), value);
    }
    const location = response.headers.get("location");
    return {
      status: response.status,
      headers: response.headers,
      location,
      html,
      bytes: Buffer.byteLength(sent),
      ms: performance.now() - from,
    };
  }
}
