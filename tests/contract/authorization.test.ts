import { reviewCodes } from "../../regional-api/areas/decisions/decision-access";
import { editCandidateCodes } from "../../regional-api/areas/applications/application-access";
import { beforeAll, describe, expect, test } from "vitest";
import { permissionCodes } from "../../regional-api/core/permissions";
import { serviceOf } from "../../regional-api/core/policy";
import { buildSchema } from "../../regional-api/schema";
import { Client, signedIn } from "./fixtures/client";
import { withVersion } from "./fixtures/edits";
import { operations, type OperationCase } from "./fixtures/operations";
import { snapshot } from "./fixtures/snapshot";
import { addGroup, ids, people, rootId } from "./fixtures/world";
import { useWorld } from "./fixtures/use-world";

const world = useWorld("all tests", {
  EMAIL_DOMAIN_VERIFICATION_SECONDS: "0",
  AUTH_CALLS_PER_MINUTE: "1000",
});
let staff: Client;
let clients: Map<string, Client>;
let number = 0;

beforeAll(async () => {
  staff = await signedIn(world.app, "staff");
  clients = new Map();
  for (const person of ["noAccess", "recruiter", "admin", "globexAdmin"] as const) {
    clients.set(person, await signedIn(world.app, person));
  }
});

const client = (person: string) => {
  const found = clients.get(person);
  if (!found) throw new Error(`${person} is not signed in here`);
  return found;
};

/** The call's error. A failed call must have changed nothing. */
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

interface Declared {
  readonly code?: string;
  readonly scope?: unknown;
  readonly organization?: unknown;
  readonly anyDepartment?: true;
  readonly onRoot?: true;
}

const schema = buildSchema();

/** The declared access of an operation. */
function accessOf(name: string): string | Declared {
  const field = schema.getQueryType()?.getFields()[name] ?? schema.getMutationType()?.getFields()[name];
  return ((field?.extensions["operation"] ?? {}) as { access: string | Declared }).access;
}

/** The declared access of an operation, in the table's terms. */
function declaredAccess(name: string): string {
  const access = accessOf(name);
  if (typeof access === "string") return access;
  return "scope" in access ? "customer" : "organization" in access ? "organization" : "wildcard";
}

