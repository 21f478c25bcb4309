import { useLoaderData } from "@remix-run/react";
import { useTexts } from "~/components/context/console-context";
import { HoldForm } from "~/components/retention/hold-form";
import { fixedTitle } from "~/components/shell/page-title";
import { Section } from "~/components/ui/layout";
import { retention } from "~/i18n/retention";
import { dayIn } from "~/i18n/wall-time";
import { explainHold, objectOfAddress } from "~/models/retention/hold-screen.server";
import { holdSchema } from "~/models/retention/hold.schema";
import { placeHold } from "~/models/retention/hold.server";
import { formAction } from "~/services/form-action.server";
import { screenGates } from "~/services/gates";
import { consoleAction, consoleLoader } from "~/services/guard.server";
import { intentsOf } from "~/services/intents";

export const handle = fixedTitle(retention, "holds.place");

const gate = screenGates["settings/compliance/holds/create"];

export const loader = consoleLoader(gate, async (args) => {
  const { text, backHref } = await objectOfAddress(args);
  return { on: text, backHref };
});

export const action = consoleAction(gate, {
  place: formAction(
    ({ timeZone, translate }) => {
      const t = translate(retention);
      return holdSchema(t).refine(({ reviewAt }) => reviewAt > dayIn(timeZone), {
        path: ["reviewAt"],
        error: t("holds.errors.reviewTooEarly"),
      });
    },
    (args) => {
      const { api, translate } = args;
      const t = translate(retention);
      return {
        save: async ({ reason, reviewAt }) => {
          const { ids, backHref } = await objectOfAddress(args);
          const hold = { ...ids, reason, reviewAt: `${reviewAt}T00:00:00.000Z` };
          await placeHold(api, hold);
          return { done: t("holds.placed"), to: backHref };
        },
        failed: { title: t("holds.placeFailed") },
        explain: (error) => explainHold(args, error),
      };
    },
  ),
});

const intent = intentsOf<typeof action>();

/** A new hold on a candidate, a vacancy or the customer (RET-09). */
export default function PlaceHold() {
  const { on, backHref } = useLoaderData<typeof loader>();
  const t = useTexts(retention);
  return (
    <Section title={t("holds.place")}>
      <HoldForm intent={intent("place")} on={on} backHref={backHref} />
    </Section>
  );
}
