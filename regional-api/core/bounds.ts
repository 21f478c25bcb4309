/**
 * Bounds of one call: the maximum length of each list in its arguments and nested inputs, and the range of
 * each number that sets a page's start or size. They are checked before anything else. Each operations file
 * declares the bounds of its own lists; the server does not start if a list has no bound.
 */
import type {
  GraphQLArgument,
  GraphQLInputField,
  GraphQLInputType,
  GraphQLNamedInputType,
  GraphQLSchema,
} from "graphql";
import { invalid } from "./errors";
import { maxPageSize } from "./paging";

/** `least` and `most` are inclusive; `message` is the error text beyond them. */
export interface Bound {
  readonly least: number;
  readonly most: number;
  readonly message: string;
}

/** Bounds by argument of an operation or by field of an input type. */
export type Bounds = Readonly<Record<string, Bound>>;

interface DeclaredBounds {
  /** Bounds of the number of items in lists. */
  readonly lists: Bounds;
  /** Bounds of paging numbers. */
  readonly pages: Bounds;
}

let declared: DeclaredBounds = { lists: {}, pages: {} };

/** Declares bounds for arguments of operations and for fields of their inputs. */
export function declareBounds({ lists = {}, pages = {} }: Partial<DeclaredBounds>): void {
  declared = { lists: { ...declared.lists, ...lists }, pages: { ...declared.pages, ...pages } };
}

/** Returns all declared bounds, for tests that call every operation at its bounds and beyond. */
export const declaredBounds = (): DeclaredBounds => declared;

/** Limits a list to `most` items; `message` is the error text for more. */
export const maxItems = (most: number, message: string): Bound => ({ least: 0, most, message });

/** Limits a list to `most` items, with an error text that names `what`. */
export const atMost = (most: number, what: string, verb = "Send"): Bound =>
  maxItems(most, `${verb} at most ${most.toLocaleString("en")} ${what}`);

/** Bound on rows archived, restored or changed in one call. */
export const changedRows = (what: string): Bound => atMost(500, what);

/** Bound on lists of enum values. */
export const choice = atMost(50, "values to choose from");

const begin = "The number of rows to skip cannot be negative";

/**
 * Bound on the start of a page, in rows: the console's last page, 1,000,000, at the API's largest page size.
 */
export const firstRow: Bound = {
  least: 0,
  most: 1_000_000 * maxPageSize,
  message: `${begin}, and has no row after 500,000,000`,
};

/** Bound on a page number. */
export const pageNumber: Bound = {
  least: 0,
  most: 1_000_000,
  message: `${begin}, and has no page after 1,000,000`,
};

/**
 * Bound on the start of a search page. It is lower, because a search reads the rows before the page again.
 */
export const searchStartBound: Bound = {
  least: 0,
  most: 1_000,
  message: `${begin}, and a search shows its first 1,000 rows: search for more of the text`,
};

/** Bound on the number of rows in a page. */
export const pageSize: Bound = {
  least: 1,
  most: maxPageSize,
  message: `A page has 1 to ${maxPageSize} rows`,
};

const isPageNumber = (name: string, { name: type }: GraphQLNamedInputType) =>
  type === "Int" && /^(skip|limit|take|first|last|page|offset)/i.test(name);

// Compares printed forms, because the schema may come from another copy of graphql than the one imported
// here.
const isListType = (type: GraphQLInputType) => String(type).startsWith("[");
const namedTypeOf = (type: GraphQLInputType): GraphQLNamedInputType =>
  "ofType" in type ? namedTypeOf(type.ofType) : type;

/** An argument or field that has a bound or contains one. */
interface BoundedField {
  readonly name: string;
  readonly key: string;
  readonly needsBound: boolean;
  readonly bound: Bound | undefined;
  /** Bounded fields within the value. */
  readonly within: readonly BoundedField[];
}

/**
 * Returns the arguments or input fields that have or contain bounds; `owner` is the operation or the input
 * type.
 */
function boundedFieldsOf(
  owner: string,
  fields: readonly (GraphQLArgument | GraphQLInputField)[],
  known: Map<GraphQLInputType, readonly BoundedField[]> = new Map(),
): readonly BoundedField[] {
  return fields.flatMap(({ name, type }): BoundedField[] => {
    const key = `${owner}.${name}`;
    const isList = isListType(type);
    const named = namedTypeOf(type);
    let within: readonly BoundedField[] = [];
    if ("getFields" in named) {
      within = known.get(named) ?? boundedFieldsOf(named.name, Object.values(named.getFields()), known);
      known.set(named, within);
    }
    const needsBound = isList || isPageNumber(name, named);
    const bound = isList ? declared.lists[key] : declared.pages[key];
    return needsBound || within.length > 0 ? [{ name, key, needsBound, bound, within }] : [];
  });
}

function check(bounded: readonly BoundedField[], values: Readonly<Record<string, unknown>>): void {
  for (const { name, bound, within } of bounded) {
    const value = values[name];
    const size: unknown = Array.isArray(value) ? value.length : value;
    if (bound && typeof size === "number" && !(size >= bound.least && size <= bound.most))
      throw invalid(bound.message);
    if (within.length === 0) continue;
    for (const one of Array.isArray(value) ? (value as unknown[]) : [value])
      if (typeof one === "object" && one !== null) check(within, one as Record<string, unknown>);
  }
}

const checks = new WeakMap<readonly GraphQLArgument[], readonly BoundedField[]>();

/** Throws a Validation Error if an argument of an operation is out of bounds. */
export function checkBounds(
  operation: string,
  args: readonly GraphQLArgument[],
  values: Readonly<Record<string, unknown>>,
): void {
  const bounded = checks.get(args) ?? boundedFieldsOf(operation, args);
  checks.set(args, bounded);
  check(bounded, values);
}

/** Throws if a list or paging number in the schema has no bound. */
export function assertAllBounded(schema: GraphQLSchema): void {
  const roots = [schema.getQueryType(), schema.getMutationType()];
  const operations = roots.flatMap((root) => Object.values(root?.getFields() ?? {}));
  const all = (bounded: readonly BoundedField[]): readonly BoundedField[] =>
    bounded.flatMap((one) => [one, ...all(one.within)]);
  const missing = operations
    .flatMap(({ name, args }) => all(boundedFieldsOf(name, args)))
    .filter(({ needsBound, bound }) => needsBound && !bound)
    .map(({ key }) => key);
  if (missing.length > 0)
    throw new Error(`No bound declared by declareBounds: ${[...new Set(missing)].join(", ")}`);
}
