import { type DOMWindow, JSDOM, VirtualConsole } from "jsdom";
import { mkdtempSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import type { IncomingHttpHeaders } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { PlainContext } from "./context";
import { encode, type Entry } from "./forms";
import { PlainLocator, Scope, type GivenFile } from "./locator";
import { innerText, isVisible } from "./sight";
import { isDisabled, isText, type TextPattern } from "./roles";
import { NotHere, onlyOptions, strict } from "./strict";
import { openPopover, rulesFor, Styles, type Screen } from "./styles";
import type { Received, Sent } from "./connection";

/** A history entry; `sent` is what was posted if no redirect followed. */
type Entered = { url: string; sent?: Going["sent"] };
/** A page's refresh: the delay, and the address if it is another one. */
type Next = { at: number; to: string | undefined };
type Going = { address: string; sent: Sent & { isForm?: boolean } };

/** The response to a navigation; a subset of Playwright's `Response`. */
export class PlainResponse {
  constructor(private readonly received: Received) {}
  url = () => this.received.url;
  status = () => this.received.status;
  ok = () => this.received.status >= 200 && this.received.status < 300;
  headers = (): Record<string, string> =>
    Object.fromEntries(
      Object.entries(this.received.headers).map(([name, value]) => [name, [value].flat().join("\n")]),
    );
  headerValue = (name: string) => Promise.resolve(this.headers()[name.toLowerCase()] ?? null);
  text = () => Promise.resolve(this.received.body.toString("utf8"));
  body = () => Promise.resolve(this.received.body);
  json = (): Promise<unknown> => Promise.resolve(JSON.parse(this.received.body.toString("utf8")));
}

/** A file received instead of a page; a subset of Playwright's `Download`. */
class PlainDownload {
  constructor(private readonly received: Received) {}
  url = () => this.received.url;
  suggestedFilename = () => {
    const given = String(this.received.headers["content-disposition"]);
    const encoded = /filename\*=UTF-8''([^;]+)/i.exec(given)?.[1];
    return encoded ? decodeURIComponent(encoded) : (/filename="?([^";]+)/.exec(given)?.[1] ?? "download");
  };
  /** Saved until the tests end. */
  path = async () => {
    const file = join(mkdtempSync(join(tmpdir(), "edge-console-download-")), "file");
    await writeFile(file, this.received.body);
    return file;
  };
}

/** Maximum wait for a page that refreshes itself, in ms. */
const patience = 10_000;
/** Silences jsdom's "not implemented" messages: this class does that work. */
const quiet = new VirtualConsole();

/**
 * A page in a browser without JS and rendering: HTML, CSS that hides, forms and links, over HTTP. Its members are named
 * as in Playwright's `Page`, so that a journey can use either; everything else throws.
 */
export class PlainPage extends Scope {
  readonly owner: PlainPage = this;
  private dom: JSDOM = new JSDOM("", { virtualConsole: quiet });
  private sight: Styles | undefined;
  private headers: IncomingHttpHeaders = {};
  private entries: Entered[] = [];
  private at = -1;
  private going: Going | undefined;
  private next: Next | undefined;
  private files = new Map<Element, readonly GivenFile[]>();
  private sheets: { key: string; texts: string[] } = { key: "", texts: [] };
  private readonly listeners = new Map<string, Set<(given: never) => void>>();
  private isOver = false;

  private constructor(
    private readonly home: PlainContext,
    private screen: Screen,
  ) {
    super();
  }

  static of(context: PlainContext, screen: Screen): PlainPage {
    return strict(new PlainPage(context, screen), "page");
  }

  protected within(what: string, find: (scope: ParentNode) => Element[]): PlainLocator {
    return PlainLocator.of(this, what, find);
  }

  document(): Document {
    return this.dom.window.document;
  }

  styles(): Styles {
    const inline = [...this.document().querySelectorAll("style")].map(({ textContent }) => textContent ?? "");
    const { key, texts } = this.sheets;
    this.sight ??= new Styles(rulesFor(`${key} ${inline.join("\n")}`, [...texts, ...inline], this.screen));
    return this.sight;
  }

  /** Marks the page as changed, so that visibility is computed again. */
  changed(): void {
    this.sight?.forget();
  }

  isVisible(element: Element): boolean {
    return isVisible(element, this.styles());
  }

