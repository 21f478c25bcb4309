/** All areas together. A new area is a file here and an import below. */
import type { GraphQLSchema } from "graphql";
import "./applications";
import "./ats-requests";
import "./ats-tenants";
import "./auth";
import { builder } from "./builder";
import "./candidates";
import "./common";
import "./customer-settings";
import "./email-domain";
import "./fi";
import "./groups";
import "./idp";
import "./invites";
import "./notification-settings";
import { assertEveryRootFieldHasAccess } from "./operation";
import "./org";
import "./places";
import "./session";
import "./settings-summary";
import { simulations } from "./simulation";
import "./sms";
import "./sso-login";
import "./vacancies";
import "./workflows";

/** The executable schema; the contract has no simulations. Throws when a root field was declared without access. */
export function buildSchema({ withSimulations = false } = {}): GraphQLSchema {
  const schema = builder.toSchema();
  assertEveryRootFieldHasAccess(schema);
  const mutations = schema.getMutationType()?.getFields() ?? {};
  for (const name of withSimulations ? [] : simulations) delete mutations[name];
  return schema;
}
