import type { SubmissionResult } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { data, redirect } from "@remix-run/node";
import { useActionData, useLoaderData, useNavigation, useRevalidator } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { titled } from "~/components/shell/page-title";
import { AlertsForm } from "~/components/sms/alerts-form";
import { CreditsCard } from "~/components/sms/credits-card";
import { PurchaseForm } from "~/components/sms/purchase-form";
import { PurchaseHistoryDialog, PurchaseHistorySection } from "~/components/sms/purchase-history";
import { Notices } from "~/components/ui/notices";
import { sms } from "~/i18n/sms";
import { lowCredits, purchaseSchema, smsSettingsSchema } from "~/models/settings/sms-credits.schema";
import {
  getSmsCredits,
  getSmsPurchases,
  getSmsSettings,
  purchaseSmsCredits,
  saveSmsSettings,
} from "~/models/settings/sms-credits.server";
import { failureNotice, loaded } from "~/services/failure.server";
import type { ConsoleArgs, Gate } from "~/services/console-args";
import { consoleAction, consoleLoader } from "~/services/guard.server";
import type { Notice } from "~/sessions.server";

export const handle = titled(sms, "title");

const gate: Gate = { flag: null };

export const loader = consoleLoader(gate, async (args) => {
  const { api, scope, url, base, translate } = args;
  const t = translate(sms);
  const [credits, purchases, settings] = await Promise.all([
    loaded(getSmsCredits(api, scope.customerId), args, t("creditsFailed")),
    loaded(getSmsPurchases(api, scope.customerId), args, t("historyFailed"), "side"),
    loaded(getSmsSettings(api, scope), args, t("settingsFailed")),
  ]);
  return {
    path: `${base}/settings/sms`,
    credits: credits.data && { ...credits.data, isLow: credits.data.credits < lowCredits },
    history: { purchases: purchases.data ?? [], problem: purchases.error },
    isHistoryOpen: url.searchParams.get("show") === "history",
    settings: settings.data,
    problems: [credits.error, settings.error].filter((problem) => problem !== null),
  };
});

type Form = "purchase" | "alerts";
type Answer = {
  form: Form;
  lastResult: SubmissionResult<string[]>;
  notice: Notice | null;
};

export const action = consoleAction(gate, {
  purchase: async (args) => {
    const { api, scope, user, form, idempotencyKey, translate } = args;
    const submission = parseWithZod(form, { schema: purchaseSchema(translate(sms)) });
    if (submission.status !== "success") return again("purchase", submission.reply());
    try {
      await purchaseSmsCredits(api, scope, user, submission.value.purchaseAmount, idempotencyKey);
    } catch (error) {
      return failed("purchase", submission.reply(), error, args);
    }
    return saved(args);
  },

  save: async (args) => {
    const { api, scope, form, idempotencyKey, translate } = args;
    const submission = parseWithZod(form, { schema: smsSettingsSchema(translate(sms)) });
    if (submission.status !== "success") return again("alerts", submission.reply());
    try {
      await saveSmsSettings(api, scope, submission.value, idempotencyKey);
    } catch (error) {
      return failed("alerts", submission.reply(), error, args);
    }
    return saved(args);
  },

  /** As it was typed before the session ended. */
  restored: ({ form, kept, translate }) => {
    const t = translate(sms);
    const isPurchase = form.has("purchaseAmount");
    const submission = isPurchase
      ? parseWithZod(form, { schema: purchaseSchema(t) })
      : parseWithZod(form, { schema: smsSettingsSchema(t) });
    const lastResult = { initialValue: submission.reply().initialValue };
    const notice = kept ?? null;
    return data<Answer>({ form: isPurchase ? "purchase" : "alerts", lastResult, notice });
  },
});

function again(form: Form, lastResult: SubmissionResult<string[]>) {
  return data<Answer>({ form, lastResult, notice: null }, { status: 400 });
}

function failed(form: Form, lastResult: SubmissionResult<string[]>, error: unknown, args: ConsoleArgs) {
  const { notice, status } = failureNotice(error, args, { title: args.translate(sms)("failed") });
  return data<Answer>({ form, lastResult, notice }, { status });
}

function saved({ base, translate, notify }: ConsoleArgs) {
  notify({ tone: "success", title: translate(sms)("saved") });
  return redirect(`${base}/settings/sms`, 303);
}

/** Once a post was answered, fetches the data again after 500 ms, when what it set off has settled (SMS-16). */
function useRefetch() {
  const { state, formMethod } = useNavigation();
  const { revalidate } = useRevalidator();
  const isPosted = useRef(false);
  useEffect(() => {
    if (formMethod === "POST") isPosted.current = true;
    if (state !== "idle" || !isPosted.current) return;
    isPosted.current = false;
    const timer = setTimeout(revalidate, 500);
    return () => clearTimeout(timer);
    // eslint-disable-next-line react-hooks/exhaustive-deps -- a new `revalidate` is no reason to start again
  }, [state, formMethod]);
}

export default function SmsSettings() {
  const { path, credits, history, isHistoryOpen, settings, problems } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  useRefetch();
  const answerTo = (form: Form) => (answer?.form === form ? answer : undefined);
  return (
    <>
      <Notices notices={[...problems, answer?.notice].filter((notice) => notice != null)} />
      <div className="stack">
        {credits && (
          <CreditsCard {...credits} historyHref={`${path}?show=history`}>
            <PurchaseForm
              // Empty again after a purchase.
              key={credits.totalCredits}
              lastResult={answerTo("purchase")?.lastResult}
            />
          </CreditsCard>
        )}
        <PurchaseHistorySection {...history} />
        {settings && (
          <AlertsForm
            // Drawn anew when what is saved has changed.
            key={JSON.stringify([settings.reminder, settings.alert])}
            {...settings}
            lastResult={answerTo("alerts")?.lastResult}
          />
        )}
      </div>
      {isHistoryOpen && <PurchaseHistoryDialog {...history} closeHref={path} />}
    </>
  );
}