/** Required to correct a candidate or export their data, on every department where they applied. */
const candidateNeeds = {
  needs: `\`${editCandidateCodes[0]}\` (${editCandidateCodes
    .slice(1)
    .map((code) => `\`${code}\``)
    .join(", ")})`,
  on: "any department",
  codes: editCandidateCodes,
};

/** A review of a rule's decision may set a status. */
const reviewNeeds = {
  needs: `\`${reviewCodes[0]}\` (${reviewCodes
    .slice(1)
    .map((code) => `\`${code}\``)
    .join(", ")})`,
  on: "any department",
  codes: reviewCodes,
};

/** Rights an operation requires beyond its access, depending on the call's target. */
const furtherNeeds: Readonly<Record<string, { needs: string; on: string; codes: readonly string[] }>> = {
  AppsUpdateApplicationCandidate: candidateNeeds,
  DECReviewDecision: reviewNeeds,
  DECContestDecision: reviewNeeds,
  RETGetPacks: candidateNeeds,
  RETMakePack: candidateNeeds,
  AtsGetAtsTemplates: { needs: "`ats:listTemplate`", on: "any customer", codes: ["ats:listTemplate"] },
  AtsGetAtsTemplateById: { needs: "`ats:viewTemplate`", on: "any customer", codes: ["ats:viewTemplate"] },
  AtsGetAtsTemplateByAtsName: {
    needs: "`ats:viewTemplate`",
    on: "any customer",
    codes: ["ats:viewTemplate"],
  },
  AtsGetRequestById: { needs: "`ats:viewTenant`", on: "the request's customer", codes: ["ats:viewTenant"] },
  BulkPlanVacancies: {
    needs: "`apps:listVacancy` (`apps:archiveVacancy` or `apps:restoreVacancy`)",
    on: "any department",
    codes: ["apps:listVacancy", "apps:archiveVacancy", "apps:restoreVacancy"],
  },
};

/** The part of the customer on which a code is needed. */
function whereOf(access: string | Declared): string {
  if (typeof access === "string" || !access.code) return "";
  if (access.organization !== undefined) return "any customer";
  if (access.anyDepartment) return "any department";
  return access.onRoot ? "the customer" : "the department sent";
}

describe.each(operations)("SESS-03 GEN-16 $name", (operation) => {
  const { access } = operation;
  const isProtected = access !== "public" && access !== "known-session";

  test("is declared with this table's access", () => {
    expect(declaredAccess(operation.name)).toBe(access);
  });

  test.runIf(isProtected)("needs a session", async () => {
    expect(await errorOf(new Client(world.app), operation)).toBe("UNAUTHENTICATED");
    const stranger = new Client(world.app);
    stranger.cookies.set("access-token", "x".repeat(43)).set("csrf-token", "y");
    expect(await errorOf(stranger, operation)).toBe("UNAUTHENTICATED");
  });

  test.runIf(access !== "public")("needs the session's own anti-forgery token", async () => {
    expect(await errorOf(staff, operation, { withoutCsrf: true })).toBe("FORBIDDEN");
    expect(await errorOf(staff, operation, { headers: { "x-csrf-token": "wrong" } })).toBe("FORBIDDEN");
    const foreign = client("admin").cookies.get("csrf-token") ?? "";
    expect(await errorOf(staff, operation, { headers: { "x-csrf-token": foreign } })).toBe("FORBIDDEN");
  });

  test.runIf(operation.lacking)("refuses a person of the customer without the permission", async () => {
    expect(await errorOf(client(operation.lacking ?? ""), operation)).toBe("FORBIDDEN");
  });

  test.runIf(["customer", "organization", "wildcard"].includes(access))(
    "shows nothing to an outsider",
    async () => {
      const expected = access === "wildcard" ? "FORBIDDEN" : "Not Found Error";
      expect(await errorOf(client("globexAdmin"), operation)).toBe(expected);
    },
  );

  const staysInRegion = access === "customer" || (access === "wildcard" && operation.otherRegion !== "works");
  test.runIf(staysInRegion)("does not work on rows of another region", async () => {
    expect(await errorOf(staff, operation, { region: "eu-west-1" })).toBe("Not Found Error");
  });

  test("works for provider staff", async () => {
    // Some of these end the caller's session.
    const caller = access === "known-session" ? await signedIn(world.app, "staff") : staff;
    const error = await errorOf(caller, operation);
    expect(error === undefined || (access === "public" && error === "Custom Error")).toBe(true);
    if (operation.endsSessions) staff = await signedIn(world.app, "staff");
  });
});

const operationsWithCode = operations.flatMap((operation) => {
  const access = accessOf(operation.name);
  return typeof access === "string" || access.code === undefined ? [] : [{ ...operation, code: access.code }];
});

describe("PERM-46 PERM-66 GEN-16 every operation with a code, and only that code", () => {
  let person: Client;
  beforeAll(async () => {
    person = await signedIn(world.app, "noAccess");
  });

  /** The error's code while the person holds only `codes` on the customer. */
  async function answerWith(codes: readonly string[], operation: OperationCase) {
    const sydney = world.databases.region("ap-southeast-2");
    const statements = [...new Set(codes.map(serviceOf))].map((service) => ({
      effect: "Allow" as const,
      actions: codes.filter((code) => serviceOf(code) === service),
      resources: [`edge:${service}:ap-southeast-2:${ids.acme}:${ids.retail}:*`],
    }));
    const group = addGroup(sydney, "retail", people.noAccess, statements);
    try {
      const variables = withVersion(world.databases, operation.name, operation.variables((number += 1)));
      return await person.call(operation.document, variables);
    } finally {
      sydney.statement("DELETE FROM group_members WHERE groupId = ?").run(group);
    }
  }

  test.each(operationsWithCode)("$name needs $code", async (operation) => {
    const others = permissionCodes.filter((code) => code !== operation.code);
    expect((await answerWith(others, operation)).error).toBe("FORBIDDEN");
  });

  test.each(operations.filter(({ name }) => furtherNeeds[name]))(
    "$name needs what the table lists beyond its access, and no more",
    async (operation) => {
      const { codes = [], needs = "" } = furtherNeeds[operation.name] ?? {};
      const isOr = needs.includes(" or ");
      const last = codes.at(-1);
      const others = permissionCodes.filter((code) =>
        isOr ? code === codes[0] : code !== last && (codes.length === 1 || codes.includes(code)),
      );
      expect((await answerWith(others, operation)).error).toBe("FORBIDDEN");
      expect((await answerWith(codes, operation)).error).not.toBe("FORBIDDEN");
    },
  );

  // Its variables name staff as the buyer, and buying for another person is refused.
  const open = operationsWithCode.filter(({ name }) => name !== "NotifPurchaseSMSCreditsByCustomerId");
  test.each(open)("$name is open to anyone with $code", async (operation) => {
    // Refusals for other reasons (rights over others' rights, a second code) have other messages.
    const answer = await answerWith([operation.code], operation);
    if (answer.error === "FORBIDDEN") {
      const all = await answerWith(permissionCodes, operation);
      expect(all.error).not.toBe("FORBIDDEN");
    }
  });
});

describe("PERM-46 SHELL-37 GEN-17 PERM-79 a code on one department gives no access to the whole customer", () => {
  const ofCustomer = operationsWithCode.filter(({ name }) => whereOf(accessOf(name)) === "the customer");
  let head: Client;
  beforeAll(async () => {
    head = await signedIn(world.app, "departmentHead");
    const statements = [...new Set(permissionCodes.map(serviceOf))].map((service) => ({
      effect: "Allow" as const,
      actions: permissionCodes.filter((code) => serviceOf(code) === service),
      resources: [`edge:${service}:ap-southeast-2:${ids.acme}:${ids.retail}:${ids.department}`],
    }));
    addGroup(world.databases.region("ap-southeast-2"), "retail", people.departmentHead, statements);
  });

  test("the operations of whole customers are included", () => {
    const names = ofCustomer.map(({ name }) => name);
    expect(names.length).toBeGreaterThan(30);
    expect(names).toEqual(
      expect.arrayContaining(["AppsUpdateCustomerSetting", "AtsUpdateTenant", "AppsArchiveWorkflows"]),
    );
  });

  test.each(ofCustomer)("$name, whichever department is sent", async (operation) => {
    for (const hierarchyId of [ids.department, rootId(ids.retail)]) {
      const variables = (number: number) => {
        const sent = { hierarchyId, ...operation.variables(number) };
        return JSON.parse(JSON.stringify(sent).replaceAll(rootId(ids.retail), hierarchyId)) as typeof sent;
      };
      expect(await errorOf(head, { ...operation, variables })).toBe("FORBIDDEN");
    }
  });
});

test("PERM-46 the documented table of operations and codes matches the schema", async () => {
  const rows = operations
    .map(({ name }) => {
      const access = accessOf(name);
      const further = furtherNeeds[name];
      if (further) return [`\`${name}\``, further.needs, further.on] as const;
      const words = typeof access === "string" ? access : (access.code ?? "a wildcard over the organisation");
      return [`\`${name}\``, words.includes(":") ? `\`${words}\`` : words, whereOf(access)] as const;
    })
    .sort(([a], [b]) => (a < b ? -1 : 1));
  const head = ["operation", "needs", "on"] as const;
  const widths = head.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(" | ")} |`;
  const table = [line(head), line(widths.map((width) => "-".repeat(width))), ...rows.map(line)].join("\n");
  const text = `# Permission required by each operation

