import { redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { QuestionDialog } from "~/components/form/question-dialog";
import { useTexts } from "~/components/context/console-context";
import { HeldNotice } from "~/components/retention/held-notice";
import { titled } from "~/components/shell/page-title";
import { Notices } from "~/components/ui/notices";
import { candidates } from "~/i18n/candidates";
import { deidentifyCandidate } from "~/models/applications/candidate.server";
import { applyRemoval, candidateOfAddress, nameOf } from "~/models/applications/candidate-screen.server";
import { keptOf } from "~/models/retention/hold-screen.server";
import { vacancyOfAddress } from "~/models/vacancies/vacancy-screen.server";
import { deedGates, type Gate } from "~/services/gates";
import { consoleAction, consoleLoader } from "~/services/guard.server";
import { intentsOf } from "~/services/intents";

export const handle = titled(candidates, "deidentify.title");

const gate: Gate = {
  flag: ["edgeVacancyDetailEnabled", "oldEdgeFeaturesEnabled", "edgeCandidateDeidentifyEnabled"],
  right: deedGates.deidentifyCandidate.right,
};

export const loader = consoleLoader(gate, async (args) => {
  const [{ candidate, backHref }, kept] = await Promise.all([
    vacancyOfAddress(args).then((vacancy) => candidateOfAddress(args, vacancy)),
    keptOf(args, { applicationId: args.param("applicationId") }),
  ]);
  if (candidate.isDeidentified) {
    args.notify({ tone: "warning", title: args.translate(candidates)("deidentify.already") });
    throw redirect(backHref);
  }
  return { name: nameOf(candidate), backHref, base: args.base, ...kept };
});

export const action = consoleAction(gate, {
  confirm: (args) => {
    const { api, scope, param, idempotencyKey, translate } = args;
    const t = translate(candidates);
    const words = {
      word: t("deidentify.word"),
      wrong: t("deidentify.wrong"),
      done: t("deidentify.done"),
      failed: t("deidentify.failed"),
    };
    return applyRemoval(args, words, () =>
      deidentifyCandidate(api, scope, param("applicationId"), idempotencyKey),
    );
  },
});

const intent = intentsOf<typeof action>();

export default function DeidentifyCandidate() {
  const { name, backHref, base, kept, mayOpen } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const t = useTexts(candidates);
  return (
    <QuestionDialog
      question={{
        title: t("deidentify.title"),
        text: [t("deidentify.text", { name })],
        confirm: t("deidentify.submit"),
        danger: true,
        word: t("deidentify.word"),
        errors: answer?.errors,
      }}
      intent={intent("confirm")}
      cancel={{ href: backHref }}
      fields={{}}
    >
      <HeldNotice kept={kept} base={base} mayOpen={mayOpen} />
      <Notices notices={answer?.notice ? [answer.notice] : []} />
    </QuestionDialog>
  );
}
