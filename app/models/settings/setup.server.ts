import type { FlagName } from "~/flags";
import { getVacancies } from "~/models/vacancies/vacancy.server";
import { vacancySearch } from "~/models/vacancies/vacancy-search";
import { readChoices } from "~/services/choices.server";
import type { ConsoleArgs } from "~/services/console-args";
import { reportError } from "~/services/errors.server";
import { holdsRight, settingsRight } from "~/services/identity.server";
import { settingsSummaryOf } from "./settings-summary.server";

/** Only their number counts. */
const archive = vacancySearch(["createdAt"]).parse(new URLSearchParams());

const needed: Readonly<Record<"branding" | "vacancy", FlagName>> = {
  branding: "edgeCustomerBrandingEditEnabled",
  vacancy: "edgeVacancyCreationEnabled",
};

export type SetupStep = { key: "branding" | "email-domain" | "sso" | "vacancy"; isDone: boolean };
export type Setup = { customer: { id: string; name: string }; steps: SetupStep[] };

/**
 * What is left to set up at a customer without any vacancy, for whoever may; null for everybody else, for a customer
 * that has archived vacancies, and once it was hidden. It only adds to the list: when it cannot be known it is left out.
 */
export async function getSetup(args: ConsoleArgs): Promise<Setup | null> {
  const { api, scope, request, user, flags, timeZone } = args;
  const { customerId } = scope;
  if (readChoices(request, user._id).hiddenSetups.includes(customerId)) return null;
  if (!(await holdsRight(args, settingsRight)) || !(await holdsRight(args, "org:viewSettings"))) return null;
  try {
    const [summary, archived] = await Promise.all([
      settingsSummaryOf(args),
      getVacancies(api, scope, archive, { isArchived: true, hasMore: false, timeZone }),
    ]);
    if (archived.pagination.totalItems > 0) return null;
    const steps: SetupStep[] = [
      { key: "branding", isDone: summary.hasBranding },
      { key: "email-domain", isDone: summary.emailDomainStatus === "SUCCESS" },
      { key: "sso", isDone: summary.ssoState === "ENABLED" },
      { key: "vacancy", isDone: false },
    ];
    return {
      customer: { id: customerId, name: scope.customerDisplayName },
      steps: steps.filter(({ key }) => !(key in needed) || flags[needed[key as keyof typeof needed]]),
    };
  } catch (error) {
    reportError(error, { operation: "CommonGetSettingsSummary" });
    return null;
  }
}
