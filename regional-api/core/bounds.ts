/**
 * How much one call may bring: the most items of every list among its arguments, also of lists within its inputs, and the
 * range of every number that says where a page begins or how long it is. Checked before a call does anything else. The
 * server does not start with a list that has no bound: `areas/bounds.ts` is the table of them.
 */
import type {
  GraphQLArgument,
  GraphQLInputField,
  GraphQLInputType,
  GraphQLNamedInputType,
  GraphQLSchema,
} from "graphql";
import { invalid } from "./errors";

/** `least` and `most` are both allowed; `message` is what a caller beyond them reads. */
export interface Bound {
  readonly least: number;
  readonly most: number;
  readonly message: string;
}

/** Bounds by the operation's argument or the input type's field. */
export type Bounds = Readonly<Record<string, Bound>>;

const declared: { lists: Bounds; pages: Bounds } = { lists: {}, pages: {} };

/** Adds bounds: of the items in a list, and of the numbers that say which page is asked for. */
export function declareBounds({ lists, pages }: { readonly lists: Bounds; readonly pages: Bounds }): void {
  declared.lists = { ...declared.lists, ...lists };
  declared.pages = { ...declared.pages, ...pages };
}

const isPageNumber = (name: string, { name: type }: GraphQLNamedInputType) =>
  type === "Int" && /^(skip|limit|take|first|last|page|offset)/i.test(name);

// By their form: a schema may be of another copy of graphql than the one that is imported here.
const isListType = (type: GraphQLInputType) => String(type).startsWith("[");
const namedTypeOf = (type: GraphQLInputType): GraphQLNamedInputType =>
  "ofType" in type ? namedTypeOf(type.ofType) : type;

/** Something among the arguments that has a bound. */
interface Bounded {
  readonly name: string;
  readonly key: string;
  readonly needsBound: boolean;
  readonly bound: Bound | undefined;
  /** What a value of it holds. */
  readonly within: readonly Bounded[];
}

/** What of some arguments, or of an input's fields, has bounds or holds what has; `owner` is the operation or the input. */
function boundedOf(
  owner: string,
  fields: readonly (GraphQLArgument | GraphQLInputField)[],
  known: Map<GraphQLInputType, readonly Bounded[]> = new Map(),
): readonly Bounded[] {
  return fields.flatMap(({ name, type }): Bounded[] => {
    const key = `${owner}.${name}`;
    const isList = isListType(type);
    const named = namedTypeOf(type);
    let within: readonly Bounded[] = [];
    if ("getFields" in named) {
      within = known.get(named) ?? boundedOf(named.name, Object.values(named.getFields()), known);
      known.set(named, within);
    }
    const needsBound = isList || isPageNumber(name, named);
    const bound = isList ? declared.lists[key] : declared.pages[key];
    return needsBound || within.length > 0 ? [{ name, key, needsBound, bound, within }] : [];
  });
}

function check(bounded: readonly Bounded[], values: Readonly<Record<string, unknown>>): void {
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

const checks = new WeakMap<readonly GraphQLArgument[], readonly Bounded[]>();

/** Throws a Validation Error for arguments of an operation that are beyond their bounds. */
export function checkBounds(
  operation: string,
  args: readonly GraphQLArgument[],
  values: Readonly<Record<string, unknown>>,
): void {
  const bounded = checks.get(args) ?? boundedOf(operation, args);
  checks.set(args, bounded);
  check(bounded, values);
}

/** Throws for a schema with a list, or a number of a page, that has no bound. */
export function assertEverythingHasABound(schema: GraphQLSchema): void {
  const roots = [schema.getQueryType(), schema.getMutationType()];
  const operations = roots.flatMap((root) => Object.values(root?.getFields() ?? {}));
  const all = (bounded: readonly Bounded[]): readonly Bounded[] =>
    bounded.flatMap((one) => [one, ...all(one.within)]);
  const missing = operations
    .flatMap(({ name, args }) => all(boundedOf(name, args)))
    .filter(({ needsBound, bound }) => needsBound && !bound)
    .map(({ key }) => key);
  if (missing.length > 0) throw new Error(`No bound in areas/bounds.ts: ${[...new Set(missing)].join(", ")}`);
}
