import { printSchema } from "graphql";
import { declaredLimits } from "./core/entered";
import { buildSchema } from "./schema";

/** The text of contract/schema.graphql. */
export function printContract(): string {
  return `# The regional API's contract, printed by scripts/print-schema.mjs. Do not edit.\n${printSchema(buildSchema())}\n`;
}

/** The text of contract/limits.ts. */
export function printLimits(): string {
  buildSchema();
  const lines = [...declaredLimits()].map(([name, { most }]) => `  ${name}: ${most},`);
  return `// Most characters of texts, by the API's rules; printed by scripts/print-schema.mjs. Do not edit.\nexport const limits = {\n${lines.join("\n")}\n} as const;\n`;
}
