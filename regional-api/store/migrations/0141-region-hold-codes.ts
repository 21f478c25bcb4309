import type { Migration } from "./migration";
import { codesAlong } from "./pieces";

/**
 * Holds have codes of their own (PERM-83). Whoever may see a customer's settings may see its holds, and whoever may change
 * them may place and release some, until somebody decides otherwise; whoever has those denied stays without.
 */
export const regionHoldCodes: Migration = {
  number: 141,
  name: "region-hold-codes",
  file: "region",
  sql:
    codesAlong(["org:viewHold"], "org:viewSettings").sql +
    codesAlong(["org:editHold"], "org:editSettings").sql,
};
