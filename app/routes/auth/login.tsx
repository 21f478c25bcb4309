import { data, redirect } from "@remix-run/node";
import { type ShouldRevalidateFunction, useActionData, useLoaderData, useLocation } from "@remix-run/react";
import type { SubmissionResult } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { KeptFormReturn } from "~/components/auth/kept-form-return";
import { LoginForm } from "~/components/auth/login-form";
import { MfaForm } from "~/components/auth/mfa-form";
import { AuthCard } from "~/components/shell/auth-card";
import { useTexts } from "~/components/shell/console-context";
import { titled } from "~/components/shell/page-title";
import { ButtonLink } from "~/components/ui/button";
import { Notices } from "~/components/ui/notices";
import { auth } from "~/i18n/auth";
import { translator, type Translate } from "~/i18n/texts";
import { loginSchema } from "~/models/login.schema";
import {
  askForNewCode,
  type CodeOutcome,
  type LoginOutcome,
  signIn,
  signInByCode,
} from "~/models/login.server";
import { getCurrentUser } from "~/models/session.server";
import { openDraft } from "~/services/draft.server";
import { env } from "~/services/env.server";
import { type PublicForm, publicAction, publicLoader } from "~/services/guard.server";
import { landing } from "~/services/landing.server";
import { visitor } from "~/services/presence.server";
import type { RequestState } from "~/services/request-state.server";
import { type MfaStep, mfaStepCookie, type Notice } from "~/sessions.server";

export const handle = titled(auth, "login.title");

/** Whoever is signed in already goes where a sign-in would lead (AUTH-41). */
export const loader = publicLoader(async ({ request, url, state }) => {
  const user = state.hasKeptForm ? null : await visitor(state);
  if (user) throw landing(url, user);
  const step = await mfaStepCookie.read(request);
  return {
    notices: await state.takeNotices(),
    hasExpired: url.searchParams.get("reason") === "expired",
    mfa: step && shownStep(step),
    links: { privacy: env.PRIVACY_URL, cookie: env.COOKIE_URL, acceptableUse: env.ACCEPTABLE_USE_URL },
  };
});

/** Whoever has a kept form to go back to is not sent on by the loader, though signed in by now. */
export const shouldRevalidate: ShouldRevalidateFunction = ({ actionResult, defaultShouldRevalidate }) =>
  (actionResult as Answer | undefined)?.kept ? false : defaultShouldRevalidate;

const shownStep = (step: MfaStep) => ({
  email: step.email,
  rememberMinutes: step.rememberMinutes,
  resendAt: step.resendAt,
  wait: waitOf(step),
});
/** Seconds until a new code can be asked for. */
const waitOf = ({ resendAt }: MfaStep) => Math.max(0, Math.ceil((resendAt - Date.now()) / 1000));

/** What the page shows after a post, beside its first state. */
type Answer = {
  lastResult?: SubmissionResult<string[]>;
  notice?: Notice;
  isLocked?: boolean;
  mfa?: ReturnType<typeof shownStep> | null;
  codeError?: string;
  /** The sealed form that waits for its person to come back (see draft.server.ts). */
  draft?: string;
  /** Signed in: where that form goes back to, and where to go without it. */
  kept?: { to: string; elsewhere: string };
};
const answer = (value: Answer, status = 400) => data<Answer>(value, { status });

type Args = PublicForm & { t: Translate<(typeof auth)["en"]>; draft: string | undefined };

export const action = publicAction((args) => {
  const draft = args.form.get("draft");
  const full = {
    ...args,
    t: translator(auth, args.language),
    draft: typeof draft === "string" ? draft : undefined,
  };
  const intent = String(args.form.get("intent") ?? "");
  const handlers: Record<string, (args: Args) => Promise<Response | ReturnType<typeof answer>>> = {
    "": login,
    keep: async ({ t, draft }) => answer({ draft, notice: expiredNotice(t) }, 200),
    verify,
    resend,
    back,
  };
  return (Object.hasOwn(handlers, intent) ? handlers[intent] : undefined)?.(full) ?? answer({}, 400);
});

async function login({ url, state, form, t, draft }: Args) {
  const submission = parseWithZod(form, { schema: loginSchema(t) });
  const lastResult = submission.reply({ hideFields: ["password"] });
  if (submission.status !== "success") return answer({ lastResult, draft });

  const { email, password } = submission.value;
  const result = await signIn(state, email, password);
  switch (result.outcome) {
    case "signed-in":
      return arrival(url, state, draft);
    case "code-needed":
      state.addCookie(await mfaStepCookie.write(result.step));
      if (draft) return answer({ mfa: shownStep(result.step), draft }, 200);
      return redirect(`${url.pathname}${url.search}`, 303);
    case "password-change": {
      const { token, region } = result;
      return redirect(`/resetPassword?${new URLSearchParams({ token, region, reason: "change" })}`, 303);
    }
    case "locked":
      return answer({ isLocked: true, draft }, 403);
    default:
      return answer({ lastResult, notice: { tone: "error", title: messageFor(result, t) }, draft });
  }
}

