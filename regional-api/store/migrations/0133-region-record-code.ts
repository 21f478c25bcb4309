import type { Migration } from "./migration";
import { codesAlong } from "./pieces";

/**
 * The record of changes has a code of its own (PERM-81). Whoever may see a customer's settings may see what was done to
 * them and by whom, until somebody decides otherwise; whoever has that denied stays without.
 */
export const regionRecordCode: Migration = {
  number: 133,
  name: "region-record-code",
  file: "region",
  sql: codesAlong(["org:viewRecord"], "org:viewSettings").sql,
};
