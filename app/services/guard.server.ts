import {
  type ActionFunctionArgs,
  type AppLoadContext,
  data,
  type LoaderFunctionArgs,
  redirect,
} from "@remix-run/node";
import type { Params } from "@remix-run/react";
import { z } from "zod/v4";
import type { Flags } from "~/flags";
import { type AwsRegion, isAwsRegion } from "~/regions";
import { type Language, translator } from "~/i18n/texts";
import { customerPath } from "./customer-path";
import { type CurrentUser, type CustomerSummary, findArchivedCustomers, rightsOn } from "./identity.server";
import { outcomes } from "~/i18n/outcomes";
import { csrfToken, endedSession, type Notice } from "~/sessions.server";
import { addressIds } from "./address-ids.server";
import type { ConsoleArgs, FormArgs } from "./console-args";
import { keptForm, keptResult, openDraft, sealDraft } from "./draft.server";
import { optional, refusal } from "./failure.server";
import { formAgain } from "./form-action.server";
import { failedPost } from "./failed-post.server";
import { FileAnswer } from "./file-answer.server";
import type { FormKind } from "./form-limits.server";
import { type Gate, type GateOf, hasFlags, screenGates } from "./gates";
import { flagsFor } from "./flags.server";
import { saveStepOf, type WithIntents } from "./intents";
import { languageOf, timeZoneOf } from "./language.server";
import { logger } from "./log.server";
import { presence, presenceElsewhere } from "./presence.server";
import { idempotencyKeyOf, readForm, withFormKey, withPosted } from "./posted-form.server";
import { ApiError } from "./regional-api.server";
import { isHeld, type Rights } from "./rights";
import { RequestState } from "./request-state.server";
import { type Access, type Person, readBesideAuthMe, speculativeAccess } from "./speculative-access.server";
import {
  archivedCustomer,
  denied,
  downloadsUnderWay,
  expired,
  failed,
  loginPath,
  notFound,
  restoreIntent,
  type ScreenError,
  toLogin,
  unacceptablePost,
} from "./screens.server";

type Handler<T> = (args: ConsoleArgs) => Promise<T> | T;
type FormHandler<T> = (args: FormArgs) => Promise<T> | T;

const gateAt = (gate: GateOf, params: Params): Gate => (typeof gate === "function" ? gate(params) : gate);

/** A `once` that asks each time: what was answered before may have changed since. */
const withoutMemo = <T>(_: string, ask: () => Promise<T>): Promise<T> => ask();

/** The guarded loader of a screen below /region/{awsRegion}/customers/{customerId}. Every such screen has one. */
export function consoleLoader<T>(gateOf: GateOf, load: Handler<T>) {
  return ({ request, params, context }: LoaderFunctionArgs): Promise<T> =>
    respond(request, context, async (state) => {
      const gate = gateAt(gateOf, params);
      const accessPromise = accessOrThrow(state, request, params);
      const { answer, deferredEffects } = await readBesideAuthMe(state, params, accessPromise, (access) =>
        attempt(gate, load, { state, access, request, params }),
      );
      const settled = await answer
        .then((result) => ({ result }))
        .catch((thrown: unknown) => ({ thrown }))
        .finally(() => deferredEffects.forEach((effect) => effect()));
      // Without its main data a screen has no form to show what was posted in (SHELL-54).
      if (state.sentForm && !state.showsPosted && !state.isDataRequest && state.pageStatus >= 500)
        throw await unseen(state, request);
      if ("thrown" in settled) throw settled.thrown;
      return settled.result;
    });
}

type Attempt = { state: RequestState; access: Access; request: Request; params: Params };

/** Runs a screen's load with this access. Its notices and statuses are deferred: they count only when its answer does. */
function attempt<T>(gate: Gate, load: Handler<T>, { state, access, request, params }: Attempt) {
  const deferredEffects: (() => void)[] = [];
  const answer = async () => {
    const args = {
      ...(await argumentsOf(state, access, request, params)),
      notify: (notice: Notice) => void deferredEffects.push(() => state.notify(notice)),
      degrade: (status: number) => void deferredEffects.push(() => state.degrade(status)),
    };
    const isOpen = hasFlags(gate, args.flags);
    // Reading side by side with the check saves a round trip; the API checks every read by itself.
    const result = isOpen ? (async () => load(withIds(args, params)))() : Promise.reject(notFound());
    result.catch(() => {});
    const rights = await args.rights();
    // A screen whose flag is off is not found, whatever the person's rights.
    if (isOpen && !isHeld(rights, gate.right)) throw denied();
    return await result;
  };
  return { deferredEffects, answer: answer() };
}

