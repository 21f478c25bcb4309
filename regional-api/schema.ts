/** All areas together. A new area is a file here and an import below. */
import type { GraphQLSchema } from "graphql";
import "./areas/applications/application-thread.operations";
import "./areas/applications/applications.operations";
import "./areas/ats/ats-requests.operations";
import "./areas/ats/ats-tenants.operations";
import "./areas/auth/auth.operations";
import { assertEverythingHasABound } from "./core/bounds";
import { builder } from "./core/builder";
import "./areas/applications/candidates.operations";
import "./areas/permissions/check-policy.operations";
import "./areas/compliance/compliance.operations";
import "./areas/insights/dashboard-layout.operations";
import "./areas/departments/departments.operations";
import "./areas/email-domain/email-domain.operations";
import "./areas/event-logs/event-logs.operations";
import "./areas/branding/branding.operations";
import "./areas/bulk-jobs/bulk-job-views.operations";
import "./areas/bulk-jobs/bulk-jobs.operations";
import "./areas/groups/group.operations";
import "./areas/groups/group-permissions.operations";
import "./areas/groups/groups.operations";
import "./areas/holds/holds.operations";
import "./areas/record/record.operations";
import "./areas/retention/packs.operations";
import "./areas/retention/retention.operations";
import "./areas/sso/sso-config.operations";
import "./areas/insights/insights.operations";
import "./areas/applications/invitations.operations";
import "./areas/notifications/notification-settings.operations";
import { assertEveryRootFieldHasAccess } from "./core/operation";
import "./areas/customers/customers.operations";
import "./areas/organizations/organizations.operations";
import "./areas/places/places.operations";
import "./areas/policies/policies.operations";
import "./areas/groups/policy-use.operations";
import "./areas/auth/session.operations";
import "./areas/settings/settings-summary.operations";
import { simulations } from "./areas/applications/simulation.operations";
import "./areas/saved-views/saved-views.operations";
import "./areas/search/search.operations";
import "./areas/sms/sms.operations";
import "./areas/sso/sso-login.operations";
import "./areas/users/user-rights.operations";
import "./areas/users/user-sessions.operations";
import "./areas/users/user-upload-views.operations";
import "./areas/users/user-uploads.operations";
import "./areas/users/users.operations";
import "./areas/vacancies/vacancies.operations";
import "./areas/workflows/workflow-edits.operations";
import "./areas/workflows/workflow-rehearsal.operations";
import "./areas/workflow-sets/workflow-set-edits.operations";
import "./areas/workflow-sets/workflow-sets.operations";
import "./areas/workflows/workflows.operations";

/**
 * The executable schema; the contract has no simulations. Throws when a root field was declared without access, or with
 * arguments that have no bound.
 */
export function buildSchema({ withSimulations = false } = {}): GraphQLSchema {
  const schema = builder.toSchema();
  assertEveryRootFieldHasAccess(schema);
  assertEverythingHasABound(schema);
  const mutations = schema.getMutationType()?.getFields() ?? {};
  for (const name of withSimulations ? [] : simulations) delete mutations[name];
  return schema;
}
