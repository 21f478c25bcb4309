import { type GraphQLObjectType, printSchema } from "graphql";
import { declaredLimits } from "./core/text-rules";
import { buildSchema } from "./schema";

/** Returns the text of contract/schema.graphql. */
export function printContract(): string {
  return `# The regional API's contract, printed by scripts/print-schema.mjs. Do not edit.\n${printSchema(buildSchema())}\n`;
}

/** Returns the text of contract/limits.ts. */
export function printLimits(): string {
  buildSchema();
  const lines = [...declaredLimits()].map(([name, { most }]) => `  ${name}: ${most},`);
  return `// Most characters of texts, by the API's rules; printed by scripts/print-schema.mjs. Do not edit.\nexport const limits = {\n${lines.join("\n")}\n} as const;\n`;
}

function rootFields(root: GraphQLObjectType | null | undefined): string {
  const lines = Object.values(root?.getFields() ?? {}).map(({ name, args }) => {
    const both = [
      args.map((arg) => `$${arg.name}: ${arg.type}`),
      args.map((arg) => `${arg.name}: $${arg.name}`),
    ];
    const [variables, passed] = both.map((all) => (all.length > 0 ? `(${all.join(", ")})` : ""));
    return `  ${name}: "${variables} { ${name}${passed}",\n`;
  });
  return `{\n${lines.join("")}} as const;\n`;
}

/** Returns the text of contract/operations.ts. */
export function printOperations(): string {
  const schema = buildSchema();
  return `// How the API's operations are asked, up to the fields of the answer; printed by scripts/print-schema.mjs. Do not edit.
export const queries = ${rootFields(schema.getQueryType())}
export const mutations = ${rootFields(schema.getMutationType())}`;
}
