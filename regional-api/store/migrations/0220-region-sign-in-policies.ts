import { edition, json, oneOf, table, text, time } from "../tables/columns";
import type { Migration } from "./migration";
import { newTable } from "./pieces";

/** A customer's rule of which users need an authenticator app (MFA-06). */
export const regionSignInPolicies: Migration = {
  number: 220,
  name: "region-sign-in-policies",
  file: "region",
  ...newTable(
    "sign_in_policies",
    table({
      customerId: text().primary().references("customers"),
      asks: oneOf("NOBODY", "GROUPS", "EVERYBODY"),
      groupIds: json().default("[]"),
      fromDay: time().optional(),
      updatedAt: time(),
      ...edition(1),
    }),
  ),
};
