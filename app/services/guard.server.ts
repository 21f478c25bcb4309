/** Guards for routes' loaders and actions: session, flag and rights are checked before a screen's result is used. */
import {
  type ActionFunctionArgs,
  type AppLoadContext,
  type LoaderFunctionArgs,
  redirect,
} from "@remix-run/node";
import type { Params } from "@remix-run/react";
import type { AwsRegion } from "~/regions";
import type { Language } from "~/i18n/texts";
import { outcomes } from "~/i18n/outcomes";
import type { Notice } from "~/sessions.server";
import { accessOrThrow, isClosed, rightsOf, signedInOrThrow } from "./access.server";
import type { ConsoleArgs, FormArgs } from "./console-args";
import { CustomerApi } from "./customer-api.server";
import { keptForm, draftResult, openDraft } from "./draft.server";
import { refusal } from "./failure.server";
import { rerenderForm } from "./form-action.server";
import type { FormKind } from "./form-limits.server";
import { type Gate, type GateOf, hasFlags } from "./gates";
import type { CurrentUser } from "./identity.server";
import { saveStepOf, type WithIntents } from "./intents";
import { languageOf } from "./language.server";
import { logger } from "./log.server";
import { idempotencyKeyOf, readForm, withFormKey, withPostedValues } from "./posted-form.server";
import { userFromOtherRegion } from "./session-user.server";
import { ApiError } from "./regional-api.server";
import type { RequestState } from "./request-state.server";
import { closedScreen, respond, unrenderableScreen } from "./respond.server";
import { isHeld } from "./rights";
import { argumentsOf, withIds } from "./screen-arguments.server";
import { denied, notFound, restoreIntent, unacceptablePost } from "./screens.server";
import { type Access, readDuringAuthMe, speculativeAccess } from "./speculative-access.server";

type Handler<T> = (args: ConsoleArgs) => Promise<T> | T;
/** Handler of an intent. */
export type FormHandler<T> = (args: FormArgs) => Promise<T> | T;

const gateAt = (gate: GateOf, params: Params): Gate => (typeof gate === "function" ? gate(params) : gate);

/** A `once` without caching, for actions: earlier answers may be stale. */
const withoutMemo = <T>(_: string, load: () => Promise<T>): Promise<T> => load();

/** Guarded loader; required for every screen below /region/{awsRegion}/customers/{customerId}. */
export function consoleLoader<T>(gateOf: GateOf, load: Handler<T>) {
  return ({ request, params, context }: LoaderFunctionArgs): Promise<T> =>
    respond(request, context, async (state) => {
      const gate = gateAt(gateOf, params);
      const accessPromise = accessOrThrow(state, request, params);
      const { answer, deferredEffects } = await readDuringAuthMe(state, params, accessPromise, (access) =>
        loadSpeculatively(gate, load, { state, access, request, params }),
      );
      const settled = await answer
        .then((result) => ({ result }))
        .catch((thrown: unknown) => ({ thrown }))
        .finally(() => deferredEffects.forEach((effect) => effect()));
      // Without its main data the screen cannot show the posted form (SHELL-54).
      if (state.sentForm && !state.showsPosted && !state.isDataRequest && state.pageStatus >= 500)
        throw await unrenderableScreen(state, request);
      if ("thrown" in settled) throw settled.thrown;
      return settled.result;
    });
}

type Attempt = { state: RequestState; access: Access; request: Request; params: Params };

/** Runs a screen's load speculatively. Notices and statuses are deferred until its answer is used. */
function loadSpeculatively<T>(gate: Gate, load: Handler<T>, { state, access, request, params }: Attempt) {
  const deferredEffects: (() => void)[] = [];
  const answer = async () => {
    const args = {
      ...(await argumentsOf(state, access, request, params)),
      notify: (notice: Notice) => void deferredEffects.push(() => state.notify(notice)),
      degrade: (status: number) => void deferredEffects.push(() => state.degrade(status)),
    };
    const isOpen = hasFlags(gate, args.flags);
    // Loads in parallel with the access check, which saves a round trip; the API authorises every read anyway.
    const result = isOpen ? (async () => load(withIds(args, params)))() : Promise.reject(notFound());
    result.catch(() => {});
    const rights = await args.rights();
    // With its flag off a screen is "not found", whatever the rights.
    if (isOpen && !isHeld(rights, gate.right)) throw denied();
    return await result;
  };
  return { deferredEffects, answer: answer() };
}

/** The page a file belongs to: the parent path. */
export const parentPath = ({ pathname }: URL): string => pathname.slice(0, pathname.lastIndexOf("/"));

/**
 * Guarded loader of a file. A file cannot show an error page, so if access is denied the browser is redirected to the
 * parent path, which explains it (USER-95).
 */
export function fileLoader<T>(gate: GateOf, load: Handler<T>) {
  const loader = consoleLoader(gate, load);
  return (args: LoaderFunctionArgs): Promise<T> => loader(args).catch(redirectToParent(args.request));
}

/** Redirects a closed screen to its parent path; rethrows anything else. */
const redirectToParent =
  ({ url }: Request) =>
  (thrown: unknown): never => {
    const found = closedScreen.safeParse(thrown);
    if (!found.success) throw thrown;
    const headers = new Headers(found.data.init?.headers);
    throw redirect(parentPath(new URL(url)), { status: 303, headers });
  };

/** Action type: returns its handlers' results and knows their names. */
type ConsoleAction<Handlers extends Readonly<Record<string, FormHandler<unknown>>>> = WithIntents<
  keyof Handlers & string