const closed = z.object({
  data: z.object({ screen: z.enum(["denied", "archived-customer", "not-found"]) }),
  init: z.object({ headers: z.instanceof(Headers).optional() }).nullish(),
});

/** The page of a file's address: the address above it. */
export const pageAbove = ({ pathname }: URL): string => pathname.slice(0, pathname.lastIndexOf("/"));

/**
 * The guarded loader of a file. A file has no page to say that it is closed, so the browser is sent to the address above
 * it, whose page says so (USER-95).
 */
export function fileLoader<T>(gate: GateOf, load: Handler<T>) {
  const loader = consoleLoader(gate, load);
  return (args: LoaderFunctionArgs): Promise<T> => loader(args).catch(toPageAbove(args.request));
}

/** Answers what is closed with the way to the address above it; throws anything else again. */
const toPageAbove =
  ({ url }: Request) =>
  (thrown: unknown): never => {
    const found = closed.safeParse(thrown);
    if (!found.success) throw thrown;
    const headers = new Headers(found.data.init?.headers);
    throw redirect(pageAbove(new URL(url)), { status: 303, headers });
  };

/** Answers what one of its handlers answers, and knows their names. */
type ConsoleAction<Handlers extends Readonly<Record<string, FormHandler<unknown>>>> = WithIntents<
  keyof Handlers & string
> &
  ((args: ActionFunctionArgs) => Promise<Awaited<ReturnType<Handlers[keyof Handlers]>>>);

/**
 * The guarded action of a screen: one function an intent, chosen by the pressed button's value. It keeps the names of
 * its intents, so that the screen's buttons ask for nothing else (`intentsOf`).
 */
export function consoleAction<Handlers extends Readonly<Record<string, FormHandler<unknown>>>>(
  gateOf: GateOf,
  handlers: Handlers,
  kind?: FormKind,
) {
  const intents = Object.keys(handlers) as (keyof Handlers & string)[];
  const byName = new Map<string, FormHandler<unknown>>(Object.entries(handlers));
  const action = ({ request, params, context }: ActionFunctionArgs): Promise<unknown> =>
    respond(request, context, async (state) => {
      const gate = gateAt(gateOf, params);
      // Without a session, and none that ended, nothing proves whose form it is: only signing in helps (USER-118).
      const { userId, former } = state.session;
      if (!userId && !former) await accessOrThrow(state, request, params);
      const takesFile = async () => {
        if (!kind?.hasFile) return false;
        if (await isClosed(gate, state, params)) throw denied();
        return state.takesFile();
      };
      const form = withOwnKey(await readForm(state, request, kind, takesFile));
      state.postedForm = form;
      state.bringsBack = form.getAll("intent").at(-1) !== restoreIntent;
      const access = await accessOrThrow(state, request, params);
      const screen = { ...(await argumentsOf(state, access, request, params)), once: withoutMemo };
      const rights = await screen.rights();
      if (!hasFlags(gate, screen.flags)) throw notFound();
      if (!isHeld(rights, gate.right)) throw denied();
      const args = {
        ...withIds(screen, params),
        held: rights,
        showsPosted: () => void (state.showsPosted = true),
      };
      // The pressed button comes after what the form asks for when none is.
      const [intent = "", ...about] = String(form.getAll("intent").at(-1) ?? "").split(":");
      if (intent === restoreIntent) return await restoreDraft(args, form, byName.get("restored"));
      const handler = byName.get(intent);
      if (!handler) {
        logger.warn("unknown intent", { intent: intent.slice(0, 60), path: new URL(request.url).pathname });
        throw unacceptablePost();
      }
      const idempotencyKey = idempotencyKeyOf(form);
      const detail = about.join(":");
      const answer = await handler({ ...args, form, idempotencyKey, detail, step: saveStepOf(detail) });
      state.beginPage();
      return withPosted(
        withFormKey(answer, state.changes === "done" ? crypto.randomUUID() : idempotencyKey),
        form,
      );
    });
  return Object.assign(action, { intents }) as ConsoleAction<Handlers>;
}

