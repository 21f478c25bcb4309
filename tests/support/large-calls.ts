/** Calls of every API operation with arguments at their bounds, for the large world. */
import {
  type GraphQLArgument,
  type GraphQLInputField,
  type GraphQLInputType,
  isInputObjectType,
  isLeafType,
  isListType,
  isNonNullType,
  getNamedType,
  isEnumType,
  Kind,
  parse,
  valueFromASTUntyped,
} from "graphql";
import { declaredBounds } from "../../regional-api/core/bounds";
import "../../regional-api/schema"; // declares the bounds
import { permissionCodes, sectionActions } from "../../regional-api/core/permissions";
import { operations } from "../contract/fixtures/operations";
import { ids, start } from "../contract/fixtures/world";
import { documentFor, fieldOf } from "./documents";
import { archivables, largeIds, largeIdsIn } from "./large-world";

export type LargeCall = {
  operation: string;
  /** The argument that is at its bound. */
  what: string;
  document: string;
  variables: (number: number) => Record<string, unknown>;
};

type Input = GraphQLArgument | GraphQLInputField;
type Values = Record<string, unknown>;

/** Bytes for the values of one call, below the body limit. */
const mostBytes = 900_000;
const mostValues = 19_000;
/** Maximum number of departments changed in one call. */
const mostChanged = 3_000;

const actions = [...permissionCodes];
const labels = Object.values(sectionActions).flat();

/** Generates values for a list, by its name and input type. */
function poolFor(name: string, owner: string): ((number: number) => string) | undefined {
  if (name === "actions") {
    const all: readonly string[] = owner === "CommonPermissionRuleInput" ? labels : actions;
    return (number) => all[number % all.length] ?? "";
  }
  // Every third resource is an existing department.
  if (name === "resources")
    return (number) => {
      const id = number % 3 === 0 ? largeIds.department(number / 3) : `unknown-${number}`;
      return `edge:org:ap-southeast-2:${ids.acme}:${ids.retail}:${id}`;
    };
  if (/hierarch/i.test(name)) return largeIds.department;
  if (/user/i.test(name)) return largeIds.user;
  if (/group/i.test(name)) return largeIds.group;
  if (/externalVacancy|cohort/i.test(name)) return (number) => `LARGE-${number}`;
  const archivable = archivables.find(({ many: [archive, restore] }) => [archive, restore].includes(owner));
  if (archivable) return largeIdsIn(archivable.table);
  if (/workflow/i.test(name)) return largeIdsIn("workflows");
  return name === "_ids" ? largeIds.application : undefined;
}

/** Another value like `sample`, with unique fields changed. */
function another(sample: unknown, name: string, owner: string, number: number): unknown {
  const pool = poolFor(name, owner);
  if (typeof sample === "string" || sample === undefined)
    return pool ? pool(number) : `${String(sample)} ${number}`;
  if (typeof sample !== "object" || sample === null) return sample;
  return Object.fromEntries(
    Object.entries(sample as Values).map(([key, value]) => {
      if (key === "row") return [key, number + 1];
      if (key === "email") return [key, `another.${number}@test.example`];
      if (key === "_id" && name === "hierarchies") return [key, largeIds.department(number)];
      if (key === "parentId") return [key, number === 1 ? value : largeIds.department(1)];
      return [key, typeof value === "string" && /^(_?id|name)$/.test(key) ? `${value} ${number}` : value];
    }),
  );
}

/** The values with one list or page size at its bound, in every possible way. */
function* atBounds(
  owner: string,
  inputs: readonly Input[],
  values: Values,
): Generator<[what: string, values: Values]> {
  for (const input of inputs) {
    const key = `${owner}.${input.name}`;
    const value = values[input.name];
    const put = (changed: unknown): Values => ({ ...values, [input.name]: changed });
    const bound = declaredBounds().pages[key];
    if (bound) yield [`${key} ${bound.most}`, put(bound.most)];
    const list = declaredBounds().lists[key];
    const type = unwrapped(input.type);
    if (list && isListType(type)) {
      const sample: unknown = Array.isArray(value) ? value[0] : undefined;
      const isOfLeaves = isLeafType(getNamedType(type));
      const one = (number: number) =>
        isEnumType(getNamedType(type)) ? sample : another(sample, input.name, owner, number);
      if (list.most > 1 && (sample !== undefined || (isOfLeaves && poolFor(input.name, owner)))) {
        const bytes = JSON.stringify(one(9_999)).length + 1;
        const weight = isOfLeaves ? 1 : Object.keys(sample as Values).length + 1;
        const count = Math.floor(
          Math.min(
            list.most,
            input.name === "hierarchies" ? mostChanged : list.most,
            mostBytes / bytes,
            mostValues / weight,
          ),
        );
        yield [`${key} × ${count}`, put(Array.from({ length: count }, (_, at) => one(at + 1)))];
      }
    }
    const named = getNamedType(input.type);
    if (!isInputObjectType(named)) continue;
    const inside = Object.values(named.getFields());
    if (Array.isArray(value)) {
      const [first, ...rest] = value as Values[];
      for (const [what, changed] of first ? atBounds(named.name, inside, first) : [])
        yield [what, put([changed, ...rest])];
    } else if (typeof value === "object" && value !== null) {
      for (const [what, changed] of atBounds(named.name, inside, value as Values)) yield [what, put(changed)];
    }
  }
}
const unwrapped = (type: GraphQLInputType): GraphQLInputType => (isNonNullType(type) ? type.ofType : type);

/** Shifts dates of the tests' world by the time between its start and now. */
function moved(value: unknown): unknown {
  if (typeof value === "string" && /^\d{4}-\d\d-\d\dT/.test(value))
    return new Date(Date.parse(value) + Date.now() - start).toISOString();
  if (Array.isArray(value)) return value.map(moved);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value as Values).map(([key, one]) => [key, moved(one)]));
}

/** The arguments an operation's test sends on its nth call. */
function usual({ name, document, variables }: (typeof operations)[number], number: number): Values {
  const given = variables(number);
  const [definition] = parse(document).definitions;
  if (definition?.kind !== Kind.OPERATION_DEFINITION) return {};
  const called = definition.selectionSet.selections.find(
    (one) => one.kind === Kind.FIELD && one.name.value === name,
  );
  if (called?.kind !== Kind.FIELD) return {};
  // Arguments that its test omits are omitted here too.
  const sent = (called.arguments ?? []).flatMap((argument): [string, unknown][] => {
    const value = valueFromASTUntyped(argument.value, given);
    return value === undefined ? [] : [[argument.name.value, moved(value)]];
  });
  return Object.fromEntries(sent);
}

/**
 * Calls of every operation: as in its test, and once for each list and page size at its bound. Variables are generated
 * per call, so that unique values do not repeat.
 */
export function largeCalls(): LargeCall[] {
  return operations.flatMap((operation): LargeCall[] => {
    const found = fieldOf(operation.name);
    if (!found) return [];
    const all = (number: number): (readonly [what: string, values: Values])[] => {
      const values = usual(operation, number);
      return [["as usual", values], ...atBounds(operation.name, found.field.args, values)];
    };
    return all(1).map(([what], at) => ({
      ...{ operation: operation.name, what, document: documentFor(operation.name, undefined, 3) },
      variables: (number) => all(number)[at]?.[1] ?? {},
    }));
  });
}