  innerText(element: Element): string {
    return innerText(element, this.styles());
  }

  /** Polls until `look` finds something. Waits only if the page is going to refresh itself. */
  async eventually<Found>(look: () => Found, timeout = patience): Promise<Found> {
    const end = Date.now() + timeout;
    for (;;) {
      try {
        return look();
      } catch (error) {
        const { next } = this;
        if (error instanceof NotHere || next === undefined || next.at > end) throw error;
        await new Promise((done) => setTimeout(done, Math.max(0, next.at - Date.now())));
        if (this.next === next) await this.goOn(next);
      }
    }
  }

  url(): string {
    return this.at === -1 ? "about:blank" : this.dom.window.location.href;
  }

  title(): Promise<string> {
    return Promise.resolve(this.document().title);
  }

  content(): Promise<string> {
    return Promise.resolve(this.dom.serialize());
  }

  context(): PlainContext {
    return this.home;
  }

  get request() {
    return this.home.request;
  }

  viewportSize(): Screen {
    return { ...this.screen };
  }

  setViewportSize(screen: Screen): Promise<void> {
    this.screen = { ...screen };
    this.sight = undefined;
    return Promise.resolve();
  }

  on(event: "request", listener: (request: { url: () => string }) => void): this {
    if (event !== "request") throw new NotHere(`event ${String(event)}`);
    this.listeners.set(event, (this.listeners.get(event) ?? new Set()).add(listener));
    return this;
  }

  private emit(event: string, given: unknown): void {
    for (const listener of this.listeners.get(event) ?? []) listener(given as never);
  }

  waitForEvent(event: string): Promise<unknown> {
    if (event !== "download") throw new NotHere(`event ${event}`);
    return new Promise((done) => {
      const once = (given: unknown) => {
        this.listeners.get(event)?.delete(once);
        done(given);
      };
      this.listeners.set(event, (this.listeners.get(event) ?? new Set()).add(once));
    });
  }

  isAt(wanted: TextPattern | ((url: URL) => boolean)): boolean {
    if (typeof wanted === "function") return wanted(new URL(this.url()));
    if (wanted instanceof RegExp) return isText(this.url(), wanted);
    if (/[*{}]/.test(wanted)) throw new NotHere(`address with wildcards, ${wanted}`);
    return new URL(wanted, this.home.baseURL).href === this.url();
  }

  async waitForURL(wanted: TextPattern | ((url: URL) => boolean), options?: object): Promise<void> {
    onlyOptions(options, ["waitUntil"], "waitForURL");
    const end = Date.now() + patience;
    // When press and wait run concurrently, the press may come second.
    while (!this.isAt(wanted) && Date.now() < end) await new Promise((done) => setTimeout(done, 10));
    if (!this.isAt(wanted)) throw new Error(`at ${this.url()}, not at ${String(wanted)}`);
  }

  waitForLoadState(): Promise<void> {
    return Promise.resolve();
  }

  waitForTimeout(ms: number): Promise<void> {
    return new Promise((done) => setTimeout(done, ms));
  }

  async goto(address: string, options?: object): Promise<PlainResponse> {
    onlyOptions(options, ["waitUntil"], "goto");
    const url = new URL(address, this.home.baseURL).href;
    const isHere = this.at !== -1 && url.includes("#") && url.split("#")[0] === this.url().split("#")[0];
    if (!isHere)
      return new PlainResponse(await this.navigate({ address: url, sent: { method: "GET" } }, false));
    this.moveWithin(url);
    return new PlainResponse({
      url,
      status: 200,
      headers: this.headers,
      method: "GET",
      body: Buffer.from(""),
    });
  }

  async reload(): Promise<PlainResponse> {
    const entry = this.entries[this.at];
    if (!entry) throw new Error("nothing is open");
    // As if the browser's "resubmit form?" prompt were confirmed.
    const sent = entry.sent ?? { method: "GET" };
    return new PlainResponse(await this.navigate({ address: entry.url, sent }, Boolean(entry.sent), this.at));
  }

  async goBack(): Promise<PlainResponse | null> {
    return this.move(-1);
  }