/** The guarded action that answers with a file; what is closed is answered as `fileLoader` does. */
export function fileAction(gate: GateOf, handlers: Readonly<Record<string, FormHandler<unknown>>>) {
  const action = consoleAction(gate, handlers);
  return (args: ActionFunctionArgs): Promise<unknown> => action(args).catch(toPageAbove(args.request));
}

type SessionArgs = { request: Request; url: URL; params: Params; state: RequestState; user: CurrentUser };

/** For the few pages that need a signed-in person but no customer. */
export function sessionLoader<T>(load: (args: SessionArgs) => Promise<T> | T) {
  return ({ request, params, context }: LoaderFunctionArgs): Promise<T> =>
    respond(request, context, async (state) => {
      const user = await signedInOrThrow(state, request, params);
      return load({ request, url: new URL(request.url), params, state, user });
    });
}

/**
 * The loader of the frame around a region's screens. The frame stays while that region does not answer, since other
 * regions know the person as well; `isDown` tells it to ask the region nothing.
 */
export function frameLoader<T>(
  region: AwsRegion | undefined,
  load: (args: SessionArgs & { isDown: boolean }) => Promise<T> | T,
) {
  return ({ request, params, context }: LoaderFunctionArgs): Promise<T> =>
    respond(request, context, async (state) => {
      let isDown = false;
      // The frame's rights are asked for beside AuthMe, too; `rightsOf` uses them only for the same person.
      const assumed = speculativeAccess(state, params);
      if (assumed) rightsOf(state, assumed).catch(() => {});
      const user = await signedInOrThrow(state, request, params).catch(async (error: unknown) => {
        isDown = region !== undefined && error instanceof ApiError && error.outcomeUnknown;
        const known = isDown && region ? await presenceElsewhere(state, region) : null;
        if (!known) throw error;
        return known;
      });
      return load({ request, url: new URL(request.url), params, state, user, isDown });
    });
}

type PublicArgs = {
  request: Request;
  url: URL;
  state: RequestState;
  context: AppLoadContext;
  language: Language;
};

export type PublicForm = PublicArgs & { form: FormData };

/** For the pages that everybody may open (AUTH-02). */
export function publicLoader<T>(load: (args: PublicArgs) => Promise<T> | T) {
  return ({ request, context }: LoaderFunctionArgs): Promise<T> =>
    respond(request, context, async (state) =>
      load({ request, url: new URL(request.url), state, context, language: await languageOf(request) }),
    );
}

/** The action of a page that everybody may open; the form must still be one of this session's. */
export function publicAction<T>(act: (args: PublicForm) => Promise<T> | T) {
  return ({ request, context }: ActionFunctionArgs): Promise<T> =>
    respond(request, context, async (state) => {
      const form = withOwnKey(await readForm(state, request));
      const language = await languageOf(request);
      return act({ request, url: new URL(request.url), state, context, language, form });
    });
}

/** Returns the signed-in person, from the region the address names; otherwise throws the sign-in page. */
async function signedInOrThrow(state: RequestState, request: Request, params: Params): Promise<CurrentUser> {
  const here = new URL(request.url);
  const region = isAwsRegion(params.awsRegion) ? params.awsRegion : state.session.region;
  if (!state.session.apiCookies)
    throw (
      state.ending ??
      (state.postedForm && state.session.former ? await sessionEnd(state, here) : toLogin(here))
    );
  return state.once("signed in", async () => {
    const known = await presence(state, region);
    if (known.user) return known.user;
    // AuthMe's own refusal goes without the dialog (SESS-21), unless it has something typed to keep.
    if (known.endedBy === "refresh" || state.postedForm) throw await sessionEnd(state, here);
    state.changeSession(endedSession(state.session));
    throw toLogin(here, "expired");
  });
}

/** The customer of the user that an address names; undefined when it is not one of theirs (SHELL-41). */
export function customerOf(user: CurrentUser, params: Params): CustomerSummary | undefined {
  return user.customers.find(
    ({ customerId, awsRegion }) => customerId === params.customerId && awsRegion === params.awsRegion,
  );
}

/** The flags of a person at a customer. */
export function userFlags(user: Person, customer: CustomerSummary): Promise<Flags> {
  return flagsFor({
    userId: user._id,
    userType: user.userType,
    groups: user.groupIds,
    customer: customer.customerId,
    hierarchy: customer.rootHierarchyId,
    organisation: customer.organizationId,
  });
}

