import { getWorkflowOptions } from "~/models/workflows/workflow.server";
import { getVacancies } from "~/models/vacancies/vacancy.server";
import { vacancySearch } from "~/models/vacancies/vacancy-search";
import { readChoices } from "~/services/choices.server";
import type { ConsoleArgs } from "~/services/console-args";
import { type Gate, isGateOpen, screenGates } from "~/services/gates";
import { optional } from "~/services/failure.server";
import { holdsRight, settingsRight } from "~/services/identity.server";
import { settingsSummaryOf } from "./settings-summary.server";

/** State of an empty URL: only the count of archived vacancies is used. */
const archive = vacancySearch(false).parse(new URLSearchParams());

/** Gates of steps whose screen needs more than the customer settings' gate. */
const stepGates: Readonly<Partial<Record<SetupStep["key"], Gate>>> = {
  branding: { flag: "edgeCustomerBrandingEditEnabled" },
  workflow: screenGates["workflow-sets/workflows/create"],
  vacancy: screenGates["vacancies/create"],
};

export type SetupStep = {
  key: "branding" | "email-domain" | "sso" | "workflow" | "vacancy";
  isDone: boolean;
};
export type Setup = { customer: { id: string; name: string }; steps: SetupStep[] };

/**
 * Setup steps of a customer without any vacancy, for users allowed to take them. Null for other users, for customers
 * with archived vacancies, and once hidden. Optional on its page: left out if it cannot be loaded, and refusals are not
 * reported (SESS-35). Throws ApiError if the session has ended.
 */
export async function getSetup(args: ConsoleArgs): Promise<Setup | null> {
  const { request, user, scope } = args;
  if (readChoices(request, user._id).hiddenSetups.includes(scope.customerId)) return null;
  if (!(await holdsRight(args, settingsRight)) || !(await holdsRight(args, "org:viewSettings"))) return null;
  return optional(setupOf(args), null);
}

async function setupOf(args: ConsoleArgs): Promise<Setup | null> {
  const { api, scope, flags, timeZone } = args;
  const [summary, archived, workflows, rights] = await Promise.all([
    settingsSummaryOf(args),
    getVacancies(api, archive, { isArchived: true, hasMore: false, timeZone }),
    optional(getWorkflowOptions(api), null),
    args.rights(),
  ]);
  if (archived.pagination.totalItems > 0) return null;
  const steps: SetupStep[] = [
    { key: "branding", isDone: summary.hasBranding },
    { key: "email-domain", isDone: summary.emailDomainStatus === "SUCCESS" },
    { key: "sso", isDone: summary.ssoState === "ENABLED" },
    // A vacancy requires a workflow.
    ...(workflows ? [{ key: "workflow", isDone: workflows.length > 0 } as const] : []),
    { key: "vacancy", isDone: false },
  ];
  return {
    customer: { id: scope.customerId, name: scope.customerDisplayName },
    steps: steps.filter(({ key }) => isGateOpen(stepGates[key] ?? { flag: null }, { flags, rights })),
  };
}
