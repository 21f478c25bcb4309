import type { Busy } from "./file-answer.server";
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
    /** The browser's script asked, not its address bar; set by server.ts. */
    isDataRequest?: boolean;
    /** Posted from a page of another build than this one; set by console-site.ts. */
    isOfOtherBuild?: boolean;
    /** The address the request came from; set by server.ts. */
    clientAddress?: string;
    /** The browser's User-Agent; set by console-site.ts. */
    userAgent?: string;
    /** How the browser takes a compressed page, of those in compressed.server.ts; set by console-site.ts. */
    encoding?: string;
    /** Waits until the browser has taken what was sent; set by server.ts. */
    drained?: () => Promise<void> | undefined;
    /** Takes one of the person's places for a large file; without one the browser is answered; set by console-site.ts. */
    takesFile?: ((person: string) => boolean) | undefined;
    /** Takes a place for a download of the person's and one of the customer's, or waits for them; set by console-site.ts. */
    takesDownload?: (person: string, customer: string) => Promise<Busy | undefined>;
  }
}

const states = new WeakMap<AppLoadContext, RequestState>();

/** The state that all loaders and the action of one HTTP request share: the session, its API, memoised calls. */
export class RequestState {
  readonly requestId = currentRequest()?.id ?? randomUUID();
  /** The form of a guarded action, kept so that an ending session does not lose it. */
  postedForm: FormData | undefined;
  /** The form of any post, kept so that a failure does not lose it. */
  sentForm: FormData | undefined;
  /** Whether the form's screen shows what was posted even where its data cannot be read. */
  showsPosted = false;
  /** Whether the form's screen can show a sealed draft of it again. */
  bringsBack = false;
  /** A script's post failed: the page that sent it keeps its form and can send it again. */
  hasPostFailed = false;
  /** The action's answer when the session ended under a form; the loaders around it must not redirect it away. */
  ending: object | undefined;
  /** The outcome of the request's changes: one failure outweighs the successes. */
  changes: "none" | "done" | "failed" = "none";
  /** Signed in just now, with a form waiting to be gone back to: the sign-in page shows that first. */
  hasKeptForm = false;
  /** The file that is sent in place of a page. */
  file: FileAnswer | undefined;
  /** The status of a page that shows, but with a part that could not be loaded; 200 while all of it could. */
  pageStatus = 200;
  private retryAfter: number | undefined;
  /** When the time for reading is over; it begins with the first read, since a form may take long to arrive. */
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

  /** The page's script asked, not the address bar: a refusal may show over the open page. */
  get isDataRequest(): boolean {
    return this.context.isDataRequest ?? false;
  }

  /** The state of the request that `context` stands for; the same one for all its loaders. */
  static async of(request: Request, context: AppLoadContext): Promise<RequestState> {
    const known = states.get(context);
    if (known) return known;
    const session = await readSession(request);
    // Another loader of the same request may have come here first while the cookie was opened.
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

  /** Replaces the session; it is sealed once, on whatever response leaves. */
  changeSession(session: Session): void {
    this.current = session;
    this.sessionChanged = true;
    this.cookieTexts = undefined;
  }

  /** Takes one of the places for large files; false when the request has been answered, as there is none. */
  takesFile(): boolean {
    const person = this.current.userId ?? this.current.former?.userId;
    return person !== undefined && (this.context.takesFile?.(person) ?? true);
  }

  /** Takes places for a download once for the request; gives whose are taken where none becomes free in time. */
  async takesDownload(customer: string): Promise<Busy | undefined> {
    const person = this.current.userId;
    if (person === undefined || this.request.method === "HEAD") return undefined;
    const busy = await this.once("download", async () => this.context.takesDownload?.(person, customer));
    // The wait is no part of the time for reading.
    this.readsEndAt = undefined;
    return busy;
  }

  /** The API of a region, with this session's cookies as they are now. */
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
        // A file is read for as long as it is sent.
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

  /** Lets what is read from now on take this long, in milliseconds, though the page's own time is over. */
  allowReading(ms: number): void {
    if (this.readsEndAt !== undefined) this.readsEndAt = Math.max(this.readsEndAt, performance.now() + ms);
  }

  /** A page that answers a post has its time for itself, whatever the post took. */
  beginPage(): void {
    this.readsEndAt = undefined;
  }

  /** Whose request its calls serve, also those that other requests join (SESS-12). */
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

  /** A part of the page could not be loaded; the worst of them is what the page answers. */
  degrade(status: number): void {
    this.pageStatus = Math.max(this.pageStatus, status);
  }

  /** Makes the browser's companion cookies part of the calls that follow: for signing in, where they matter. */
  async presentCompanions(): Promise<void> {
    for (const name of companionNames) {
      const value = await companionCookies[name].read(this.request);
      if (value) this.companions.set(name, value);
    }
  }

  /** Sends one more cookie with the response, as a Set-Cookie text. */
  addCookie(text: string): void {
    this.otherCookies.push(text);
    this.cookieTexts = undefined;
  }

  /** The result of `make`, made once per request and name. */
  once<T>(name: string, make: () => Promise<T>): Promise<T> {
    let memo = this.memos.get(name) as Promise<T> | undefined;
    if (!memo) {
      memo = make();
      memo.catch(() => {}); // whoever awaits it sees the failure
      this.memos.set(name, memo);
    }
    return memo;
  }

  /** Shows a message on the next page (SHELL-31). */
  notify(notice: Notice): void {
    this.notices = [...(this.notices ?? []), notice];
    this.cookieTexts = undefined;
  }

  /** The messages for this page; they are shown once. */
  async takeNotices(): Promise<Notice[]> {
    const waiting = await readNotices(this.request);
    if (waiting.length > 0 && !this.notices) {
      this.notices = [];
      this.cookieTexts = undefined;
    }
    return waiting;
  }

  /**
   * Puts the cookies that changed into an answer, each once: scripts' answers pass here twice, on their way out of an
   * action and of Remix, and a proxy has room for a few kilobytes of headers.
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
   * Whether a page of another build is led to another screen. Its scripts would fetch that screen's data, and the notices
   * with it, before they find that the screen's file is no more: the browser opens it whole instead.
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

  /** `life` is how long the API keeps what the cookie stands for, in seconds (AUTH-25). */
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
