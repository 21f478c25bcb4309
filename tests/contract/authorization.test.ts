import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildSchema } from "../../regional-api/schema/index";
import { Client, signedIn } from "./fixtures/client";
import { withVersion } from "./fixtures/edits";
import { operations, type OperationCase } from "./fixtures/operations";
import { snapshot } from "./fixtures/snapshot";
import { ids, startWorld, type World } from "./fixtures/world";

let world: World;
let staff: Client;
let clients: Map<string, Client>;
let number = 0;

beforeAll(async () => {
  world = await startWorld({ EMAIL_DOMAIN_VERIFICATION_SECONDS: "0", AUTH_CALLS_PER_MINUTE: "1000" });
  staff = await signedIn(world.app, "staff");
  clients = new Map();
  for (const person of ["noAccess", "recruiter", "admin", "globexAdmin"] as const) {
    clients.set(person, await signedIn(world.app, person));
  }
});
afterAll(() => world.stop());

const client = (person: string) => {
  const found = clients.get(person);
  if (!found) throw new Error(`${person} is not signed in here`);
  return found;
};

/** The call's error; whatever it is, an erring call must have changed nothing. */
async function errorOf(
  caller: Client,
  operation: OperationCase,
  options: Parameters<Client["call"]>[2] = {},
) {
  const before = snapshot(world.databases);
  const variables = withVersion(world.databases, operation.name, operation.variables((number += 1)));
  const { error, data } = await caller.clone().call(operation.document, variables, options);
  if (error !== undefined) {
    expect(snapshot(world.databases)).toBe(before);
    expect(data[operation.name]).toBeFalsy();
  }
  return error;
}

/** The access an operation was declared with, in the words of the table. */
function declaredAccess(name: string): string {
  const schema = buildSchema();
  const field = schema.getQueryType()?.getFields()[name] ?? schema.getMutationType()?.getFields()[name];
  const { access } = (field?.extensions["operation"] ?? {}) as { access: string | object };
  if (typeof access === "string") return access;
  return "scope" in access ? "customer" : "organization" in access ? "organization" : "wildcard";
}

describe.each(operations)("SESS-03 SESS-29 ORG-16 ORG-17 GEN-16 $name", (operation) => {
  const { access } = operation;
  const isProtected = access !== "public" && access !== "known-session";

  test("is declared with the access of this table", () => {
    expect(declaredAccess(operation.name)).toBe(access);
  });

  test.runIf(isProtected)("needs a session", async () => {
    expect(await errorOf(new Client(world.app), operation)).toBe("UNAUTHENTICATED");
    const stranger = new Client(world.app);
    stranger.cookies.set("access-token", "x".repeat(43)).set("csrf-token", "y");
    expect(await errorOf(stranger, operation)).toBe("UNAUTHENTICATED");
  });

  test.runIf(access !== "public")("needs the session's own anti-forgery value", async () => {
    expect(await errorOf(staff, operation, { withoutCsrf: true })).toBe("FORBIDDEN");
    expect(await errorOf(staff, operation, { headers: { "x-csrf-token": "wrong" } })).toBe("FORBIDDEN");
    const foreign = client("admin").cookies.get("csrf-token") ?? "";
    expect(await errorOf(staff, operation, { headers: { "x-csrf-token": foreign } })).toBe("FORBIDDEN");
  });

  test.runIf(operation.lacking)("refuses someone of the customer without the permission", async () => {
    expect(await errorOf(client(operation.lacking ?? ""), operation)).toBe("FORBIDDEN");
  });

  test.runIf(["customer", "organization", "wildcard"].includes(access))(
    "shows nothing to an outsider",
    async () => {
      const expected = access === "wildcard" ? "FORBIDDEN" : "Not Found Error";
      expect(await errorOf(client("globexAdmin"), operation)).toBe(expected);
    },
  );

  test("does not work on another region's rows", async () => {
    if (access !== "customer" && !(access === "wildcard" && operation.otherRegion !== "works")) return;
    expect(await errorOf(staff, operation, { region: "eu-west-1" })).toBe("Not Found Error");
  });

  test("works for provider staff", async () => {
    // Some of these end the session they are called with.
    const caller = access === "known-session" ? await signedIn(world.app, "staff") : staff;
    const error = await errorOf(caller, operation);
    expect(error === undefined || (access === "public" && error === "Custom Error")).toBe(true);
  });
});

test("UNAUTHENTICATED once the user is archived, at the next call (SESS-18, USER-33)", async () => {
  const recruiter = await signedIn(world.app, "recruiter");
  const sydney = world.databases.region("ap-southeast-2");
  sydney.statement("UPDATE users SET archivedAt = 1 WHERE firstName = 'recruiter'").run();
  expect((await recruiter.call("{ AuthMe { _id } }")).error).toBe("UNAUTHENTICATED");
  expect((await recruiter.call("{ AuthCheckToken { logout } }")).data).toEqual({
    AuthCheckToken: { logout: true },
  });
  expect((await recruiter.call("{ AuthRefreshToken { logout } }")).data).toEqual({
    AuthRefreshToken: { logout: true },
  });
  sydney.statement("UPDATE users SET archivedAt = NULL WHERE firstName = 'recruiter'").run();
});

test("an unknown region is no endpoint, whatever its text (SESS-05)", async () => {
  for (const region of ["mars-1", "eu-west-1%2F..%2Fus-east-1", "EU-WEST-1"]) {
    const answer = await staff.call("{ AuthMe { _id } }", {}, { region });
    expect(answer).toMatchObject({ status: 404, error: "Not Found Error" });
  }
});

test("an archived customer is not found, by staff neither (SHELL-41)", async () => {
  const answer = await staff.call("query ($id: ID!) { ORGGetCustomer(filter: { _id: $id }) { _id } }", {
    id: ids.closed,
  });
  expect(answer.error).toBe("Not Found Error");
});
