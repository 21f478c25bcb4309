import { randomInt } from "node:crypto";
import { useLoaderData } from "@remix-run/react";
import { useTexts } from "~/components/context/console-context";
import { DrawForm } from "~/components/decisions/draw-form";
import { fixedTitle } from "~/components/shell/page-title";
import { PageHeader } from "~/components/ui/page-header";
import { decisions } from "~/i18n/decisions";
import { dayIn } from "~/i18n/wall-time";
import { getDecisionChoices } from "~/models/decisions/decision.server";
import { drawSchema } from "~/models/decisions/draw.schema";
import { drawSample } from "~/models/decisions/sample.server";
import { dayAfter } from "~/models/list/days";
import { isApiMessage } from "~/services/api-messages";
import { optional } from "~/services/failure.server";
import { formAction } from "~/services/form-action.server";
import { screenGates } from "~/services/gates";
import { consoleAction, consoleLoader } from "~/services/guard.server";
import { intentsOf } from "~/services/intents";

export const handle = fixedTitle(decisions, "draw.title");

const gate = screenGates["decisions/samples/create"];

export const loader = consoleLoader(gate, async ({ api, base, translate }) => {
  const archived = translate(decisions)("archived");
  // Without the names, all workflows together can still be sampled.
  const choices = await optional(getDecisionChoices(api, { vacancy: [], find: undefined }, archived), null);
  const yesterday = dayAfter(dayIn("UTC"), -1);
  return {
    base,
    workflows: choices?.workflows ?? [],
    proposed: {
      from: dayAfter(yesterday, -29),
      to: yesterday,
      size: "20",
      seed: String(randomInt(10_000_000, 99_999_999)),
    },
  };
});

export const action = consoleAction(gate, {
  draw: formAction(
    ({ translate }) => drawSchema(translate(decisions)),
    ({ api, base, translate }) => {
      const t = translate(decisions);
      return {
        save: async (values) => {
          const { _id } = await drawSample(api, values);
          return { done: t("draw.done"), to: `${base}/decisions/samples/${_id}` };
        },
        failed: { title: t("draw.failed") },
        explain: (error) =>
          isApiMessage(error, "nothingDecided")
            ? { fieldErrors: { from: [t("draw.errors.none")] } }
            : undefined,
      };
    },
  ),
});

const intent = intentsOf<typeof action>();

/** A new sample (DEC-05). */
export default function Draw() {
  const { base, workflows, proposed } = useLoaderData<typeof loader>();
  const t = useTexts(decisions);
  const back = { to: `${base}/decisions/samples`, label: t("samples.title") };
  return (
    <>
      <PageHeader title={t("draw.title")} back={back} />
      <DrawForm intent={intent("draw")} workflows={workflows} proposed={proposed} backHref={back.to} />
    </>
  );
}
