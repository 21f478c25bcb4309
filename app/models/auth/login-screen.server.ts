import { codeText, factorText } from "~/models/form/pasted";
import { data, redirect } from "@remix-run/node";
import type { SubmissionResult } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { auth } from "~/i18n/auth";
import { type Translate, translator } from "~/i18n/texts";
import { openDraft } from "~/services/draft.server";
import type { PublicForm } from "~/services/guard.server";
import { landingRedirect } from "~/services/landing.server";
import { logger } from "~/services/log.server";
import type { RequestState } from "~/services/request-state.server";
import { csrfToken, enrolmentStep, type MfaStep, mfaStepCookie, type Notice } from "~/sessions.server";
import { loginSchema } from "./login.schema";
import {
  requestNewCode,
  type CodeOutcome,
  enrolmentKey,
  type LoginOutcome,
  type CallFailure,
  signIn,
  signInByCode,
  signInByEnrolment,
} from "./login.server";
import { setUpOf, type AppSetup } from "./authenticator.server";
import { brandOf } from "~/services/brand.server";
import { getCurrentUser } from "~/services/identity.server";
import type { WithIntents } from "~/services/intents";

type LoginTexts = Translate<(typeof auth)["en"]>;

/** The fields of the one-time-code step that the page may see. */
export const publicStep = (step: MfaStep) => ({
  email: step.email,
  rememberMinutes: step.rememberMinutes,
  hasApp: step.hasApp,
  passkey: step.passkey,
  isAppOnly: step.isAppOnly ?? false,
  resendAt: step.resendAt,
  wait: secondsUntilResend(step),
});
/** Seconds until a new code can be requested. */
const secondsUntilResend = ({ resendAt }: MfaStep) => Math.max(0, Math.ceil((resendAt - Date.now()) / 1000));

/** Notice on the sign-in page after the session has ended (SESS-17). */
export const expiredNotice = (t: LoginTexts): Notice => ({
  tone: "warning",
  title: `${t("login.expiredTitle")} ${t("login.expiredText")}`,
});

/** Page state after a post. */
export type LoginAnswer = {
  lastResult?: SubmissionResult<string[]>;
  notice?: Notice;
  /** Set if the account is locked: the maximum remaining minutes. */
  lockedMinutes?: number;
  mfa?: ReturnType<typeof publicStep> | null;
  codeError?: string;
  /** Set if an app must be set up. */
  setUp?: AppSetup | null;
  /** Set once the app is confirmed and the user signed in: recovery codes, and where to continue. */
  enrolled?: { recoveryCodes: string[]; email: string; nextHref?: string };
  /** "Remember this device" as ticked when the code was left empty. */
  remember?: boolean;
  /** The sealed form waiting for its user to sign in again (see draft.server.ts). */
  draft?: string;
  /** After signing in: where the kept form is posted, and where to go without it. */
  kept?: { csrf: string; to: string; elsewhere: string };
};
/** Renders the page again, with status 400 by default. */
const answer = (value: LoginAnswer, status = 400) => data<LoginAnswer>(value, { status });

type Args = PublicForm & { t: LoginTexts; draft: string | undefined };

type Handler = (args: Args) => Promise<Response | ReturnType<typeof answer>>;

const handlers = {
  "": logIn,
  keep: keepForm,
  verify: verifyCode,
  passkey: verifyCode,
  enrol: confirmEnrolment,
  resend: resendMailCode,
  back: backToLogin,
} satisfies Record<string, Handler>;

/** Intents of the page's buttons. */
export type LoginIntents = WithIntents<Exclude<keyof typeof handlers, "">>;

/** Handles the pressed button; returns the page's state or a redirect. */
export async function answerLogin(args: PublicForm) {
  const { form, language } = args;
  const intent = String(form.get("intent") ?? "");
  const handler = new Map<string, Handler>(Object.entries(handlers)).get(intent);
  const draft = form.get("draft");
  const t = translator(auth, language);
  if (!handler) {
    logger.warn("unknown intent", { intent: intent.slice(0, 60), path: args.url.pathname });
    return answer({});
  }
  return handler({ ...args, t, draft: typeof draft === "string" ? draft : undefined });
}

/** Carries a kept form through the sign-in (SESS-16). */
async function keepForm({ t, draft }: Args) {
  return answer({ draft, notice: expiredNotice(t) }, 200);
}

/** The email step (AUTH-05..19). */
async function logIn({ url, state, form, t, draft }: Args) {
  const submission = parseWithZod(form, { schema: loginSchema(t) });
  const lastResult = submission.reply({ hideFields: ["password"] });
  if (submission.status !== "success") return answer({ lastResult, draft });

  const { email, password } = submission.value;
  const result = await signIn(state, email, password);
  switch (result.outcome) {
    case "signed-in":
      return redirectAfterSignIn(url, state, draft);
    case "code-needed":
      state.addCookie(await mfaStepCookie.write(result.step));
      if (draft) return answer({ mfa: publicStep(result.step), draft }, 200);
      return redirect(`${url.pathname}${url.search}`, 303);
    case "password-change": {
      const { token, region } = result;
      return redirect(`/resetPassword?${new URLSearchParams({ token, region, reason: "change" })}`, 303);
    }
    case "locked":
      return answer({ lockedMinutes: result.minutes, draft }, 403);
    default:
      return answer(
        { lastResult, notice: { tone: "error", title: messageFor(result, t) }, draft },
        statusFor(result),
      );
  }
}

