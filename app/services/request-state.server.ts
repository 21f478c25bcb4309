import type { AppLoadContext } from "@remix-run/node";
import { randomUUID } from "node:crypto";
import type { AwsRegion } from "~/i18n/regions";
import {
  anonymousSession,
  type Notice,
  readNotices,
  readSession,
  sealNotices,
  sealSession,
  type Session,
} from "~/sessions.server";
import { RegionalApi } from "./regional-api.server";

declare module "@remix-run/node" {
  interface AppLoadContext {
    /** The browser's script asked, not its address bar; set by server.ts. */
    isDataRequest?: boolean;
    /** The address the request came from; set by server.ts. */
    clientAddress?: string;
  }
}

const states = new WeakMap<AppLoadContext, RequestState>();

/** What all loaders and the action of one HTTP request share: the session, the API bound to it, memoised calls. */
export class RequestState {
  readonly requestId = randomUUID();
  private readonly memos = new Map<string, Promise<unknown>>();
  private sessionChanged = false;
  private notices: Notice[] | undefined;
  private cookieTexts: Promise<string[]> | undefined;

  private constructor(
    private readonly request: Request,
    readonly isDataRequest: boolean,
    private current: Session,
    isNew: boolean,
  ) {
    this.sessionChanged = isNew;
  }

  /** The state of the request that `context` stands for; the same one for all its loaders. */
  static async of(request: Request, context: AppLoadContext): Promise<RequestState> {
    const known = states.get(context);
    if (known) return known;
    const session = await readSession(request);
    // Another loader of the same request may have come here first while the cookie was opened.
    const raced = states.get(context);
    if (raced) return raced;
    const isData = context.isDataRequest ?? false;
    const state = new RequestState(request, isData, session ?? anonymousSession(), session === null);
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

  /** The API of a region, with this session's cookies as they are now. */
  api(region: AwsRegion): RegionalApi {
    const state = this;
    return new RegionalApi(
      region,
      {
        get cookies() {
          return state.current.apiCookies ?? {};
        },
        onCookies: (received) => state.keepApiCookies(received),
      },
      this.requestId,
      this.request.signal,
    );
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

  /** Appends the cookies that changed; safe to call for every response of the request. */
  async commit(headers: Headers): Promise<void> {
    this.cookieTexts ??= Promise.all([
      ...(this.sessionChanged ? [sealSession(this.current)] : []),
      ...(this.notices ? [sealNotices(this.notices)] : []),
    ]);
    for (const text of await this.cookieTexts) headers.append("set-cookie", text);
  }

  private keepApiCookies(received: Record<string, string>): void {
    const kept = { ...this.current.apiCookies, ...received };
    const apiCookies = Object.fromEntries(Object.entries(kept).filter(([, value]) => value !== ""));
    this.changeSession({ ...this.current, apiCookies });
  }
}
