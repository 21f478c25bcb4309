import { data, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { TypedConfirmDialog } from "~/components/form/confirm-dialog";
import { useTexts } from "~/components/context/console-context";
import { titled } from "~/components/shell/page-title";
import { Notices } from "~/components/ui/notices";
import { candidates } from "~/i18n/candidates";
import { deidentifyCandidate } from "~/models/applications/candidate.server";
import { candidateOfAddress, nameOf, wrongWord } from "~/models/applications/candidate-screen.server";
import { failureNotice } from "~/services/failure.server";
import type { Gate } from "~/services/console-args";
import { consoleAction, consoleLoader } from "~/services/guard.server";

export const handle = titled(candidates, "deidentify.title");

const gate: Gate = {
  flag: ["edgeVacancyDetailEnabled", "oldEdgeFeaturesEnabled", "edgeCandidateDeidentifyEnabled"],
};

export const loader = consoleLoader(gate, async (args) => {
  const { candidate, backHref } = await candidateOfAddress(args);
  if (candidate.isDeidentified) {
    args.notify({ tone: "warning", title: args.translate(candidates)("deidentify.already") });
    throw redirect(backHref);
  }
  return { name: nameOf(candidate), backHref };
});

export const action = consoleAction(gate, {
  confirm: async (args) => {
    const { api, scope, form, idempotencyKey, translate, notify } = args;
    const t = translate(candidates);
    if (form.get("confirmation") !== t("deidentify.word")) return wrongWord(t("deidentify.wrong"));
    const { applicationId, backHref } = await candidateOfAddress(args);
    try {
      await deidentifyCandidate(api, scope, applicationId, idempotencyKey);
    } catch (error) {
      const { notice, status } = failureNotice(error, args, { title: t("deidentify.failed") });
      return data({ errors: [], notice }, { status });
    }
    notify({ tone: "success", title: t("deidentify.done") });
    return redirect(backHref, 303);
  },
});

export default function DeidentifyCandidate() {
  const { name, backHref } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const t = useTexts(candidates);
  return (
    <TypedConfirmDialog
      title={t("deidentify.title")}
      text={[t("deidentify.text", { name })]}
      word={t("deidentify.word")}
      errors={answer?.errors}
      confirmLabel={t("deidentify.submit")}
      cancelHref={backHref}
    >
      <Notices notices={answer?.notice ? [answer.notice] : []} />
    </TypedConfirmDialog>
  );
}
