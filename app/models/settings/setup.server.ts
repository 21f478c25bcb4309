import type { FlagName } from "~/flags";
import { getVacancies } from "~/models/vacancies/vacancy.server";
import { readChoices } from "~/services/choices.server";
import type { ConsoleArgs } from "~/services/console-args";
import { reportError } from "~/services/errors.server";
import { graphql } from "~/services/graphql";
import { getSettingsSummary } from "./settings-summary.server";

const mayChangeDocument = graphql(`
  query MayChangeSettings($policy: CommonCheckPolicyInput!) {
    CommonCheckPolicy(policy: $policy) {
      policyResult
    }
  }
`);

/** What the API asks of whoever changes a customer's settings. */
const changeCode = "org:editUser";

/** Only their number counts. */
const archive = { page: 1, size: 30, sort: "createdAt", order: "desc" } as const;

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
  const { api, scope, request, user, flags } = args;
  const { awsRegion, organizationId, customerId, hierarchyId } = scope;
  if (readChoices(request, user._id).hiddenSetups.includes(customerId)) return null;
  const resource = [awsRegion, organizationId, customerId, hierarchyId].join(":");
  const identity = { userId: user._id, groupIds: user.groupIds };
  try {
    const [{ CommonCheckPolicy: policy }, summary, archived] = await Promise.all([
      api.query(mayChangeDocument, { policy: { identity, todos: { [resource]: [changeCode] } } }),
      getSettingsSummary(api, customerId),
      getVacancies(api, scope, archive, true),
    ]);
    if (!policy.policyResult || archived.pagination.totalItems > 0) return null;
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
    reportError(error, { operation: "MayChangeSettings" });
    return null;
  }
}
