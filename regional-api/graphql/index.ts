/** All areas together. A new area is a file here and an import below. */
import type { GraphQLSchema } from "graphql";
import "./application-thread";
import "./applications";
import "./ats-requests";
import "./ats-tenants";
import "./auth";
import "./bounds";
import { assertEverythingHasABound } from "./call-bounds";
import { builder } from "./builder";
import "./candidates";
import "./check-policy";
import "./customer-settings";
import "./dashboard-layout";
import "./departments";
import "./email-domain";
import "./event-logs";
import "./branding";
import "./bulk-job-views";
import "./bulk-jobs";
import "./group";
import "./group-permissions";
import "./groups";
import "./sso-config";
import "./insights";
import "./invitations";
import "./notification-settings";
import { assertEveryRootFieldHasAccess } from "./operation";
import "./customers";
import "./organizations";
import "./places";
import "./policies";
import "./policy-use";
import "./session";
import "./settings-summary";
import { simulations } from "./simulation";
import "./saved-views";
import "./search";
import "./sms";
import "./sso-login";
import "./user-rights";
import "./user-sessions";
import "./user-upload-views";
import "./user-uploads";
import "./users";
import "./vacancies";
import "./workflow-edits";
import "./workflow-rehearsal";
import "./workflow-set-edits";
import "./workflow-sets";
import "./workflows";

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
