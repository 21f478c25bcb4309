import { declineReasons } from "~/i18n/decline-reasons";
import { isApiMessage } from "~/services/api-messages";
import type { ConsoleArgs, FormArgs } from "~/services/console-args";
import type { CustomerApi } from "~/services/customer-api.server";
import { optional } from "~/services/failure.server";
import { actionGates, hasFlags } from "~/services/gates";
import { queryOf } from "~/services/operation.server";
import { data } from "@remix-run/node";

const fetchReasons = queryOf("AppsGetDeclineReasons", "asks reasons { _id name }");

/** The reasons to choose from when declining. */
export type DeclineChoice = {
  isRequired: boolean;
  options: readonly { value: string; label: string }[];
};

async function choiceOf(api: CustomerApi): Promise<DeclineChoice | null> {
  const { asks, reasons } = await fetchReasons(api);
  if (asks === "NEVER") return null;
  return {
    isRequired: asks === "REQUIRED",
    options: reasons.map(({ _id, name }) => ({ value: _id, label: name })),
  };
}

/**
 * The reasons that the page offers with a decline (PIPE-06); null if the customer asks for none, the call fails, or the
 * user may not change applications. Requested without awaiting the rights, to save a round trip.
 */
export const loadDeclineChoice = async ({ api, flags }: ConsoleArgs): Promise<DeclineChoice | null> =>
  hasFlags(actionGates.changeApplication, flags) ? optional(choiceOf(api), null) : null;

/** The chosen reason's id, if this status is Declined. */
export function declineReasonOf(form: FormData, status: string): { declineReasonId?: string } {
  const reason = form.get("declineReason");
  return status === "APPS_APPLICATION_DECLINED" && typeof reason === "string" && reason !== ""
    ? { declineReasonId: reason }
    : {};
}

/** Action result if the reason is missing or not offered any more: the page with the error at the field. */
export function missingReasonAnswer({ translate }: Pick<FormArgs, "translate">, error: unknown) {
  const t = translate(declineReasons);
  const refuse = (declineReasonError: string) =>
    data(
      { notice: { tone: "warning" as const, title: declineReasonError }, declineReasonError },
      { status: 400 },
    );
  if (isApiMessage(error, "declineReasonMissing")) return refuse(t("choose.missing"));
  if (isApiMessage(error, "declineReasonGone")) return refuse(t("choose.gone"));
  return undefined;
}
