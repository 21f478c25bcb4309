import type { ExhaustedHolder } from "./file-answer.server";
import type { AppLoadContext } from "@remix-run/node";
import { randomUUID } from "node:crypto";
import type { AwsRegion } from "~/regions";
import {
  anonymousSession,
  companionCookies,
  type CompanionName,
  companionNames,
  type Notice,
  readNotices,
  readSession,
  sealNotices,
  sealSession,
  type Session,
} from "~/sessions.server";
import { currentRequest } from "./current-request.server";
import { env } from "./env.server";
import type { FileAnswer } from "./file-answer.server";
import { type CallOrigin, RegionalApi } from "./regional-api.server";
import { endAfter, refreshToken } from "./session-end.server";
import { hasArrived } from "./session-refresh.server";

declare module "@remix-run/node" {
  interface AppLoadContext {
    /** True if the browser's script sent the request; set by server.ts. */
    isDataRequest?: boolean;
    /** True if posted from a page of another build; set by console-site.ts. */
    isOfOtherBuild?: boolean;
    /** Client address of the request; set by server.ts. */
    clientAddress?: string;
    /** The browser's User-Agent; set by console-site.ts. */
    userAgent?: string;
    /** Negotiated content encoding, one of compressed.server.ts; set by console-site.ts. */
    encoding?: string;
    /** Waits until the browser has read what was sent; set by server.ts. */
    drained?: () => Promise<void> | undefined;
    /** Takes a place of the user for a large file; if none is free, answers the request. Set by console-site.ts. */
    takesFile?: ((person: string) => boolean) | undefined;
    /** Takes a download slot of the user and the customer, waiting if necessary; set by console-site.ts. */
    takesDownload?: (person: string, customer: string) => Promise<ExhaustedHolder | undefined>;
  }
}

const states = new WeakMap<AppLoadContext, RequestState>();

/** State shared by all loaders and the action of one HTTP request: session, API clients, memoised calls. */
export class RequestState {
  readonly requestId = currentRequest()?.id ?? randomUUID();
  /** Form of a guarded action, kept in case the session ends. */
  postedForm: FormData | undefined;
  /** Form of any post, kept in case of failure. */
  sentForm: FormData | undefined;
  /** True if the form's screen shows the posted values even if its data cannot be loaded. */
  showsPosted = false;
  /** True if the form's screen can restore a sealed draft. */
  bringsBack = false;
  /** A script's post failed: the page keeps its form and can resend it. */
  hasPostFailed = false;
  /** Action result if the session ended under a form; the surrounding loaders must not redirect away from it. */
  ending: object | undefined;
  /** Combined outcome of the request's mutations; one failure outweighs successes. */
  changes: "none" | "done" | "failed" = "none";
  /** Just signed in with a kept form: the sign-in page offers it first. */
  hasKeptForm = false;
  /** File to send in place of a page. */
  file: FileAnswer | undefined;
  /** HTTP status of the page: worse than 200 if a part failed to load. */
  pageStatus = 200;
  private retryAfter: number | undefined;
  /** End of the time for reads; starts with the first read, since a form may take long to arrive. */
  private readsEndAt: number | undefined;
  private readonly memos = new Map<string, Promise<unknown>>();
  private sessionChanged = false;
  private notices: Notice[] | undefined;
  private readonly companions = new Map<CompanionName, string>();
  private readonly companionLives = new Map<CompanionName, number | undefined>();
  private readonly changedCompanions = new Set<CompanionName>();
  private readonly otherCookies: string[] = [];
  private cookieTexts: Promise<string[]> | undefined;

  private constructor(
    private readonly request: Request,
    private readonly context: AppLoadContext,
    private current: Session,
    isNew: boolean,
  ) {
    this.sessionChanged = isNew;
  }

  /** True if the page's script sent the request: a refusal can be shown over the open page. */
  get isDataRequest(): boolean {
    return this.context.isDataRequest ?? false;
  }

  /** The state of a request by its `context`; shared by all loaders. */
  static async of(request: Request, context: AppLoadContext): Promise<RequestState> {
    const known = states.get(context);
    if (known) return known;
    const session = await readSession(request);
    // Another loader may have created the state while the cookie was being opened.
    const raced = states.get(context);
    if (raced) return raced;
    if (session) hasArrived(session);
    const state = new RequestState(request, context, session ?? anonymousSession(), session === null);
    states.set(context, state);
    return state;
  }

  static find(context: AppLoadContext): RequestState | undefined {
    return states.get(context);
  }

  get session(): Session {
    return this.current;
  }

  /** Replaces the session; it is sealed once, into whichever response is sent. */
  changeSession(session: Session): void {
    this.current = session;
    this.sessionChanged = true;
    this.cookieTexts = undefined;
  }

  /** Takes a place for a large file; false if none was free and the request has been answered. */
  takesFile(): boolean {
    const person = this.current.userId ?? this.current.former?.userId;
    return person !== undefined && (this.context.takesFile?.(person) ?? true);
  }

  /**
   * Takes download slots once per request; returns the holder without a free slot if none frees up in time.
   */
  async takesDownload(customer: string): Promise<ExhaustedHolder | undefined> {
    const person = this.current.userId;
    if (person === undefined || this.request.method === "HEAD") return undefined;
    const busy = await this.once("download", async () => this.context.takesDownload?.(person, customer));
    // The wait does not count towards the time for reads.
    this.readsEndAt = undefined;
    return busy;
  }

