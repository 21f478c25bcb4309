import { redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { RemovalQuestion } from "~/components/applications/removal-question";
import { fixedTitle } from "~/components/shell/page-title";
import { candidates } from "~/i18n/candidates";
import { deidentifyCandidate } from "~/models/applications/candidate.server";
import { applyRemoval, candidateOfAddress } from "~/models/applications/candidate-screen.server";
import { holdFacts } from "~/models/retention/hold-screen.server";
import { vacancyOfAddress } from "~/models/vacancies/vacancy-screen.server";
import { fullName } from "~/models/users/full-name";
import { actionGates, type Gate } from "~/services/gates";
import { consoleAction, consoleLoader } from "~/services/guard.server";
import { intentsOf } from "~/services/intents";

export const handle = fixedTitle(candidates, "deidentify.title");

const gate: Gate = {
  flag: ["edgeVacancyDetailEnabled", "oldEdgeFeaturesEnabled", "edgeCandidateDeidentifyEnabled"],
  right: actionGates.deidentifyCandidate.right,
};

export const loader = consoleLoader(gate, async (args) => {
  const [{ candidate, backHref }, kept] = await Promise.all([
    vacancyOfAddress(args).then((vacancy) => candidateOfAddress(args, vacancy)),
    holdFacts(args, { applicationId: args.param("applicationId") }),
  ]);
  if (candidate.isDeidentified) {
    args.notify({ tone: "warning", title: args.translate(candidates)("deidentify.already") });
    throw redirect(backHref);
  }
  return { name: fullName(candidate), backHref, base: args.base, ...kept };
});

export const action = consoleAction(gate, {
  confirm: (args) => {
    const { api, param } = args;
    return applyRemoval(args, "deidentify", () => deidentifyCandidate(api, { _id: param("applicationId") }));
  },
});

const intent = intentsOf<typeof action>();

export default function DeidentifyCandidate() {
  const shown = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return <RemovalQuestion {...shown} {...{ answer }} removal="deidentify" intent={intent("confirm")} />;
}