async function verify({ request, url, state, form, t, draft }: Args) {
  const step = await mfaStepCookie.read(request);
  if (!step) return answer({ notice: { tone: "error", title: t("errors.codeExpired") }, mfa: null, draft });
  const code = String(form.get("code") ?? "").trim();
  if (!code) return answer({ mfa: shownStep(step), codeError: t("errors.codeRequired"), draft });
  const outcome = await signInByCode(state, step, code, form.get("remember") === "on");
  // Whatever comes of it, the step is over (AUTH-29, AUTH-32).
  state.addCookie(await mfaStepCookie.write(null));
  if (outcome === "signed-in") return arrival(url, state, draft);
  return answer({ notice: { tone: "error", title: t(codeMessages[outcome]) }, mfa: null, draft });
}

const codeMessages = {
  wrong: "errors.codeWrong",
  expired: "errors.codeExpired",
  "no-user": "errors.codeNoUser",
  arguments: "errors.codeArguments",
  "no-region": "errors.region",
} as const satisfies Record<Exclude<CodeOutcome, "signed-in">, string>;

async function resend({ request, state, t, draft }: Args) {
  const step = await mfaStepCookie.read(request);
  if (!step) return answer({ notice: { tone: "error", title: t("errors.codeExpired") }, mfa: null, draft });
  const wait = waitOf(step);
  if (wait > 0) {
    return answer({
      mfa: shownStep(step),
      notice: { tone: "warning", title: t("mfa.resendIn", { count: wait }) },
      draft,
    });
  }
  const next = await askForNewCode(state, step);
  if ("outcome" in next) {
    state.addCookie(await mfaStepCookie.write(null));
    return answer({ isLocked: next.outcome === "locked", notice: failed(next, t), mfa: null, draft });
  }
  state.addCookie(await mfaStepCookie.write(next));
  return answer({ mfa: shownStep(next), notice: { tone: "success", title: t("mfa.resent") }, draft }, 200);
}

async function back({ url, state }: Args) {
  state.addCookie(await mfaStepCookie.write(null));
  return redirect(`${url.pathname}${url.search}`, 303);
}

/** After signing in: where the address wants to go, or first back to the form that was interrupted. */
async function arrival(url: URL, state: RequestState, sealed: string | undefined) {
  const user = await state.once("signed-in user", () => getCurrentUser(state.api(state.session.region)));
  const place = landing(url, user);
  const draft = await openDraft(sealed);
  if (draft?.userId !== user._id) return place;
  state.hasKeptForm = true;
  return answer(
    { draft: sealed, kept: { to: draft.to, elsewhere: place.headers.get("location") ?? "/" } },
    200,
  );
}

const expiredNotice = (t: Args["t"]): Notice => ({
  tone: "warning",
  title: `${t("login.expiredTitle")} ${t("login.expiredText")}`,
});

const failed = (result: LoginOutcome, t: Args["t"]): Notice => ({
  tone: "error",
  title: messageFor(result, t),
});

function messageFor(result: LoginOutcome, t: Args["t"]): string {
  if (result.outcome === "no-region") return t("errors.region");
  if (result.outcome !== "wrong") return t("errors.unexpected");
  const { remaining } = result;
  return remaining === undefined
    ? t("errors.wrong")
    : `${t("errors.wrong")} ${t("errors.remaining", { count: remaining })}`;
}

export default function Login() {
  const loaded = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>() as Answer | undefined;
  const { search } = useLocation();
  const t = useTexts(auth);
  const { draft, kept } = answer ?? {};
  const mfa = answer?.mfa === undefined ? loaded.mfa : answer.mfa;
  const notice = answer ? answer.notice : loaded.hasExpired && !mfa ? expiredNotice(t) : undefined;

  if (kept && draft) return <KeptFormReturn {...kept} draft={draft} />;
  if (answer?.isLocked) {
    return (
      <AuthCard homeHref="/login" title={t("login.locked")}>
        <p role="alert">{t("login.lockedText")}</p>
        <ButtonLink to={`/login${search}`}>{t("login.back")}</ButtonLink>
      </AuthCard>
    );
  }
  if (mfa) {
    return (
      <AuthCard homeHref="/login" title={t("mfa.title")} text={t("mfa.text", { email: mfa.email })}>
        <MfaForm step={mfa} notice={notice} codeError={answer?.codeError} draft={draft} />
      </AuthCard>
    );
  }
  const { privacy, cookie, acceptableUse } = loaded.links;
  return (
    <AuthCard
      homeHref="/login"
      title={t("login.title")}
      footer={
        <p>
          {t("login.policy")} <a href={privacy}>{t("login.privacy")}</a> ·{" "}
          <a href={cookie}>{t("login.cookie")}</a> · <a href={acceptableUse}>{t("login.acceptableUse")}</a>
        </p>
      }
    >
      <Notices notices={loaded.notices} />
      <LoginForm lastResult={answer?.lastResult} notice={notice} draft={draft} search={search} />
    </AuthCard>
  );
}