  private async move(by: number): Promise<PlainResponse | null> {
    const to = this.entries[this.at + by];
    if (!to) return null;
    if (to.sent) throw new NotHere("way back to what a post brought");
    if (to.url.split("#")[0] === this.url().split("#")[0]) {
      this.at += by;
      this.dom.reconfigure({ url: to.url });
      this.changed();
      return null;
    }
    return new PlainResponse(
      await this.navigate({ address: to.url, sent: { method: "GET" } }, false, this.at + by),
    );
  }

  /** Navigates to a fragment of the open page. */
  private moveWithin(url: string): void {
    this.dom.reconfigure({ url });
    this.enterHistory({ ...this.entries[this.at], url });
    this.changed();
  }

  private enterHistory(entry: Entered): void {
    this.entries = [...this.entries.slice(0, this.at + 1), entry];
    this.at = this.entries.length - 1;
  }

  close(): Promise<void> {
    this.isOver = true;
    this.dom.window.close();
    return Promise.resolve();
  }

  isClosed(): boolean {
    return this.isOver;
  }

  bringToFront(): Promise<void> {
    return Promise.resolve();
  }

  private async navigate({ address, sent }: Going, hasInitiator: boolean, at?: number): Promise<Received> {
    if (this.isOver) throw new Error("the page was closed");
    const initiator = hasInitiator ? { url: this.url(), headers: this.headers } : undefined;
    const seen = (url: string) => this.emit("request", { url: () => url });
    const received = await this.home.connection.navigate(address, sent, initiator, seen);
    if (received.status === 204 || received.status === 205) return received;
    if (/^attachment/i.test(String(received.headers["content-disposition"] ?? ""))) {
      this.emit("download", new PlainDownload(received));
      return received;
    }
    await this.show(received);
    // The target of a redirect is loaded with GET, whatever led there.
    const entry: Entered = { url: received.url, ...(received.method === "POST" && { sent }) };
    if (at === undefined) this.enterHistory(entry);
    else {
      this.at = at;
      this.entries[at] = entry;
    }
    // A page that redirects at once is never seen.
    const { next } = this;
    if (next?.to !== undefined && next.at <= Date.now()) await this.goOn(next);
    return received;
  }

  private async show({ url, headers, body }: Received): Promise<void> {
    const text = body.toString("utf8");
    const isPage = /^text\/html/.test(String(headers["content-type"] ?? ""));
    this.dom.window.close();
    const html = isPage ? text : `<pre>${text.replace(/&/g, "&amp;").replace(/</g, "&lt;")}</pre>`;
    this.dom = new JSDOM(html, { url, virtualConsole: quiet });
    this.headers = headers;
    this.sight = undefined;
    this.files = new Map();
    const document = this.document();
    refuseToMeasure(this.dom.window);
    document.addEventListener("click", (event) => this.clicked(event));
    document.addEventListener("submit", (event) => this.submitted(event as SubmitEvent));
    const links = [...document.querySelectorAll<HTMLLinkElement>("link[rel=stylesheet]")].filter(
      ({ media }) => media !== "print",
    );
    const texts = await Promise.all(links.map(({ href }) => this.home.sheet(href)));
    this.sheets = { key: links.map(({ href }) => href).join(" "), texts };
    const given =
      headers.refresh ?? document.querySelector('meta[http-equiv="refresh" i]')?.getAttribute("content");
    const [, seconds, to] = /^\s*(\d+)\s*(?:[;,]\s*(?:url\s*=\s*)?(.+))?$/i.exec(String(given ?? "")) ?? [];
    if (given && seconds === undefined) throw new NotHere(`refresh of ${String(given)}`);
    this.next = seconds === undefined ? undefined : { at: Date.now() + Number(seconds) * 1000, to };
  }

  /** Follows a due refresh, to the same page or another. */
  private async goOn({ to }: Next): Promise<void> {
    if (to === undefined) await this.reload();
    else
      await this.navigate({ address: new URL(to, this.url()).href, sent: { method: "GET" } }, true, this.at);
  }

