import { readFileSync } from "node:fs";
import {
  buildSchema,
  getNamedType,
  getNullableType,
  isInputObjectType,
  isInterfaceType,
  isLeafType,
  isListType,
  isObjectType,
  Kind,
  parse,
  print,
  visit,
  type GraphQLInputType,
  type GraphQLOutputType,
} from "graphql";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { sweep } from "../../regional-api/sweep";
import { signedIn, type Client } from "./fixtures/client";
import { withVersion } from "./fixtures/edits";
import { operations, type OperationCase } from "./fixtures/operations";
import { tablesOf } from "./fixtures/engine";
import { snapshot } from "./fixtures/snapshot";
import { useWorld } from "./fixtures/use-world";
import { ids } from "./fixtures/world";

describe("one effect for each key", () => {
  const world = useWorld("each test");
  let staff: Client;
  beforeEach(async () => {
    staff = await signedIn(world.app, "staff");
  });

  const send = (client: Client, key: string, uniqueName = "once") =>
    client.send(
      "ORGCreateCustomer",
      { organizationId: ids.acme, uniqueName, displayName: "Once" },
      { headers: { "idempotency-key": key } },
    );
  const count = () =>
    world.databases
      .region("ap-southeast-2")
      .sqlite.prepare("SELECT count(*) FROM customers WHERE uniqueName LIKE 'once%'")
      .pluck()
      .get();

  test("GEN-22 the same key gives the same answer and one effect, sequentially or 20 at once", async () => {
    const first = await send(staff, "key-1");
    expect(first.error).toBeUndefined();
    const after = snapshot(world.databases);
    const repeats = await Promise.all(Array.from({ length: 20 }, () => send(staff, "key-1")));
    for (const repeat of repeats) expect(repeat.data).toEqual(first.data);
    expect(snapshot(world.databases)).toBe(after);

    const together = await Promise.all(Array.from({ length: 20 }, () => send(staff, "key-2", "once-2")));
    expect(new Set(together.map(({ data }) => JSON.stringify(data))).size).toBe(1);
    expect(together[0]?.error).toBeUndefined();
    expect(count()).toBe(2);
  });

  test("GEN-22 the same key with other variables is refused", async () => {
    await send(staff, "key");
    expect(await send(staff, "key", "once-more")).toMatchObject({ error: "Validation Error" });
    expect(count()).toBe(1);
  });

  test("a failed attempt is not stored, so a retry may succeed", async () => {
    expect((await send(staff, "key", "acme-retail")).error).toBe("Conflict Error");
    const sydney = world.databases.region("ap-southeast-2");
    sydney
      .statement("UPDATE customer_directory SET uniqueName = 'renamed' WHERE uniqueName = 'acme-retail'")
      .run();
    sydney.statement("UPDATE customers SET uniqueName = 'renamed' WHERE uniqueName = 'acme-retail'").run();
    expect((await send(staff, "key", "acme-retail")).error).toBeUndefined();
  });

  test("a key belongs to one person and one operation, and reveals nothing to others", async () => {
    const { data } = await send(staff, "key");
    const admin = await signedIn(world.app, "admin");
    expect((await send(admin, "key")).error).toBe("FORBIDDEN");
    const { _id } = data["ORGCreateCustomer"] as { _id: string };
    const archive = { customerIds: [_id], organizationId: ids.acme };
    const archived = await staff.send("ORGArchiveCustomers", archive, {
      headers: { "idempotency-key": "key" },
    });
    expect(archived.data).toMatchObject({ ORGArchiveCustomers: [{ _id }] });
  });

  test("a key expires after 24 hours; an invalid one is refused", async () => {
    await send(staff, "key");
    world.pass(24 * 3_600_000);
    staff = await signedIn(world.app, "staff");
    expect((await send(staff, "key")).error).toBe("Conflict Error");
    await sweep(world.databases, world.now() + 1);
    const left = world.databases
      .region("ap-southeast-2")
      .sqlite.prepare("SELECT count(*) FROM idempotency")
      .pluck()
      .get();
    expect(left).toBe(0);
    expect((await send(staff, "x".repeat(201), "once-3")).error).toBe("Validation Error");
  });
});

