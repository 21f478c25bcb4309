import { useLoaderData } from "@remix-run/react";
import { useTexts } from "~/components/context/console-context";
import { useRefetch } from "~/components/context/refetch";
import { lowCredits } from "~/components/settings/states";
import { fixedTitle } from "~/components/shell/page-title";
import { AlertsForm } from "~/components/sms/alerts-form";
import { CreditsCard } from "~/components/sms/credits-card";
import { PurchaseForm } from "~/components/sms/purchase-form";
import { PurchaseHistoryDialog, PurchaseHistorySection } from "~/components/sms/purchase-history";
import { Callout } from "~/components/ui/callout";
import { Notices } from "~/components/ui/notices";
import styles from "~/components/sms/sms.css?url";
import { stylesheets } from "~/components/ui/stylesheets";
import { formatNumber } from "~/i18n/numbers";
import { sms } from "~/i18n/sms";
import { purchaseSchema, smsSettingsSchema } from "~/models/settings/sms-credits.schema";
import {
  getSmsCredits,
  getSmsPurchases,
  getSmsSettings,
  purchaseSmsCredits,
  saveSmsSettings,
} from "~/models/settings/sms-credits.server";
import { loaded } from "~/services/failure.server";
import { formAction } from "~/services/form-action.server";
import { holdsRight, settingsRight } from "~/services/identity.server";
import { type FormArgs, settingsGate } from "~/services/console-args";
import { consoleAction, consoleLoader } from "~/services/guard.server";
import { intentsOf } from "~/services/intents";

export const links = stylesheets(styles);

export const handle = fixedTitle(sms, "title");

const gate = settingsGate;

export const loader = consoleLoader(gate, async (args) => {
  const { api, url, base, translate } = args;
  const t = translate(sms);
  const [credits, purchases, settings, mayEdit] = await Promise.all([
    loaded(getSmsCredits(api), args, t("creditsFailed")),
    loaded(getSmsPurchases(api), args, t("historyFailed"), "side"),
    loaded(getSmsSettings(api), args, t("settingsFailed")),
    holdsRight(args, settingsRight),
  ]);
  return {
    path: `${base}/settings/sms`,
    credits: credits.data && { ...credits.data, isLow: credits.data.credits < lowCredits },
    history: { purchases: purchases.data ?? [], problem: purchases.error },
    isHistoryOpen: url.searchParams.get("show") === "history",
    settings: settings.data,
    mayEdit,
    problems: [credits.error, settings.error].filter((problem) => problem !== null),
  };
});

const purchase = ({ translate }: FormArgs) => purchaseSchema(translate(sms));
const alerts = ({ translate }: FormArgs) => smsSettingsSchema(translate(sms));

/** Target after saving: the page without a dialog. */
const savedResult = ({ base, translate }: FormArgs) => ({
  done: translate(sms)("saved"),
  to: `${base}/settings/sms`,
});

export const action = consoleAction(gate, {
  purchase: formAction(purchase, (args) => {
    const { api, user, translate } = args;
    const t = translate(sms);
    return {
      // It costs money and cannot be undone.
      question: async ({ purchaseAmount: count }) => {
        const { creditsPerMessage: credits } = await getSmsCredits(api);
        const messages = credits && formatNumber(Math.floor(count / credits));
        return {
          title: t("credits.question", { count, amount: formatNumber(count) }),
          text: [
            messages ? t("credits.questionText", { messages, credits }) : t("credits.questionUnmeasured"),
            t("credits.questionPrice"),
          ],
          confirm: t("credits.purchase"),
        };
      },
      save: async ({ purchaseAmount }) => {
        await purchaseSmsCredits(api, user, purchaseAmount);
        return savedResult(args);
      },
      failed: { title: t("failed") },
    };
  }),

  save: formAction(alerts, (args) => {
    const { api, translate } = args;
    return {
      save: async (values, version) => {
        await saveSmsSettings(api, values, version);
        return savedResult(args);
      },
      failed: { title: translate(sms)("failed") },
    };
  }),
});

const intent = intentsOf<typeof action>();

export default function SmsSettings() {
  const { path, credits, history, isHistoryOpen, settings, mayEdit, problems } =
    useLoaderData<typeof loader>();
  const t = useTexts(sms);
  useRefetch(500);
  return (
    <>
      <Notices notices={problems} />
      <div className="stack">
        {credits?.isSending === false && <Callout tone="warning">{t("credits.notSending")}</Callout>}
        {credits && (
          <CreditsCard {...credits} historyHref={`${path}?show=history`}>
            {/* The changed key empties the form after a purchase. */}
            {mayEdit && credits.isSending && (
              <PurchaseForm
                intent={intent("purchase")}
                key={credits.totalCredits}
                creditsPerMessage={credits.creditsPerMessage}
              />
            )}
          </CreditsCard>
        )}
        <PurchaseHistorySection {...history} />
        {settings && <AlertsForm intent={intent("save")} {...settings} mayEdit={mayEdit} />}
      </div>
      {isHistoryOpen && <PurchaseHistoryDialog {...history} closeHref={path} />}
    </>
  );
}
