import { useActionData, useLoaderData } from "@remix-run/react";
import { QuestionDialog } from "~/components/form/question-dialog";
import { useTexts } from "~/components/context/console-context";
import { titled } from "~/components/shell/page-title";
import { Notices } from "~/components/ui/notices";
import { candidates } from "~/i18n/candidates";
import { deleteCandidate } from "~/models/applications/candidate.server";
import { applyRemoval, candidateOfAddress, nameOf } from "~/models/applications/candidate-screen.server";
import { vacancyOfAddress } from "~/models/vacancies/vacancy-screen.server";
import { deedGates, type Gate } from "~/services/gates";
import { consoleAction, consoleLoader } from "~/services/guard.server";
import { intentsOf } from "~/services/intents";

export const handle = titled(candidates, "remove.title");

const gate: Gate = {
  flag: ["edgeVacancyDetailEnabled", "oldEdgeFeaturesEnabled", "edgeCandidateDeleteEnabled"],
  right: deedGates.deleteCandidate.right,
};

export const loader = consoleLoader(gate, async (args) => {
  const { candidate, backHref } = await candidateOfAddress(args, await vacancyOfAddress(args));
  return { candidateId: candidate._id, name: nameOf(candidate), backHref };
});

export const action = consoleAction(gate, {
  confirm: (args) => {
    const { api, scope, form, idempotencyKey, translate } = args;
    const t = translate(candidates);
    const words = {
      word: t("remove.word"),
      wrong: t("remove.wrong"),
      done: t("remove.done"),
      failed: t("remove.failed"),
    };
    return applyRemoval(
      args,
      words,
      () => deleteCandidate(api, scope, String(form.get("candidateId") ?? ""), idempotencyKey),
      true,
    );
  },
});

const intent = intentsOf<typeof action>();

export default function DeleteCandidate() {
  const { candidateId, name, backHref } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const t = useTexts(candidates);
  return (
    <QuestionDialog
      question={{
        title: t("remove.title"),
        text: [t("remove.text", { name })],
        confirm: t("remove.submit"),
        danger: true,
        word: t("remove.word"),
        errors: answer?.errors,
      }}
      intent={intent("confirm")}
      cancel={{ href: backHref }}
      fields={{ candidateId }}
    >
      <Notices notices={answer?.notice ? [answer.notice] : []} />
    </QuestionDialog>
  );
}