/** The user's rights by the access policy, null when it does not let them in; once per request (SHELL-40, SHELL-42). */
export function rightsOf(state: RequestState, { user, customer, region }: Access): Promise<Rights | null> {
  const whose = JSON.stringify([user._id, user.groupIds, region, customer]);
  return state.once(`access ${whose}`, () => rightsOn(state.api(region), user, customer));
}

async function accessOrThrow(state: RequestState, request: Request, params: Params): Promise<Access> {
  const region = params.awsRegion;
  const me = await signedInOrThrow(state, request, params);
  if (!isAwsRegion(region)) throw notFound();
  const customer = customerOf(me, params);
  if (!customer) throw await withoutCustomer(state, me, region, params);
  const { customers: _, defaultCustomer: __, ...user } = me;
  return { user, customer, region };
}

/**
 * Whether a screen is known to be closed to the person. Whose session has ended, or whose region does not answer, may still
 * hand in what they typed.
 */
async function isClosed(gate: Gate, state: RequestState, params: Params): Promise<boolean> {
  const region = params.awsRegion;
  if (!isAwsRegion(region) || !state.session.apiCookies) return false;
  try {
    const { user } = await presence(state, region);
    if (!user) return false;
    const customer = customerOf(user, params);
    const rights = customer && (await rightsOf(state, { user, customer, region }));
    return !rights || !isHeld(rights, gate.right);
  } catch (error) {
    return error instanceof ApiError && error.kind === "FORBIDDEN";
  }
}

/**
 * The screen in place of a customer that is none of the person's: theirs as well once it is restored, or nothing that
 * they could know of (SHELL-41).
 */
async function withoutCustomer(state: RequestState, me: CurrentUser, region: AwsRegion, params: Params) {
  const id = params.customerId ?? "";
  const [archived] = await state.once(`archived customer ${id}`, () =>
    optional(findArchivedCustomers(state.api(region), [id]), []),
  );
  if (archived?.awsRegion !== region) return denied();
  // The archive is a page of each customer of the same organisation and region.
  const beside = me.customers.find(
    ({ organizationId, awsRegion }) => organizationId === archived.organizationId && awsRegion === region,
  );
  const isOpen =
    archived.canRestore && beside && hasFlags(screenGates["customers/archive"], await userFlags(me, beside));
  const search = new URLSearchParams({ search: archived.displayName });
  return archivedCustomer(
    archived.displayName,
    isOpen ? `${customerPath(beside)}/customers/archive?${search}` : undefined,
  );
}

type ScreenArgs = Omit<ConsoleArgs, "param" | "paramIfAny">;

async function argumentsOf(
  state: RequestState,
  access: Access,
  request: Request,
  params: Params,
): Promise<ScreenArgs> {
  const { user, customer, region } = access;
  const [flags, language] = await Promise.all([userFlags(user, customer), languageOf(request, region)]);
  return {
    request,
    url: new URL(request.url),
    base: customerPath(customer),
    api: state.api(region),
    scope: {
      awsRegion: region,
      organizationId: customer.organizationId,
      customerId: customer.customerId,
      uniqueName: customer.uniqueName,
      hierarchyId: customer.rootHierarchyId,
      customerDisplayName: customer.customerDisplayName,
      organizationDisplayName: customer.organizationDisplayName,
    },
    user,
    once: (name, ask) => state.once(`${customer.customerId} ${customer.rootHierarchyId} ${name}`, ask),
    customers: async () => (await signedInOrThrow(state, request, params)).customers,
    flags,
    rights: async () => {
      const rights = await rightsOf(state, access);
      if (!rights) throw denied();
      return rights;
    },
    language,
    timeZone: timeZoneOf(request, region),
    translate: (texts) => translator(texts, language),
    notify: (notice) => state.notify(notice),
    isFetched: state.isDataRequest,
    degrade: (status) => state.degrade(status),
    beginDownload: async () => {
      if (!(await state.takesDownload())) throw downloadsUnderWay();
    },
  };
}

/** The ids are read once the screen is known to be open: a closed one is closed whatever its address names (SHELL-37). */
function withIds(args: ScreenArgs, params: Params): ConsoleArgs {
  const ids = addressIds(params, args);
  const { request, url } = args;
  // A page's forms are sent to its address, in which they would take the suffix of an id for a query (VAC-59).
  if (request.method === "GET" && ids.vacancyId !== params.vacancyId)
    throw redirect(url.pathname.replace(/%3f[^/]*/i, "") + url.search);
  return {
    ...args,
    param: (name) => {
      const id = ids[name];
      if (id === undefined) throw notFound();
      return id;
    },
    paramIfAny: (name) => ids[name],
  };
}

