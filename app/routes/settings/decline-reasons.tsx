import { useLoaderData } from "@remix-run/react";
import { Problem } from "~/components/area/problem";
import { DeclineReasonsForm } from "~/components/settings/decline-reasons-form";
import { fixedTitle } from "~/components/shell/page-title";
import { declineReasons } from "~/i18n/decline-reasons";
import { declineReasonsSchema } from "~/models/settings/decline-reasons.schema";
import { getDeclineSetting, saveDeclineSetting } from "~/models/settings/decline-reasons.server";
import type { FormArgs } from "~/services/console-args";
import { loaded } from "~/services/failure.server";
import { formAction } from "~/services/form-action.server";
import type { Gate } from "~/services/gates";
import { consoleAction, consoleLoader } from "~/services/guard.server";
import { holdsRight, settingsRight } from "~/services/identity.server";
import { intentsOf } from "~/services/intents";

export const handle = fixedTitle(declineReasons, "title");

const gate: Gate = { flag: "edgeDeclineReasonsEnabled", right: "org:viewSettings" };

export const loader = consoleLoader(gate, async (args) => {
  const { api, translate } = args;
  const [{ data: setting, error: problem }, mayEdit] = await Promise.all([
    loaded(getDeclineSetting(api), args, translate(declineReasons)("loadFailed")),
    holdsRight(args, settingsRight),
  ]);
  return { problem, setting, mayEdit };
});

export const action = consoleAction(gate, {
  save: formAction(
    ({ translate }: FormArgs) => declineReasonsSchema(translate(declineReasons)),
    ({ api, translate }) => {
      const t = translate(declineReasons);
      return {
        save: async (values, version) => {
          await saveDeclineSetting(api, { ...values, version });
          return { done: t("saved") };
        },
        failed: { title: t("saveFailed") },
      };
    },
  ),
});

const intent = intentsOf<typeof action>();

/** A customer's reasons for declining candidates, and when people are asked for one (PIPE-06). */
export default function SettingsDeclineReasons() {
  const { problem, setting, mayEdit } = useLoaderData<typeof loader>();
  if (problem) return <Problem of={problem} />;
  if (!setting) return null;
  return (
    <div className="settings-tab">
      <DeclineReasonsForm intent={intent("save")} {...{ setting, mayEdit }} />
    </div>
  );
}
