/** Wraps every loader and action: commits cookies, turns API errors into screens, and preserves posted input. */
import { type AppLoadContext, data } from "@remix-run/node";
import { z } from "zod/v4";
import { csrfToken, endedSession } from "~/sessions.server";
import { sealDraft } from "./draft.server";
import { failedPost } from "./failed-post.server";
import { FileAnswer } from "./file-answer.server";
import { ApiError } from "./regional-api.server";
import { RequestState } from "./request-state.server";
import { denied, expired, failed, loginPath, notFound, type ScreenError, toLogin } from "./screens.server";

/** Error thrown by a screen that is closed to the user. */
export const closedScreen = z.object({
  data: z.object({ screen: z.enum(["denied", "archived-customer", "not-found"]) }),
  init: z.object({ headers: z.instanceof(Headers).optional() }).nullish(),
});

/** Page for a post whose screen cannot be rendered again. */
export async function unrenderableScreen(state: RequestState, request: Request) {
  const post = await failedPost(state, new URL(request.url));
  return data<ScreenError>(
    { screen: "failed", requestId: state.requestId, post },
    { status: state.pageStatus },
  );
}

type Refused = ReturnType<typeof denied>;

const isRefused = (thrown: unknown): thrown is Refused =>
  ["denied", "archived-customer"].includes(closedScreen.safeParse(thrown).data?.data.screen ?? "");

/** Adds the typed input to the error page if access was lost while a form was open (SHELL-54). */
async function withTypedInput(refused: Refused, state: RequestState, request: Request): Promise<Refused> {
  if (state.changes === "done") return refused;
  const post = await failedPost(state, new URL(request.url));
  return post && post.typed.length > 0
    ? { ...refused, data: { ...refused.data, post } as ScreenError }
    : refused;
}

/** Response when the session has ended: a post keeps its input, a page redirects to the sign-in. */
export async function sessionEnd(state: RequestState, from: URL) {
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

/** Exit point of every loader and action: turns API errors into screens and adds the cookies to redirects. */
export async function respond<T>(
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
      // No page is rendered; entry.server.tsx sends the file.
      throw new Response(null);
    }
    if (isRefused(thrown)) throw await withTypedInput(thrown, state, request);
    if (!(thrown instanceof Error)) throw thrown;
    if (thrown instanceof ApiError) {
      if (thrown.kind === "UNAUTHENTICATED") {
        const ended = await sessionEnd(state, new URL(request.url));
        if (ended instanceof Response) await state.commit(ended.headers);
        throw ended;
      }
      if (thrown.kind === "FORBIDDEN") throw await withTypedInput(denied(), state, request);
      if (thrown.kind === "NOT_FOUND") throw notFound();
    }
    // With scripts the posting page stays, with its form (SHELL-54); without, the response contains the posted values.
    state.hasPostFailed = state.isDataRequest && state.sentForm !== undefined;
    const post = state.isDataRequest ? undefined : await failedPost(state, new URL(request.url));
    throw failed(thrown, state.requestId, post);
  }
}