> &
  ((args: ActionFunctionArgs) => Promise<Awaited<ReturnType<Handlers[keyof Handlers]>>>);

/**
 * Guarded action of a screen: one handler per intent, chosen by the pressed button's value. Exposes the intents' names,
 * so that buttons can only use existing ones (`intentsOf`).
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
      // Without a session, current or ended, the form's owner is unknown: only signing in helps (USER-118).
      const { userId, former } = state.session;
      if (!userId && !former) await accessOrThrow(state, request, params);
      const takesFile = async () => {
        if (!kind?.hasFile) return false;
        if (await isClosed(gate, state, params)) throw denied();
        return state.takesFile();
      };
      const form = withIdempotencyKey(await readForm(state, request, kind, takesFile));
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
      // The pressed button's intent follows the form's default one.
      const [intent = "", ...about] = String(form.getAll("intent").at(-1) ?? "").split(":");
      if (intent === restoreIntent) return await restoreDraft(args, form, byName.get("restored"));
      const handler = byName.get(intent);
      if (!handler) {
        logger.warn("unknown intent", { intent: intent.slice(0, 60), path: new URL(request.url).pathname });
        throw unacceptablePost();
      }
      const idempotencyKey = idempotencyKeyOf(form);
      const detail = about.join(":");
      const api = CustomerApi.ofForm(args.api, idempotencyKey);
      const answer = await handler({ ...args, api, form, idempotencyKey, detail, step: saveStepOf(detail) });
      state.beginPage();
      return withPostedValues(
        withFormKey(answer, state.changes === "done" ? crypto.randomUUID() : idempotencyKey),
        form,
      );
    });
  return Object.assign(action, { intents }) as ConsoleAction<Handlers>;
}

/** Guarded action that sends a file; a closed one is handled as in `fileLoader`. */
export function fileAction(gate: GateOf, handlers: Readonly<Record<string, FormHandler<unknown>>>) {
  const action = consoleAction(gate, handlers);
  return (args: ActionFunctionArgs): Promise<unknown> => action(args).catch(redirectToParent(args.request));
}

type SessionArgs = { request: Request; url: URL; params: Params; state: RequestState; user: CurrentUser };

/** Loader of the few pages that need a user but no customer. */
export function sessionLoader<T>(load: (args: SessionArgs) => Promise<T> | T) {
  return ({ request, params, context }: LoaderFunctionArgs): Promise<T> =>
    respond(request, context, async (state) => {
      const user = await signedInOrThrow(state, request, params);
      return load({ request, url: new URL(request.url), params, state, user });
    });
}

/**
 * Loader of the frame around a region's screens. The frame stays up if that region is down, because other regions know
 * the user too; if `isDown`, do not query the region.
 */
export function frameLoader<T>(
  region: AwsRegion | undefined,
  load: (args: SessionArgs & { isDown: boolean }) => Promise<T> | T,
) {
  return ({ request, params, context }: LoaderFunctionArgs): Promise<T> =>
    respond(request, context, async (state) => {
      let isDown = false;
      // Fetch the frame's rights in parallel with AuthMe; `rightsOf` reuses them only for the same user.
      const assumed = speculativeAccess(state, params);
      if (assumed) rightsOf(state, assumed).catch(() => {});
      const user = await signedInOrThrow(state, request, params).catch(async (error: unknown) => {
        isDown = region !== undefined && error instanceof ApiError && error.outcomeUnknown;
        const known = isDown && region ? await userFromOtherRegion(state, region) : null;
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

/** Loader of public pages (AUTH-02). */
export function publicLoader<T>(load: (args: PublicArgs) => Promise<T> | T) {
  return ({ request, context }: LoaderFunctionArgs): Promise<T> =>
    respond(request, context, async (state) =>
      load({ request, url: new URL(request.url), state, context, language: await languageOf(request) }),
    );
}

/** Action of a public page; the form must still belong to this session. */
export function publicAction<T>(act: (args: PublicForm) => Promise<T> | T) {
  return ({ request, context }: ActionFunctionArgs): Promise<T> =>
    respond(request, context, async (state) => {
      const form = withIdempotencyKey(await readForm(state, request));
      const language = await languageOf(request);
      return act({ request, url: new URL(request.url), state, context, language, form });
    });
}

/**
 * Restores a form kept when the session ended, for the user who typed it only. Screens whose form is not conform's have
 * a `restored` intent that receives the typed values.
 */
async function restoreDraft<T>(
  args: ConsoleArgs & Pick<FormArgs, "held" | "showsPosted">,
  form: FormData,
  restore?: FormHandler<T>,
) {
  const draft = await openDraft(form.get("draft"));
  const t = args.translate(outcomes);
  if (!draft || draft.userId !== args.user._id) return refusal(t("draftGone"));
  const kept: Notice = { tone: "info", title: t("draftRestored"), description: t("draftNotSent") };
  if (!restore) {
    const typed = keptForm(draft);
    return withPostedValues(
      rerenderForm(typed, { lastResult: draftResult(draft), notice: kept }, 200),
      typed,
    );
  }
  const idempotencyKey = crypto.randomUUID();
  return restore({
    ...args,
    api: CustomerApi.ofForm(args.api, idempotencyKey),
    form: keptForm(draft),
    idempotencyKey,
    detail: "",
    step: "first",
    kept,
  });
}

/** Ensures the form has an idempotency key: a resent post must use the same one. */
function withIdempotencyKey(form: FormData): FormData {
  form.set("idempotencyKey", idempotencyKeyOf(form));
  return form;
}