/** The one-time-code step (AUTH-22, AUTH-32..36). */
async function verifyCode({ request, url, state, form, t, draft }: Args) {
  const step = await mfaStepCookie.read(request);
  if (!step) return answer({ notice: { tone: "error", title: t("errors.codeExpired") }, mfa: null, draft });
  // Recovery codes are validated by the API. People also paste them into the field for the six digits.
  const recovery = step.hasApp ? String(form.get("recovery") ?? "").trim() : "";
  const code = factorText(String(form.get("code") ?? "")) || recovery.slice(0, 200);
  const remember = form.get("remember") === "on";
  const passkey = form.get("intent") === "passkey" ? String(form.get("passkey") ?? "") : "";
  if (!code && !passkey)
    return answer({ mfa: publicStep(step), codeError: t("errors.codeRequired"), remember, draft });
  const result = await signInByCode(state, step, passkey ? { passkey } : { code }, remember);
  if (result.outcome === "rate-limited" || result.outcome === "unavailable") {
    // Without a response the code may already be used: a retry shows this, and a new code can be requested.
    return answer(
      { mfa: publicStep(step), notice: { tone: "error", title: noAnswerMessage(result, t) }, draft },
      statusFor(result),
    );
  }
  if (result.outcome === "must-enrol") {
    const next = enrolmentStep(step);
    state.addCookie(await mfaStepCookie.write(next));
    if (!draft) return redirect(`${url.pathname}${url.search}`, 303);
    return answer({ mfa: null, ...(await enrolmentShown(request, state, next, t)), draft }, 200);
  }
  // Any other outcome ends the step (AUTH-29, AUTH-32).
  state.addCookie(await mfaStepCookie.write(null));
  if (result.outcome === "signed-in") return redirectAfterSignIn(url, state, draft);
  if (result.outcome === "locked") return answer({ lockedMinutes: result.minutes, mfa: null, draft }, 403);
  return answer({ notice: { tone: "error", title: t(codeMessages[result.outcome]) }, mfa: null, draft });
}

/** The app to set up, as the page shows it; a notice if the step has expired or the API did not answer. */
export async function enrolmentShown(
  request: Request,
  state: RequestState,
  step: MfaStep,
  t: LoginTexts,
): Promise<Pick<LoginAnswer, "setUp" | "notice">> {
  const found = await enrolmentKey(state, step);
  if ("key" in found) return { setUp: setUpOf(brandOf(request).productName, step.email, found.key) };
  if (found.outcome === "expired") state.addCookie(await mfaStepCookie.write(null));
  const title =
    found.outcome === "expired"
      ? t("enrol.over")
      : found.outcome === "no-region"
        ? t("errors.region")
        : noAnswerMessage(found, t);
  return { setUp: null, notice: { tone: "error", title } };
}

/** Confirms the required app with its first code (MFA-06). */
async function confirmEnrolment({ request, url, state, form, t, draft }: Args) {
  const step = await mfaStepCookie.read(request);
  const isOver = () => answer({ notice: { tone: "error", title: t("enrol.over") }, setUp: null, draft });
  if (!step?.mustEnrol) return isOver();
  const code = codeText(String(form.get("code") ?? ""));
  const again = async (codeError: string) =>
    answer({ codeError, draft, ...(await enrolmentShown(request, state, step, t)) });
  if (!code) return again(t("errors.codeRequired"));
  const result = await signInByEnrolment(state, step, code);
  if (result.outcome === "wrong") return again(t("errors.codeWrong"));
  if (result.outcome === "rate-limited" || result.outcome === "unavailable") {
    const shown = await enrolmentShown(request, state, step, t);
    const notice: Notice = { tone: "error", title: noAnswerMessage(result, t) };
    return answer({ ...shown, notice, draft }, statusFor(result));
  }
  state.addCookie(await mfaStepCookie.write(null));
  if (result.outcome !== "enrolled") return isOver();
  // Recovery codes are shown only once, so stay on the page although the user is signed in.
  const place = await redirectAfterSignIn(url, state, draft);
  state.hasKeptForm = true;
  const { recoveryCodes } = result;
  const shown = { recoveryCodes, email: step.email };
  if (!(place instanceof Response)) return answer({ ...place.data, enrolled: shown }, 200);
  return answer({ enrolled: { ...shown, nextHref: place.headers.get("location") ?? "/" } }, 200);
}

