/** Bounds of a call: every list argument and every page number has an enforced limit (GEN-60). */
import type * as GraphQL from "graphql";
import type { GraphQLField, GraphQLInputType } from "graphql";
import { createRequire } from "node:module";
import { describe, expect, test } from "vitest";
import { assertAllBounded, declaredBounds } from "../../regional-api/core/bounds";
import { buildSchema } from "../../regional-api/schema";
import { signedIn } from "./fixtures/client";
import { useWorld } from "./fixtures/use-world";
import { ids, people } from "./fixtures/world";

// The copy of graphql that the schema is built with.
const {
  getNamedType,
  getNullableType,
  graphql,
  GraphQLInt,
  GraphQLList,
  GraphQLNonNull,
  GraphQLObjectType,
  GraphQLSchema,
  GraphQLString,
  isEnumType,
  isInputObjectType,
  isListType,
  isLeafType,
  isNonNullType,
} = createRequire(import.meta.url)("graphql") as typeof GraphQL;

const world = useWorld("all tests");
const schema = buildSchema();
const { lists: listBounds, pages: pageBounds } = declaredBounds();

/** A minimal valid value of a type: optional parts are left out. */
function valueOf(given: GraphQLInputType, page: Page): unknown {
  const type = getNullableType(given);
  if (isListType(type)) return [];
  const named = getNamedType(type);
  if (isEnumType(named)) return named.getValues()[0]?.name;
  if (isInputObjectType(named))
    return Object.fromEntries(
      Object.values(named.getFields())
        .filter(({ type: of }) => isNonNullType(of))
        .map(({ name, type: of }) => [name, page[`${named.name}.${name}`] ?? valueOf(of, page)]),
    );
  const values: Record<string, unknown> = {
    ID: "x",
    String: "x",
    Int: 1,
    Float: 1,
    Boolean: true,
    DateTime: "2026-01-15T00:00:00Z",
    JSON: {},
  };
  return values[named.name];
}
type Page = Record<string, unknown>;

interface Place {
  readonly operation: GraphQLField<unknown, unknown>;
  readonly kind: "query" | "mutation";
  readonly key: string;
  /** The operation's variables with a value at this place. */
  readonly variables: (value: (type: GraphQLInputType) => unknown) => Record<string, unknown>;
}

/** Every place in an operation's arguments that has a declared bound. */
function placesOf(operation: GraphQLField<unknown, unknown>, kind: Place["kind"]): Place[] {
  const required = () =>
    Object.fromEntries(
      operation.args
        .filter(({ type }) => isNonNullType(type))
        .map(({ name, type }) => [name, valueOf(type, {})]),
    );
  type Put = (value: (type: GraphQLInputType) => unknown) => Record<string, unknown>;
  const below = (
    owner: string,
    fields: readonly { name: string; type: GraphQLInputType }[],
    put: (inner: Put) => Put,
  ): Place[] =>
    fields.flatMap(({ name, type }) => {
      const key = `${owner}.${name}`;
      const here = { operation, kind, key, variables: put((value) => ({ [name]: value(type) })) };
      const named = getNamedType(type);
      const inner = isInputObjectType(named)
        ? below(named.name, Object.values(named.getFields()), (innermost) =>
            put((value) => {
              const one = { ...(valueOf(named, {}) as object), ...innermost(value) };
              return { [name]: isListType(getNullableType(type)) ? [one] : one };
            }),
          )
        : [];
      return key in listBounds || key in pageBounds ? [here, ...inner] : inner;
    });
  return below(operation.name, operation.args, (inner) => (value) => ({ ...required(), ...inner(value) }));
}

const places = (["query", "mutation"] as const).flatMap((kind) => {
  const root = kind === "query" ? schema.getQueryType() : schema.getMutationType();
  return Object.values(root?.getFields() ?? {}).flatMap((operation) => placesOf(operation, kind));
});

/** Calls an operation with a context that fails on any use, so that only argument checks can pass. */
async function call({ operation, kind }: Place, variables: Record<string, unknown>) {
  const given = operation.args.filter(({ name }) => name in variables);
  const declared = given.map(({ name, type }) => `$${name}: ${String(type)}`).join(", ");
  const passed = given.map(({ name }) => `${name}: $${name}`).join(", ");
  const source = `${kind} (${declared}) { ${operation.name}(${passed}) ${isLeafType(getNamedType(operation.type)) ? "" : "{ __typename }"} }`;
  const { errors = [] } = await graphql({
    schema,
    source,
    variableValues: variables,
    contextValue: { operations: [] },
  });
  return errors.map(({ message }) => message).join("\n");
}

const cases = places.map((place) => [`${place.operation.name}: ${place.key}`, place] as const);

describe("GEN-60 a call beyond its bounds does nothing", () => {
  test("each bound belongs to an argument, and each is covered by a test", () => {
    const keys = new Set(places.map(({ key }) => key));
    expect([...Object.keys(listBounds), ...Object.keys(pageBounds)].filter((key) => !keys.has(key))).toEqual(
      [],
    );
    expect(cases.length).toBeGreaterThan(150);
  });

  test.each(cases)("%s", async (_name, place) => {
    const { least, most, message } = listBounds[place.key] ?? pageBounds[place.key] ?? {};
    const many = (size = 0) =>
      place.variables((given) => {
        const type = getNullableType(given);
        return isListType(type)
          ? Array.from({ length: size }, () => valueOf(type.ofType as GraphQLInputType, {}))
          : size;
      });
    expect(await call(place, many((most ?? 0) + 1))).toBe(message);
    // Values within the bound pass the check and fail later for lack of a context.
    expect(await call(place, many(most))).not.toBe(message);
    if (place.key in pageBounds) expect(await call(place, many((least ?? 0) - 1))).toBe(message);
  });

  test.each([
    ["a list", new GraphQLList(GraphQLString), "things"],
    ["a list that must be sent", new GraphQLNonNull(new GraphQLList(GraphQLString)), "things"],
    ["the beginning of a page", GraphQLInt, "skipEq"],
    ["the size of one", GraphQLInt, "limit"],
  ])("the API does not start with %s that has no bound", (_what, type, name) => {
    const fields = { ORGNewOperation: { type: GraphQLString, args: { [name]: { type } } } };
    const fresh = new GraphQLSchema({ query: new GraphQLObjectType({ name: "Query", fields }) });
    expect(() => assertAllBounded(fresh)).toThrow(`ORGNewOperation.${name}`);
  });

  test("the refusal is a plain Validation Error, before authentication", async () => {
    const client = await signedIn(world.app, "noAccess");
    const userIds = Array<string>(501).fill(people.recruiter);
    const scope = { customerId: ids.retail, organizationId: ids.acme, hierarchyId: ids.department };
    expect(await client.send("ORGArchiveUsers", { ...scope, userIds })).toMatchObject({
      error: "Validation Error",
      message: "Send at most 500 users",
    });
    expect(await client.send("ORGArchiveUsers", { ...scope, userIds: userIds.slice(1) })).toMatchObject({
      error: "FORBIDDEN",
    });
  });
});