  /** Clicks like a pointer; the rest follows from the DOM. */
  async click(element: Element): Promise<void> {
    const { window } = this.dom;
    if (element.closest("[inert]") || this.styles().valueOf(element, "interactivity") === "inert")
      throw new Error(`<${element.localName}> is behind something and cannot be pressed`);
    const button = element.closest<HTMLButtonElement>("button, input");
    if (button?.hasAttribute("commandfor")) throw new NotHere("button with a command");
    const focusable = element.closest<HTMLElement>(
      "a[href], button, input, select, textarea, summary, [tabindex]",
    );
    if (focusable) focusable.focus();
    else (window.document.activeElement as HTMLElement | null)?.blur();
    const form = button?.form;
    // jsdom supports `novalidate` on forms only.
    const isFree = form && button.hasAttribute("formnovalidate") && !form.noValidate;
    if (isFree) form.noValidate = true;
    element.dispatchEvent(
      new window.MouseEvent("click", { bubbles: true, cancelable: true, composed: true }),
    );
    if (isFree) form.noValidate = false;
    this.changed();
    await this.leave();
  }

  private async leave(): Promise<void> {
    const { going } = this;
    this.going = undefined;
    if (going) await this.navigate(going, true);
  }

  private clicked(event: Event): void {
    const target = event.target as Element;
    this.togglePopovers(target);
    const details = target.closest("summary")?.parentElement as HTMLDetailsElement | null | undefined;
    if (details?.localName === "details") this.closeOthers(details);
    const link = target.closest<HTMLAnchorElement>("a[href], area[href]");
    if (!link) return;
    event.preventDefault();
    if (link.target && link.target !== "_self") throw new NotHere(`link to another window, ${link.href}`);
    const isHere = link.href.includes("#") && link.href.split("#")[0] === this.url().split("#")[0];
    if (isHere) this.moveWithin(link.href);
    else if (/^https?:/.test(link.href)) this.going = { address: link.href, sent: { method: "GET" } };
    else throw new NotHere(`link to ${link.href}`);
  }

  /** A click opens its button's popover and closes those it is outside of. */
  private togglePopovers(target: Element): void {
    const button = target.closest("[popovertarget]");
    const wanted = button && this.document().getElementById(button.getAttribute("popovertarget") ?? "");
    const action = button?.getAttribute("popovertargetaction") ?? "toggle";
    const wasOpen = wanted?.hasAttribute(openPopover);
    for (const open of this.document().querySelectorAll(`[${openPopover}]`))
      if (!open.contains(target) && open.getAttribute("popover") !== "manual")
        open.removeAttribute(openPopover);
    if (!wanted) return;
    const isOpen = action === "show" || (action === "toggle" && !wasOpen);
    wanted.toggleAttribute(openPopover, isOpen);
  }

  /** Only one of the details elements with the same name is open. */
  private closeOthers(details: HTMLDetailsElement): void {
    const name = details.getAttribute("name");
    if (!name || details.hasAttribute("open")) return;
    for (const other of this.document().querySelectorAll("details[open]"))
      if (other.getAttribute("name") === name) other.removeAttribute("open");
  }

  private submitted(event: SubmitEvent): void {
    event.preventDefault();
    const form = event.target as HTMLFormElement;
    const { submitter } = event;
    const given = (own: string, name: string) =>
      submitter?.getAttribute(own) ?? form.getAttribute(name) ?? "";
    if (given("formtarget", "target")) throw new NotHere("form that answers in another window");
    const method = given("formmethod", "method").toUpperCase() || "GET";
    if (method === "DIALOG") {
      form.closest("dialog")?.removeAttribute("open");
      return;
    }
    const action = new URL(given("formaction", "action") || this.url(), this.document().baseURI);
    const entries: Entry[] = [...new this.dom.window.FormData(form, submitter)].flatMap(
      ([name, value]): Entry[] => {
        if (typeof value === "string") return [[name, value]];
        const field = [...form.elements].find(
          (one) => one.matches("input[type=file]") && one.getAttribute("name") === name,
        );
        const files = (field && this.files.get(field)) ?? [
          { name: "", mimeType: "application/octet-stream", buffer: Buffer.from("") },
        ];
        return files.map((file): Entry => [name, file]);
      },
    );
    if (method === "GET") {
      action.search = new URLSearchParams(
        entries.map(([name, value]) => [name, typeof value === "string" ? value : value.name]),
      ).toString();
      action.hash = "";
      this.going = { address: action.href, sent: { method, isForm: true } };
    } else
      this.going = {
        address: action.href,
        sent: { method, isForm: true, ...encode(entries, given("formenctype", "enctype")) },
      };
  }

