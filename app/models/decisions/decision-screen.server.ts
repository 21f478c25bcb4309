import { redirect } from "@remix-run/node";
import { decisions } from "~/i18n/decisions";
import { isApiMessage } from "~/services/api-messages";
import type { FormArgs } from "~/services/console-args";
import { failure } from "~/services/failure.server";
import { formAction, versionSeen } from "~/services/form-action.server";
import { confirming } from "./decision-choices";
import { reviewSchema } from "./decision.schema";
import { contestDecision, reviewDecision } from "./decision.server";

async function setContested(args: FormArgs, isContested: boolean) {
  const { api, notify, param, translate, url } = args;
  const t = translate(decisions);
  try {
    await contestDecision(api, { _id: param("decisionId"), version: versionSeen(args), isContested });
  } catch (error) {
    return failure(error, args, { title: t("contest.failed") });
  }
  notify({ tone: "success", title: t(isContested ? "contest.done" : "contest.takenBack") });
  return redirect(url.pathname + url.search, 303);
}

/** Actions on a decision's page (DEC-04). */
export const decisionActions = {
  review: formAction(
    // The API checks whether a pending decision lacks its reason, since only it knows if it is still pending.
    ({ translate }) => reviewSchema(translate(decisions), false),
    ({ api, param, translate }) => {
      const t = translate(decisions);
      return {
        save: async ({ decision, reason }, version) => {
          await reviewDecision(api, {
            _id: param("decisionId"),
            version,
            reason,
            ...(decision === confirming
              ? { verdict: "CONFIRMED" }
              : { verdict: "CHANGED", status: decision }),
          });
          return { done: t("form.saved") };
        },
        failed: { title: t("form.failed") },
        explain: (error) => {
          const fieldAnswer = (field: string, text: string) => ({ fieldErrors: { [field]: [text] } });
          if (isApiMessage(error, "reviewReasonMissing"))
            return fieldAnswer("reason", t("form.errors.reason"));
          if (isApiMessage(error, "statusChangedMeanwhile"))
            return fieldAnswer("decision", t("form.errors.changedMeanwhile"));
          if (isApiMessage(error, "candidateDeidentified"))
            return fieldAnswer("decision", t("form.errors.deidentified"));
          return undefined;
        },
      };
    },
  ),
  contest: (args: FormArgs) => setContested(args, true),
  takeBack: (args: FormArgs) => setContested(args, false),
};