Each operation of the API and the permission that it requires; the tests call each with and without it. The table is
printed by \`npx vitest run tests/contract/authorization.test.ts -u\` from the permissions in
\`regional-api/core/permissions.ts\`.

The last column says where the code must be held. "any department": on at least one department of the customer; the
result covers only the departments where it is held. "the customer": on the whole customer. "the department sent": on
the department named by the call, or on the whole customer if it names none. "any customer": on at least one customer of
the organisation; the result covers only those. "the request's customer": on the whole customer of the ATS request; an
unknown id is not found for any caller. A second code that depends on the arguments is in brackets.

The console's menu, links and buttons follow the same rights (\`app/services/gates.ts\`). \`npm run matrix\` compares the
three: for each code, it opens the console and calls the API as a person who holds the code on the customer, who holds
it on one department, to whom it is denied, and who holds all codes but that one, and prints every disagreement.

${table}
`;
  await expect(text).toMatchFileSnapshot("../../docs/permissions.md");
});

test("SESS-18 USER-33 the next call after a user is archived answers UNAUTHENTICATED", async () => {
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

test("SESS-05 an unknown region has no endpoint, whatever its text", async () => {
  for (const region of ["mars-1", "eu-west-1%2F..%2Fus-east-1", "EU-WEST-1"]) {
    const answer = await staff.call("{ AuthMe { _id } }", {}, { region });
    expect(answer).toMatchObject({ status: 404, error: "Not Found Error" });
  }
});

test("SHELL-41 an archived customer is not found, not even by staff", async () => {
  const answer = await staff.call("query ($id: ID!) { ORGGetCustomer(filter: { _id: $id }) { _id } }", {
    id: ids.closed,
  });
  expect(answer.error).toBe("Not Found Error");
});
