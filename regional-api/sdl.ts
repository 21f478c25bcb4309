import { printSchema } from "graphql";
import { buildSchema } from "./schema";

/** The text of contract/schema.graphql. */
export function printContract(): string {
  return `# The regional API's contract, printed by scripts/print-schema.mjs. Do not edit.\n${printSchema(buildSchema())}\n`;
}
