/** Audit fields of a customer's sign-in policy. */
import { rowKind } from "../../core/record-kinds";
import { settingsCodes } from "../../core/settings-codes";
import { mapConcurrently } from "../../store/sequential";
import { groupAmong } from "../permissions/group-grants.store";
import { policyGroupIds, signInPolicyOf } from "./sign-in-policies.store";

/** Audit kind of the policy; its id is the customer's. */
export const signInPolicyKind = rowKind({
  kind: "SIGN_IN_POLICY",
  code: settingsCodes.read,
  fields: { appAskedOf: "shown", groups: "shown", fromDay: "shown" },
  find: signInPolicyOf,
  values: async ({ asks, fromDay, ...policy }, db) => ({
    appAskedOf: asks,
    groups: await mapConcurrently(
      policyGroupIds(policy),
      async (id) => (await groupAmong(db, id))?.name ?? id,
    ),
    fromDay: fromDay === null ? null : new Date(fromDay).toISOString().slice(0, 10),
  }),
});