describe("GEN-22 a retry selecting any fields gets the same answer, changes nothing and does not fail unexpectedly", () => {
  const shared = useWorld("all tests", {
    EMAIL_DOMAIN_VERIFICATION_SECONDS: "0",
    AUTH_CALLS_PER_MINUTE: "1000",
  });
  const schema = buildSchema(readFileSync("contract/schema.graphql", "utf8"));
  let caller: Client;
  let number = 0;
  beforeAll(async () => {
    caller = await signedIn(shared.app, "staff");
  });

  /** All fields of a type, up to the allowed depth. */
  function everyField(type: GraphQLOutputType, depth = 0): string {
    const named = getNamedType(type);
    if (!isObjectType(named) && !isInterfaceType(named)) return "";
    const fields = Object.values(named.getFields())
      .filter(({ args, type: inner }) => args.length === 0 && (depth < 7 || isLeafType(getNamedType(inner))))
      .map((field) => `${field.name} ${everyField(field.type, depth + 1)}`);
    return `{ ${fields.join(" ")} }`;
  }

  /** The operation's document with every field of its answer. */
  function wholeDocument({ name, document }: OperationCase): string {
    const field = schema.getMutationType()?.getFields()[name];
    if (!field) throw new Error(`no mutation ${name}`);
    const selection = everyField(field.type);
    const wanted = selection ? parse(selection).definitions[0] : undefined;
    return print(
      visit(parse(document), {
        Field: (node) =>
          node.name.value === name && wanted?.kind === Kind.OPERATION_DEFINITION
            ? { ...node, selectionSet: wanted.selectionSet }
            : undefined,
      }),
    );
  }

  /** Invisible characters that may be copied along with a text: direction marks and zero-width ones. */
  const unseen = ["\u202E", "\u2066\u200B", "\u202C\u2069", "\u200E\uFEFF"];
  let turn = 0;
  const around = (text: string) =>
    `${unseen[(turn += 1) % unseen.length]}${text.slice(0, 1)}${unseen[(turn + 1) % unseen.length]}${text.slice(1)}${unseen[(turn + 2) % unseen.length]}`;
  const inJson = (value: unknown): unknown =>
    typeof value === "string"
      ? around(value)
      : Array.isArray(value)
        ? value.map(inJson)
        : value && typeof value === "object"
          ? Object.fromEntries(Object.entries(value).map(([name, one]) => [name, inJson(one)]))
          : value;

  /** A value with invisible characters in every text of its type, including ids. */
  function withUnseen(given: GraphQLInputType, value: unknown): unknown {
    const type = getNullableType(given);
    if (value === null || value === undefined) return value;
    if (isListType(type))
      return Array.isArray(value) ? value.map((one) => withUnseen(type.ofType, one)) : value;
    if (isInputObjectType(type)) {
      const fields = type.getFields();
      return Object.fromEntries(
        Object.entries(value).map(([name, one]) => [
          name,
          fields[name] && withUnseen(fields[name].type, one),
        ]),
      );
    }
    if (String(type) === "JSON") return inJson(value);
    return typeof value === "string" && ["String", "ID"].includes(String(type)) ? around(value) : value;
  }
  const argumentsOf = (name: string) => schema.getMutationType()?.getFields()[name]?.args ?? [];

  /** Need a current code; `second-factors.test.ts` covers their retries. */
  const takeCodes = [
    "AuthConfirmAuthenticator",
    "AuthMakeRecoveryCodes",
    "AuthRemoveAuthenticator",
    "AuthRemovePasskey",
  ];
  /** Invisible characters are part of a password. */
  const takePasswords = ["AuthBeginPasskey"];
  const kept = operations.filter(
    ({ name, access, endsSessions }) =>
      ![...takeCodes, ...takePasswords].includes(name) &&
      schema.getMutationType()?.getFields()[name] &&
      access !== "public" &&
      access !== "known-session" &&
      !endsSessions,
  );

  test.each(kept.map((operation) => [operation.name, operation] as const))("%s", async (name, operation) => {
    const sent = withVersion(shared.databases, name, operation.variables((number += 1)));
    const types = new Map(argumentsOf(name).map((argument) => [argument.name, argument.type]));
    const variables = Object.fromEntries(
      Object.entries(sent).map(([key, value]) => {
        const type = types.get(key);
        return [key, type ? withUnseen(type, value) : value];
      }),
    );
    const options = { headers: { "idempotency-key": `every-field-${number}` } };
    const document = wholeDocument(operation);
    const first = await caller.call(document, variables, options);
    expect(first.error).toBeUndefined();
    const after = snapshot(shared.databases);
    const repeat = await caller.call(document, variables, options);
    expect(repeat.error).toBeUndefined();
    expect(repeat.data).toEqual(first.data);
    expect(snapshot(shared.databases)).toBe(after);
  });

  test("SHELL-103 stored texts never contain characters that turn the direction or are invisible", () => {
    expect(turn).toBeGreaterThan(400);
    for (const db of shared.databases.all())
      for (const table of tablesOf(db)) {
        const rows = db.sqlite.prepare(`SELECT * FROM ${table}`).all();
        const found = rows.filter((row) =>
          /[\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/.test(JSON.stringify(row)),
        );
        expect(found.slice(0, 3), table).toEqual([]);
      }
  });

  test("stored answers contain no password", () => {
    const answers = shared.databases
      .region("ap-southeast-2")
      .sqlite.prepare<[], { response: string }>("SELECT response FROM idempotency")
      .all();
    expect(answers.length).toBeGreaterThan(0);
    for (const { response } of answers) expect(response).not.toMatch(/passwordHash|scrypt/);
  });
});