  /** API client of a region with this session's current cookies. */
  api(region: AwsRegion): RegionalApi {
    const state = this;
    return new RegionalApi(
      region,
      {
        get cookies() {
          return { ...state.current.apiCookies, ...Object.fromEntries(state.companions) };
        },
        onCookies: (received, lives) => state.keepApiCookies(received, lives),
      },
      {
        ...this.origin,
        signal: this.request.signal,
        // A file may be read for as long as it is being sent.
        readingTime: () => {
          if (state.file) return env.REGIONAL_API_TIMEOUT;
          state.readsEndAt ??= performance.now() + env.REGIONAL_API_TIMEOUT;
          return Math.max(0, state.readsEndAt - performance.now());
        },
        onChange: (outcome) => {
          state.readsEndAt = undefined;
          if (state.changes !== "failed") state.changes = outcome;
        },
      },
    );
  }

  /** Extends the time for further reads to `ms` from now, even if the page's own is used up. */
  allowReading(ms: number): void {
    if (this.readsEndAt !== undefined) this.readsEndAt = Math.max(this.readsEndAt, performance.now() + ms);
  }

  /** Resets the time for reads: rendering after a post gets its own. */
  beginPage(): void {
    this.readsEndAt = undefined;
  }

  /** Origin of this request's calls, including those that other requests join (SESS-12). */
  get origin(): CallOrigin {
    return {
      requestId: this.requestId,
      clientAddress: this.context.clientAddress,
      userAgent: this.context.userAgent,
      onRateLimited: (seconds = 60) => {
        this.retryAfter = Math.max(this.retryAfter ?? 0, seconds);
      },
    };
  }

  /** Records a part that failed to load; the worst status becomes the page's. */
  degrade(status: number): void {
    this.pageStatus = Math.max(this.pageStatus, status);
  }

  /** Sends the browser's companion cookies, needed to sign in, with all later API calls. */
  async presentCompanions(): Promise<void> {
    for (const name of companionNames) {
      const value = await companionCookies[name].read(this.request);
      if (value) this.companions.set(name, value);
    }
  }

  /** Adds a Set-Cookie header to the response. */
  addCookie(text: string): void {
    this.otherCookies.push(text);
    this.cookieTexts = undefined;
  }

  /** Result of `make`, memoised per request and name. */
  once<T>(name: string, make: () => Promise<T>): Promise<T> {
    let memo = this.memos.get(name) as Promise<T> | undefined;
    if (!memo) {
      memo = make();
      memo.catch(() => {}); // errors surface where the promise is awaited
      this.memos.set(name, memo);
    }
    return memo;
  }

  /** Shows a notice on the next page (SHELL-31). */
  notify(notice: Notice): void {
    this.notices = [...(this.notices ?? []), notice];
    this.cookieTexts = undefined;
  }

  /** Notices for this page; each is shown once. */
  async takeNotices(): Promise<Notice[]> {
    const waiting = await readNotices(this.request);
    if (waiting.length > 0 && !this.notices) {
      this.notices = [];
      this.cookieTexts = undefined;
    }
    return waiting;
  }

  /**
   * Writes changed cookies to a response, each once: data requests pass through here twice, after the action
   * and after Remix, and proxies limit headers to a few kilobytes.
   */
  async commit(headers: Headers): Promise<void> {
    this.cookieTexts ??= Promise.all([
      ...(this.sessionChanged ? [sealSession(this.current)] : []),
      ...(this.notices ? [sealNotices(this.notices)] : []),
      ...[...this.changedCompanions].map((name) =>
        companionCookies[name].write(this.companions.get(name) ?? null, this.companionLives.get(name)),
      ),
      ...this.otherCookies,
    ]);
    const texts = await this.cookieTexts;
    const changed = new Set(texts.map(cookieName));
    const others = headers.getSetCookie().filter((text) => !changed.has(cookieName(text)));
    headers.delete("set-cookie");
    for (const text of [...others, ...texts]) headers.append("set-cookie", text);
    if (this.retryAfter !== undefined) headers.set("retry-after", String(this.retryAfter));
    if (this.hasPostFailed) headers.set("X-Post-Failed", this.requestId);
    if (this.leavesOtherBuild(headers.get("location"))) headers.set("X-Remix-Reload-Document", "true");
  }

  /**
   * True if a page of another build is redirected to another screen. Its scripts would use up the notices with that
   * screen's data before failing to load its file, so the browser loads it in full instead.
   */
  private leavesOtherBuild(location: string | null): boolean {
    if (!this.context.isOfOtherBuild || location === null) return false;
    const { url } = this.request;
    return new URL(location, url).pathname !== new URL(url).pathname;
  }

  private keepApiCookies(received: Record<string, string>, lives: Record<string, number>): void {
    const own: Record<string, string> = { ...this.current.apiCookies };
    for (const [name, value] of Object.entries(received)) {
      if (isCompanion(name)) this.keepCompanion(name, value, lives[name]);
      else own[name] = value;
    }
    const apiCookies = Object.fromEntries(Object.entries(own).filter(([, value]) => value !== ""));
    if (Object.keys(received).every(isCompanion)) return;
    const life = lives[refreshToken];
    this.changeSession({
      ...this.current,
      apiCookies,
      ...(life && { end: endAfter(life, this.current.end) }),
    });
  }

  /** `life` is the API's lifetime for the cookie's content, in seconds (AUTH-25). */
  private keepCompanion(name: CompanionName, value: string, life: number | undefined): void {
    this.companionLives.set(name, life);
    if (value) this.companions.set(name, value);
    else this.companions.delete(name);
    this.changedCompanions.add(name);
    this.cookieTexts = undefined;
  }
}

const isCompanion = (name: string): name is CompanionName => (companionNames as string[]).includes(name);

const cookieName = (text: string) => text.slice(0, text.indexOf("="));