/**
 * The form as it was when the session ended, for the person who typed it alone. A screen whose form is not conform's has
 * an intent `restored`, which gets the typed values as its form.
 */
async function restoreDraft<T>(
  args: Omit<FormArgs, "form" | "idempotencyKey" | "detail" | "step">,
  form: FormData,
  restore?: FormHandler<T>,
) {
  const draft = await openDraft(form.get("draft"));
  const t = args.translate(outcomes);
  if (!draft || draft.userId !== args.user._id) return refusal(t("draftGone"));
  const kept: Notice = { tone: "info", title: t("draftRestored"), description: t("draftNotSent") };
  if (!restore) {
    const typed = keptForm(draft);
    return withPosted(formAgain(typed, { lastResult: keptResult(draft), notice: kept }, 200), typed);
  }
  return restore({
    ...args,
    form: keptForm(draft),
    idempotencyKey: crypto.randomUUID(),
    detail: "",
    step: "first",
    kept,
  });
}

/** The form with its one-time key: a post that fails and is sent again must be known by the same one. */
function withOwnKey(form: FormData): FormData {
  form.set("idempotencyKey", idempotencyKeyOf(form));
  return form;
}

/** The page for a post whose screen cannot be shown again. */
async function unseen(state: RequestState, request: Request) {
  const post = await failedPost(state, new URL(request.url));
  return data<ScreenError>(
    { screen: "failed", requestId: state.requestId, post },
    { status: state.pageStatus },
  );
}

type Refused = ReturnType<typeof denied>;

const isRefused = (thrown: unknown): thrown is Refused =>
  ["denied", "archived-customer"].includes(closed.safeParse(thrown).data?.data.screen ?? "");

/** The page of whoever lost their access while a form was open keeps what was typed in it (SHELL-54). */
async function withPost(refused: Refused, state: RequestState, request: Request): Promise<Refused> {
  if (state.changes === "done") return refused;
  const post = await failedPost(state, new URL(request.url));
  return post && post.typed.length > 0
    ? { ...refused, data: { ...refused.data, post } as ScreenError }
    : refused;
}

/** The answer when the session has ended: a post keeps what was typed, a page leads to sign-in. */
async function sessionEnd(state: RequestState, from: URL) {
  const { postedForm: form, session } = state;
  const userId = session.userId ?? session.former?.userId;
  const draft = form && userId ? await sealDraft(userId, from.pathname + from.search, form) : null;
  const next = endedSession(session);
  state.changeSession(next);
  if (draft) {
    state.ending = expired({ draft, csrf: csrfToken(next), loginPath: loginPath(from, "expired") });
    return state.ending;
  }
  return state.isDataRequest ? expired() : toLogin(from, "expired");
}

// Every way out of a loader or action passes here: API errors become screens, redirects carry the cookies.
async function respond<T>(
  request: Request,
  context: AppLoadContext,
  run: (state: RequestState) => Promise<T>,
): Promise<T> {
  const state = await RequestState.of(request, context);
  try {
    const result = await run(state);
    if (result instanceof Response) await state.commit(result.headers);
    return result;
  } catch (thrown) {
    if (thrown instanceof Response) {
      await state.commit(thrown.headers);
      throw thrown;
    }
    if (thrown instanceof FileAnswer) {
      state.file = thrown;
      // No page is drawn; entry.server.tsx answers the file.
      throw new Response(null);
    }
    if (isRefused(thrown)) throw await withPost(thrown, state, request);
    if (!(thrown instanceof Error)) throw thrown;
    if (thrown instanceof ApiError) {
      if (thrown.kind === "UNAUTHENTICATED") {
        const ended = await sessionEnd(state, new URL(request.url));
        if (ended instanceof Response) await state.commit(ended.headers);
        throw ended;
      }
      if (thrown.kind === "FORBIDDEN") throw await withPost(denied(), state, request);
      if (thrown.kind === "NOT_FOUND") throw notFound();
    }
    // Scripts keep the page that posted, with its form (SHELL-54); without them the answer holds what was posted.
    state.hasPostFailed = state.isDataRequest && state.sentForm !== undefined;
    const post = state.isDataRequest ? undefined : await failedPost(state, new URL(request.url));
    throw failed(thrown, state.requestId, post);
  }
}