const codeMessages = {
  wrong: "errors.codeWrong",
  expired: "errors.codeExpired",
  "no-user": "errors.codeNoUser",
  arguments: "errors.codeArguments",
  "app-held": "errors.appHeld",
  "no-region": "errors.region",
  failed: "errors.unexpected",
} as const satisfies Record<
  Exclude<CodeOutcome["outcome"], "signed-in" | "must-enrol" | "locked" | CallFailure["outcome"]>,
  string
>;

/** Resends the code (AUTH-26..28, AUTH-85). */
async function resendMailCode({ request, state, t, draft }: Args) {
  const step = await mfaStepCookie.read(request);
  if (!step || step.mustEnrol)
    return answer({ notice: { tone: "error", title: t("errors.codeExpired") }, mfa: null, draft });
  const wait = secondsUntilResend(step);
  if (wait > 0) {
    return answer({
      mfa: publicStep(step),
      notice: { tone: "warning", title: t("mfa.resendIn", { count: wait }) },
      draft,
    });
  }
  const next = await requestNewCode(state, step);
  if ("outcome" in next) {
    if (next.outcome === "rate-limited") return resendLater(state, step, next, t, draft);
    if (next.outcome === "unavailable") {
      const notice: Notice = { tone: "error", title: noAnswerMessage(next, t) };
      return answer({ mfa: publicStep(step), notice, draft }, statusFor(next));
    }
    state.addCookie(await mfaStepCookie.write(null));
    if (next.outcome === "locked") return answer({ lockedMinutes: next.minutes, mfa: null, draft }, 403);
    const title = t(next.outcome === "no-region" ? "errors.region" : "errors.codeWrong");
    return answer({ notice: { tone: "error", title }, mfa: null, draft });
  }
  state.addCookie(await mfaStepCookie.write(next));
  return answer({ mfa: publicStep(next), notice: { tone: "success", title: t("mfa.resent") }, draft }, 200);
}

/** The API rate-limits codes per account, independent of this browser. The code already mailed still works. */
async function resendLater(
  state: RequestState,
  step: MfaStep,
  refused: Extract<CallFailure, { retryAfter: number }>,
  t: LoginTexts,
  draft: string | undefined,
) {
  const { retryAfter } = refused;
  const later = { ...step, resendAt: Date.now() + retryAfter * 1000 };
  state.addCookie(await mfaStepCookie.write(later));
  const title = retryAfter <= 60 ? t("mfa.resendIn", { count: retryAfter }) : noAnswerMessage(refused, t);
  return answer({ mfa: publicStep(later), notice: { tone: "warning", title }, draft }, 429);
}

/** Returns to the empty email step (AUTH-31), keeping a pending form. */
async function backToLogin({ url, state, draft }: Args) {
  state.addCookie(await mfaStepCookie.write(null));
  if (draft) return answer({ mfa: null, draft }, 200);
  return redirect(`${url.pathname}${url.search}`, 303);
}

/** Destination after signing in: the page in the URL, or first the form that was interrupted. */
async function redirectAfterSignIn(url: URL, state: RequestState, sealed: string | undefined) {
  const user = await state.once("signed-in user", () => getCurrentUser(state.api(state.session.region)));
  const place = landingRedirect(url, user);
  const draft = await openDraft(sealed);
  if (draft?.userId !== user._id) return place;
  state.hasKeptForm = true;
  const elsewhere = place.headers.get("location") ?? "/";
  return answer({ draft: sealed, kept: { csrf: csrfToken(state.session), to: draft.to, elsewhere } }, 200);
}

/** Message for a rate limit (in minutes above 60 seconds) or an unreachable API (AUTH-85, AUTH-110). */
export function noAnswerMessage(result: CallFailure, t: LoginTexts): string {
  if (result.outcome === "unavailable") return t("errors.unavailable");
  const { retryAfter } = result;
  return retryAfter <= 60
    ? t("errors.rateLimitedSeconds", { count: Math.max(1, retryAfter) })
    : t("errors.rateLimitedMinutes", { count: Math.ceil(retryAfter / 60) });
}

const statuses: Partial<Record<LoginOutcome["outcome"], number>> = {
  "rate-limited": 429,
  unavailable: 503,
  locked: 403,
};

/** HTTP status of the page that reports how a sign-in ended. */
export const statusFor = ({ outcome }: { outcome: string }): number =>
  statuses[outcome as LoginOutcome["outcome"]] ?? 400;

function messageFor(result: LoginOutcome, t: LoginTexts): string {
  if (result.outcome === "no-region") return t("errors.region");
  if (result.outcome === "rate-limited" || result.outcome === "unavailable")
    return noAnswerMessage(result, t);
  if (result.outcome === "first-password-over") return t("errors.firstPasswordOver");
  if (result.outcome !== "wrong") return t("errors.unexpected");
  const { remaining } = result;
  return remaining === undefined
    ? t("errors.wrong")
    : `${t("errors.wrong")} ${t("errors.remaining", { count: remaining })}`;
}
