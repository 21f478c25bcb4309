import { redirect } from "@remix-run/node";
import { retention } from "~/i18n/retention";
import { getThread } from "~/models/applications/thread.server";
import { getVacancy } from "~/models/vacancies/vacancy.server";
import { fullName } from "~/models/users/full-name";
import { isApiMessage } from "~/services/api-messages";
import type { ConsoleArgs, FormArgs } from "~/services/console-args";
import { optional } from "~/services/failure.server";
import type { RefusedSave } from "~/services/form-action.server";
import { isGateOpen, screenGates } from "~/services/gates";
import type { ApiError } from "~/services/regional-api.server";
import { notFound } from "~/services/screens.server";
import { holdOnText } from "./hold-words";
import { holdsOfCandidate, holdsOfVacancy, type HoldSummary } from "./hold.server";

const id = /^[\w-]{1,100}$/;

/** Subject of a new hold from the URL: an application's candidate, a vacancy, otherwise the customer. */
export async function objectOfAddress(args: ConsoleArgs) {
  const { api, base, notify, translate, url } = args;
  const t = translate(retention);
  const [application, vacancy] = [url.searchParams.get("application"), url.searchParams.get("vacancy")];
  if (application !== null) {
    const thread = id.test(application) ? await getThread(api, application) : null;
    if (!thread) throw notFound();
    const { candidate, vacancyId } = thread.application;
    const backHref = `${base}/vacancies/${vacancyId}/applications/${application}`;
    if (candidate.isDeidentified) {
      notify({ tone: "warning", title: t("holds.deidentified") });
      throw redirect(backHref, 303);
    }
    return {
      ids: { candidateId: candidate._id },
      text: holdOnText(t, { kind: "CANDIDATE", name: fullName(candidate.personalInformation) }),
      backHref,
    };
  }
  if (vacancy !== null) {
    if (!id.test(vacancy)) throw notFound();
    const { title } = await getVacancy(api, vacancy);
    return {
      ids: { vacancyId: vacancy },
      text: holdOnText(t, { kind: "VACANCY", name: title }),
      backHref: `${base}/vacancies/${vacancy}`,
    };
  }
  return {
    ids: {},
    text: holdOnText(t, { kind: "CUSTOMER", name: null }),
    backHref: `${base}/settings/compliance/holds`,
  };
}

/** Shows the API's refusal at the field it concerns. */
export function explainHold({ translate }: FormArgs, error: ApiError): RefusedSave | undefined {
  const t = translate(retention);
  if (isApiMessage(error, "reviewTooEarly"))
    return { fieldErrors: { reviewAt: [t("holds.errors.reviewTooEarly")] } };
  if (isApiMessage(error, "reviewTooLate"))
    return { fieldErrors: { reviewAt: [t("holds.errors.reviewTooLate")] } };
  if (isApiMessage(error, "holdPlaced")) return { fieldErrors: { reason: [t("holds.placedBefore")] } };
  return undefined;
}

/** Holds on a candidate, or on all candidates of a vacancy, and the user's rights to open or place holds. */
export async function holdFacts(
  { api, flags, rights }: ConsoleArgs,
  of: { applicationId: string } | { vacancyId: string },
): Promise<{ kept: HoldSummary | null; mayOpen: boolean; mayPlace: boolean }> {
  if (!flags.edgeRetentionEnabled) return { kept: null, mayOpen: false, mayPlace: false };
  // Optional for the page: the API refuses to remove held data anyway.
  const [kept, granted] = await Promise.all([
    optional(
      "vacancyId" in of ? holdsOfVacancy(api, of.vacancyId) : holdsOfCandidate(api, of.applicationId),
      null,
    ),
    rights(),
  ]);
  const held = { flags, rights: granted };
  return {
    kept,
    mayOpen: isGateOpen(screenGates["settings/compliance/holds/:holdId"], held),
    mayPlace: isGateOpen(screenGates["settings/compliance/holds/create"], held),
  };
}
