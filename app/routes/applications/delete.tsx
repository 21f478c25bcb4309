import { data, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { TypedConfirmDialog } from "~/components/form/confirm-dialog";
import { useTexts } from "~/components/context/console-context";
import { titled } from "~/components/shell/page-title";
import { Notices } from "~/components/ui/notices";
import { candidates } from "~/i18n/candidates";
import { deleteCandidate } from "~/models/applications/candidate.server";
import { candidateOfAddress, nameOf, wrongWord } from "~/models/applications/candidate-screen.server";
import { failureNotice } from "~/services/failure.server";
import type { Gate } from "~/services/console-args";
import { consoleAction, consoleLoader } from "~/services/guard.server";

export const handle = titled(candidates, "remove.title");

const gate: Gate = {
  flag: ["edgeVacancyDetailEnabled", "oldEdgeFeaturesEnabled", "edgeCandidateDeleteEnabled"],
};

export const loader = consoleLoader(gate, async (args) => {
  const { candidate, backHref } = await candidateOfAddress(args);
  return { name: nameOf(candidate), backHref };
});

export const action = consoleAction(gate, {
  confirm: async (args) => {
    const { api, scope, form, idempotencyKey, translate, notify } = args;
    const t = translate(candidates);
    if (form.get("confirmation") !== t("remove.word")) return wrongWord(t("remove.wrong"));
    const { candidate, backHref } = await candidateOfAddress(args);
    try {
      await deleteCandidate(api, scope, candidate._id, idempotencyKey);
    } catch (error) {
      const { notice, status } = failureNotice(error, args, { title: t("remove.failed") });
      return data({ errors: [], notice }, { status });
    }
    notify({ tone: "success", title: t("remove.done") });
    return redirect(backHref, 303);
  },
});

export default function DeleteCandidate() {
  const { name, backHref } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const t = useTexts(candidates);
  return (
    <TypedConfirmDialog
      title={t("remove.title")}
      text={[t("remove.text", { name })]}
      word={t("remove.word")}
      errors={answer?.errors}
      confirmLabel={t("remove.submit")}
      cancelHref={backHref}
    >
      <Notices notices={answer?.notice ? [answer.notice] : []} />
    </TypedConfirmDialog>
  );
}
