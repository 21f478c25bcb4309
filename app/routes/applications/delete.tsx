import { useActionData, useLoaderData } from "@remix-run/react";
import { QuestionDialog } from "~/components/form/question-dialog";
import { useTexts } from "~/components/context/console-context";
import { HeldNotice } from "~/components/retention/held-notice";
import { titled } from "~/components/shell/page-title";
import { Notices } from "~/components/ui/notices";
import { candidates } from "~/i18n/candidates";
import { deleteCandidate } from "~/models/applications/candidate.server";
import { applyRemoval, candidateOfAddress, nameOf } from "~/models/applications/candidate-screen.server";
import { keptOf } from "~/models/retention/hold-screen.server";
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
  const [{ candidate, backHref }, kept] = await Promise.all([
    vacancyOfAddress(args).then((vacancy) => candidateOfAddress(args, vacancy)),
    keptOf(args, { applicationId: args.param("applicationId") }),
  ]);
  return { candidateId: candidate._id, name: nameOf(candidate), backHref, base: args.base, ...kept };
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
  const { candidateId, name, backHref, base, kept, mayOpen } = useLoaderData<typeof loader>();
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
      <HeldNotice kept={kept} base={base} mayOpen={mayOpen} />
      <Notices notices={answer?.notice ? [answer.notice] : []} />
    </QuestionDialog>
  );
}
