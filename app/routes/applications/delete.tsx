import { useActionData, useLoaderData } from "@remix-run/react";
import { RemovalQuestion } from "~/components/applications/removal-question";
import { fixedTitle } from "~/components/shell/page-title";
import { candidates } from "~/i18n/candidates";
import { deleteCandidate } from "~/models/applications/candidate.server";
import { applyRemoval, candidateOfAddress } from "~/models/applications/candidate-screen.server";
import { holdFacts } from "~/models/retention/hold-screen.server";
import { vacancyOfAddress } from "~/models/vacancies/vacancy-screen.server";
import { fullName } from "~/models/users/full-name";
import { actionGates, type Gate } from "~/services/gates";
import { consoleAction, consoleLoader } from "~/services/guard.server";
import { intentsOf } from "~/services/intents";

export const handle = fixedTitle(candidates, "remove.title");

const gate: Gate = {
  flag: ["edgeVacancyDetailEnabled", "oldEdgeFeaturesEnabled", "edgeCandidateDeleteEnabled"],
  right: actionGates.deleteCandidate.right,
};

export const loader = consoleLoader(gate, async (args) => {
  const [{ candidate, backHref }, kept] = await Promise.all([
    vacancyOfAddress(args).then((vacancy) => candidateOfAddress(args, vacancy)),
    holdFacts(args, { applicationId: args.param("applicationId") }),
  ]);
  return { candidateId: candidate._id, name: fullName(candidate), backHref, base: args.base, ...kept };
});

export const action = consoleAction(gate, {
  confirm: (args) => {
    const { api, form } = args;
    const candidateId = String(form.get("candidateId") ?? "");
    return applyRemoval(args, "remove", () => deleteCandidate(api, { candidateId }));
  },
});

const intent = intentsOf<typeof action>();

export default function DeleteCandidate() {
  const { candidateId, ...shown } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return (
    <RemovalQuestion
      {...shown}
      {...{ answer }}
      removal="remove"
      intent={intent("confirm")}
      fields={{ candidateId }}
    />
  );
}
