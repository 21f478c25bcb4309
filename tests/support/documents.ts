/** GraphQL documents of the API's operations, generated from its contract. */
import { readFileSync } from "node:fs";
import {
  buildSchema,
  getNamedType,
  type GraphQLField,
  type GraphQLOutputType,
  isLeafType,
  isNonNullType,
  isObjectType,
} from "graphql";

/** The committed contract. */
export const contract = buildSchema(
  readFileSync(new URL("../../contract/schema.graphql", import.meta.url), "utf8"),
);

/** Selects every field of a type down to `depth`, except those with required arguments. */
export function selectionOf(type: GraphQLOutputType, depth: number): string {
  const named = getNamedType(type);
  if (!isObjectType(named)) return "";
  const fields = Object.values(named.getFields()).flatMap((field) => {
    if (field.args.some(({ type: of, defaultValue }) => isNonNullType(of) && defaultValue === undefined))
      return [];
    if (isLeafType(getNamedType(field.type))) return [field.name];
    const inner = depth > 1 ? selectionOf(field.type, depth - 1) : "";
    return inner ? [`${field.name} ${inner}`] : [];
  });
  return fields.length > 0 ? `{ ${fields.join(" ")} }` : "";
}

/** The query or mutation with this name; undefined if the contract has none. */
export function fieldOf(name: string) {
  for (const [kind, root] of [
    ["query", contract.getQueryType()],
    ["mutation", contract.getMutationType()],
  ] as const) {
    const field: GraphQLField<unknown, unknown> | undefined = root?.getFields()[name];
    if (field) return { kind, field };
  }
  return undefined;
}

/** The document of an operation with all its arguments. `fields`, as `{ … }`, limits the selection. */
export function documentFor(name: string, fields?: string, depth = 5): string {
  const found = fieldOf(name);
  if (!found) throw new Error(`contract/schema.graphql has no operation ${name}`);
  const { args, type } = found.field;
  const types = args.map((arg) => `$${arg.name}: ${String(arg.type)}`).join(", ");
  const given = args.map((arg) => `${arg.name}: $${arg.name}`).join(", ");
  const within = (text: string) => (text ? `(${text})` : "");
  return `${found.kind} ${within(types)} { ${name}${within(given)} ${fields ?? selectionOf(type, depth)} }`;
}
