import { Connection, type Cookie, type Received, type Sent } from "./connection";
import { encode } from "./forms";
import type { GivenFile } from "./locator";
import { PlainPage, PlainResponse } from "./page";
import { NotHere, onlyOptions, strict } from "./strict";
import type { Screen } from "./styles";

type ContextOptions = {
  baseURL?: string;
  viewport?: Screen | null;
  /** The requested language. */
  locale?: string;
  /** Accepted but unused: without JS no time is calculated in the browser. */
  timezoneId?: string;
  storageState?: { cookies: Cookie[] };
  javaScriptEnabled?: boolean;
};
type Asked = {
  headers?: Record<string, string>;
  form?: Record<string, string>;
  multipart?: Record<string, string | GivenFile>;
  data?: unknown;
  maxRedirects?: number;
  method?: string;
};

/** Shared cache: stylesheets are the same for all users, and their addresses change with their content. */
const sheets = new Map<string, Promise<string>>();

/** A browser context: its pages share cookies. */
export class PlainContext {
  readonly connection: Connection;
  readonly baseURL: string | undefined;
  readonly request = strict(new Requests(this), "request");
  private readonly screen: Screen;
  private readonly opened: PlainPage[] = [];

  private constructor(
    private readonly home: PlainBrowser,
    options: ContextOptions,
  ) {
    onlyOptions(
      options,
      ["baseURL", "viewport", "locale", "timezoneId", "storageState", "javaScriptEnabled"],
      "newContext",
    );
    if (options.javaScriptEnabled) throw new NotHere("scripts");
    this.baseURL = options.baseURL ?? process.env.CONSOLE_ADDRESS;
    this.screen = options.viewport ?? { width: 1280, height: 800 };
    this.connection = new Connection(options.locale ?? "en-GB");
    this.connection.add(options.storageState?.cookies ?? []);
  }

  static of(browser: PlainBrowser, options: ContextOptions): PlainContext {
    return strict(new PlainContext(browser, options), "context");
  }

  browser(): PlainBrowser {
    return this.home;
  }

  newPage(): Promise<PlainPage> {
    const page = PlainPage.of(this, this.screen);
    this.opened.push(page);
    return Promise.resolve(page);
  }

  pages(): PlainPage[] {
    return this.opened.filter((page) => !page.isClosed());
  }

  cookies(): Promise<Cookie[]> {
    return Promise.resolve(this.connection.cookies());
  }

  addCookies(
    cookies: readonly (Partial<Cookie> & { name: string; value: string; url?: string })[],
  ): Promise<void> {
    this.connection.add(
      cookies.map(({ url, ...cookie }) => ({
        domain: url ? new URL(url).hostname : "",
        path: "/",
        expires: -1,
        httpOnly: false,
        secure: false,
        sameSite: "Lax",
        ...cookie,
      })),
    );
    return Promise.resolve();
  }

  clearCookies(only: { name?: string | RegExp } = {}): Promise<void> {
    onlyOptions(only, ["name"], "clearCookies");
    const { name } = only;
    this.connection.remove(
      (cookie) =>
        name === undefined || (typeof name === "string" ? cookie.name === name : name.test(cookie.name)),
    );
    return Promise.resolve();
  }

  storageState() {
    return Promise.resolve({ cookies: this.connection.cookies(), origins: [] });
  }

  async close(): Promise<void> {
    for (const page of this.pages()) await page.close();
  }

  /** Text of a stylesheet. */
  sheet(address: string): Promise<string> {
    const known =
      sheets.get(address) ??
      this.connection.send(new URL(address), { method: "GET" }, {}).then(({ body }) => body.toString("utf8"));
    sheets.set(address, known);
    return known;
  }
}

/** Requests outside of pages, with the context's cookies. */
class Requests {
  constructor(private readonly context: PlainContext) {}

  get(address: string, asked?: Asked): Promise<PlainResponse> {
    return this.fetch(address, { ...asked, method: "GET" });
  }

  post(address: string, asked?: Asked): Promise<PlainResponse> {
    return this.fetch(address, { ...asked, method: "POST" });
  }

  head(address: string, asked?: Asked): Promise<PlainResponse> {
    return this.fetch(address, { ...asked, method: "HEAD" });
  }

  async fetch(address: string, asked: Asked = {}): Promise<PlainResponse> {
    onlyOptions(asked, ["headers", "form", "multipart", "data", "maxRedirects", "method"], "request");
    let sent: Sent = { method: asked.method ?? "GET", ...bodyOf(asked) };
    let url = new URL(address, this.context.baseURL);
    const headers = { accept: "*/*", ...asked.headers };
    for (let left = asked.maxRedirects ?? 20; ; left -= 1) {
      const received: Received = await this.context.connection.send(url, sent, headers);
      const to = received.headers.location;
      if (left <= 0 || to === undefined || received.status < 300 || received.status > 399)
        return strict(new PlainResponse(received), "response");
      url = new URL(to, url);
      if (received.status < 307 && sent.method !== "HEAD") sent = { method: "GET" };
    }
  }
}

function bodyOf({ form, multipart, data }: Asked): Pick<Sent, "body" | "type"> {
  if (form)
    return encode(
      Object.entries(form).map(([name, value]) => [name, String(value)]),
      "",
    );
  if (multipart) return encode(Object.entries(multipart), "multipart/form-data");
  if (typeof data === "string") return { body: Buffer.from(data) };
  if (Buffer.isBuffer(data)) return { body: data };
  return data === undefined ? {} : { body: Buffer.from(JSON.stringify(data)), type: "application/json" };
}

/** A browser without JS and rendering, in place of Playwright's `Browser`. */
export class PlainBrowser {
  private constructor() {}

  static start(): PlainBrowser {
    return strict(new PlainBrowser(), "browser");
  }

  newContext(options: ContextOptions = {}): Promise<PlainContext> {
    return Promise.resolve(PlainContext.of(this, options));
  }

  async newPage(options: ContextOptions = {}): Promise<PlainPage> {
    return (await this.newContext(options)).newPage();
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}