  /** Replaces the value of a field. */
  fill(element: Element, value: string): void {
    const field = (
      element.localName === "label" ? (element as HTMLLabelElement).control : element
    ) as HTMLInputElement | null;
    if (
      !field?.matches(
        "input:not([type=checkbox], [type=radio], [type=file], [type=submit], [type=button], [type=reset]), textarea",
      )
    )
      throw new Error(`<${element.localName}> cannot be filled`);
    if (field.readOnly || isDisabled(field)) throw new Error(`the field ${field.name} cannot be changed`);
    field.focus();
    if (field.type === "number" && Number.isNaN(Number(value)))
      throw new Error(`no number can be typed as "${value}"`);
    const isTyped = !/^(date|datetime-local|month|week|time|color|range)$/.test(field.type);
    field.value = isTyped && field.maxLength >= 0 ? value.slice(0, field.maxLength) : value;
    if (!isTyped && field.value !== value) throw new Error(`malformed value "${value}" of ${field.name}`);
    this.changed();
  }

  /** Selects options of a list by value or label. */
  choose(
    element: Element,
    wanted: readonly (string | { label?: string; value?: string; index?: number } | null)[],
  ): string[] {
    const select = (
      element.localName === "label" ? (element as HTMLLabelElement).control : element
    ) as HTMLSelectElement | null;
    if (select?.localName !== "select") throw new Error(`<${element.localName}> is no list to choose from`);
    const options = [...select.options];
    const chosen = wanted.flatMap((one) => {
      if (one === null) return [];
      const found = options.find(
        (option, index) =>
          (typeof one === "string" ? option.value === one || option.label === one : true) &&
          (typeof one === "string" ||
            ((one.label === undefined || option.label === one.label) &&
              (one.value === undefined || option.value === one.value) &&
              (one.index === undefined || index === one.index))),
      );
      if (!found)
        throw new Error(
          `no option ${JSON.stringify(one)} in ${options.map(({ label }) => label).join(", ")}`,
        );
      if (isDisabled(found)) throw new Error(`the option ${found.label} is disabled`);
      return [found];
    });
    select.focus();
    if (select.multiple) for (const option of options) option.selected = chosen.includes(option);
    else select.selectedIndex = options.indexOf(chosen[0] as HTMLOptionElement);
    this.changed();
    return chosen.map(({ value }) => value);
  }

  attach(element: Element, files: readonly GivenFile[]): void {
    const field = (
      element.localName === "label" ? (element as HTMLLabelElement).control : element
    ) as HTMLInputElement | null;
    if (field?.type !== "file") throw new Error(`<${element.localName}> takes no files`);
    if (typeof files[0] === "string") throw new NotHere("file by its path");
    this.files.set(field, files);
    // The field is no longer missing; jsdom cannot express that.
    if (files.length > 0) field.required = false;
  }

  /** The Enter key: activates a link or button; in a field, the form's first submit button. */
  async enter(element: Element): Promise<void> {
    if (element.matches("a[href], button, summary")) return this.click(element);
    const { form } = element as HTMLInputElement;
    if (element.localName !== "input" || !form) throw new NotHere(`Enter in <${element.localName}>`);
    const buttons = [...form.elements].filter((one): one is HTMLButtonElement =>
      one.matches("button:not([type]), button[type=submit], input[type=submit]"),
    );
    const [first] = buttons;
    if (first && isDisabled(first)) return;
    if (first) return this.click(first);
    form.requestSubmit();
    await this.leave();
  }
}

/** Makes layout queries of test functions throw: jsdom would return zeros. */
function refuseToMeasure(window: DOMWindow): void {
  const sizes = ["client", "offset", "scroll"].flatMap((of) =>
    ["Width", "Height", "Top", "Left"].map((name) => `${of}${name}`),
  );
  for (const name of [...sizes, "getBoundingClientRect", "getClientRects", "checkVisibility"]) {
    const refuse = () => {
      throw new NotHere(name);
    };
    for (const { prototype } of [window.Element, window.HTMLElement])
      if (name in prototype) Object.defineProperty(prototype, name, { get: refuse });
  }
  Object.defineProperty(window, "getComputedStyle", {
    value: () => {
      throw new NotHere("getComputedStyle");
    },
  });
}
