import { describe, expect, test } from "vitest";
import { signedIn, signedInByPassword, signedInBySso, type Client } from "./fixtures/client";
import { documentFor } from "../support/documents";
import { snapshot } from "./fixtures/snapshot";
import { retail } from "./fixtures/ids";
import { ssoValues } from "./fixtures/settings-operations";
import { addGroup, ids, people, rootId } from "./fixtures/world";
import { useClient, useWorld } from "./fixtures/use-world";

const world = useWorld("each test");
const staff = useClient(world, "staff", "each test");

const customerFields =
  "{ _id organizationId uniqueName displayName awsRegion createdAt updatedAt archivedAt tags { name value } }";
const listQuery = documentFor("ORGGetCustomers", customerFields);

interface CustomerAnswer {
  _id: string;
  displayName: string;
  awsRegion: string;
  archivedAt: string | null;
}

async function list(
  client: Client,
  organizationId: string,
  activeOnly: boolean | null,
  region = "ap-southeast-2",
) {
  const answer = await client.call(listQuery, { filter: { organizationId, activeOnly } }, { region });
  return (answer.data["ORGGetCustomers"] ?? []) as CustomerAnswer[];
}
const names = (customers: CustomerAnswer[]) => customers.map(({ displayName }) => displayName);

describe("ORGGetCustomers", () => {
  test("CUST-03 CUST-04 returns the organisation's customers of the called region, newest first", async () => {
    expect(names(await list(staff, ids.acme, null))).toEqual(["Acme Closed", "acme Bank", "Acme Retail"]);
    expect(names(await list(staff, ids.acme, null, "eu-west-1"))).toEqual(["Acme Ireland"]);
    expect(names(await list(staff, ids.acme, null, "us-east-1"))).toEqual([]);
    expect(names(await list(staff, ids.globex, null))).toEqual(["Globex Sydney"]);
  });

  test("CUST-05 has every field", async () => {
    expect((await list(staff, ids.acme, true)).at(-1)).toEqual({
      _id: ids.retail,
      organizationId: ids.acme,
      uniqueName: "acme-retail",
      displayName: "Acme Retail",
      awsRegion: "ap-southeast-2",
      createdAt: "2026-01-15T12:00:00.000Z",
      updatedAt: "2026-01-15T12:00:00.000Z",
      archivedAt: null,
      tags: [{ name: "tier", value: "gold" }],
    });
  });

  test("GEN-16 a customer's users see only the customers granted to them", async () => {
    const recruiter = await signedIn(world.app, "recruiter");
    expect(names(await list(recruiter, ids.acme, null))).toEqual(["Acme Retail"]);
    expect(names(await list(recruiter, ids.acme, null, "eu-west-1"))).toEqual([]);
  });
});

describe("ORGCreateCustomer", () => {
  const create = (client: Client, variables: Record<string, unknown>, region = "ap-southeast-2") =>
    client.call(
      documentFor("ORGCreateCustomer", customerFields),
      { organizationId: ids.acme, uniqueName: "acme-new", displayName: "Acme New", ...variables },
      { region },
    );

  test("SHELL-103 CUST-39 CUST-41 creates a customer with a root department in the called region, for its creator", async () => {
    const before = await staff.call("{ AuthMe { customers { customerId } } }");
    const answer = await create(staff, { uniqueName: " acme-new ", displayName: " Acme New " }, "eu-west-1");
    const created = answer.data["ORGCreateCustomer"] as CustomerAnswer;
    const time = new Date(world.now()).toISOString();
    expect(created).toEqual({
      _id: expect.stringMatching(/^[0-9a-f]{24}$/),
      organizationId: ids.acme,
      uniqueName: "acme-new",
      displayName: "Acme New",
      awsRegion: "eu-west-1",
      createdAt: time,
      updatedAt: time,
      archivedAt: null,
      tags: [],
    });
    expect(names(await list(staff, ids.acme, true, "eu-west-1"))).toEqual(["Acme New", "Acme Ireland"]);
    const hierarchy = await staff.call(
      "query ($id: ID!) { ORGGetRootHierarchy(filter: { customerId: $id }) { name parentId customerId children { _id } } }",
      { id: created._id },
      { region: "eu-west-1" },
    );
    expect(hierarchy.data["ORGGetRootHierarchy"]).toEqual({
      name: "Acme New",
      parentId: null,
      customerId: created._id,
      children: [],
    });
    const after = await staff.call("{ AuthMe { customers { customerId } } }");
    expect(JSON.stringify(after.data)).toContain(created._id);
    expect(JSON.stringify(before.data)).not.toContain(created._id);
    const given = world.databases
      .region("us-east-1")
      .statement("SELECT userId FROM user_customers WHERE customerId = ?");
    expect(given.all(created._id)).toEqual([{ userId: people.staff }]);
  });

  test("POL-04 a new customer has the three template policies", async () => {
    await create(staff, {});
    const policies = world.databases
      .region("ap-southeast-2")
      .sqlite.prepare<[], { name: string; statements: string }>(
        "SELECT p.name, p.statements FROM policies p JOIN customers c ON c.id = p.customerId WHERE c.uniqueName = 'acme-new'",
      )
      .all();
    expect(policies.map(({ name }) => name).sort()).toEqual([
      "Customer Admin",
      "Hiring Manager",
      "Recruiter",
    ]);
  });

  test.each([
    [{ organizationId: "" }, "Not Found Error", "Not found"],
    [{ organizationId: ids.retiredOrganization }, "Validation Error", "Please select an organisation"],
    [{ displayName: " " }, "Validation Error", "Please enter a display customer name"],
    [
      { displayName: "x".repeat(101) },
      "Validation Error",
      "Please keep the display name within 100 characters",
    ],
    [
      { uniqueName: "a".repeat(101) },
      "Validation Error",
      "Please keep the account name within 100 characters",
    ],
    ...["Acme", "1acme", "acme-", "-acme", "ac me", "acmé"].map((uniqueName): [object, string, string] => [
      { uniqueName },
      "Validation Error",
      'Please enter only lowercase letters, numbers and "-"',
    ]),
  ])("CUST-26..32 ORG-42 refuses %j", async (variables, error, message) => {
    const before = snapshot(world.databases);
    expect(await create(staff, variables as Record<string, unknown>)).toMatchObject({ error, message });
    expect(snapshot(world.databases)).toBe(before);
  });

  test("CUST-28 CUST-30 CUST-31 accepts the bounds: 100 characters, a single letter", async () => {
    expect((await create(staff, { uniqueName: "a" })).error).toBeUndefined();
    const longest = { uniqueName: "b".repeat(100), displayName: "é".repeat(100) };
    expect((await create(staff, longest)).error).toBeUndefined();
  });

  test("CUST-29 an empty account name", async () => {
    const { message } = await create(staff, { uniqueName: "" });
    expect(message.split("\n")[0]).toBe("Please enter an account name");
  });

  test("CUST-42 CUST-43 an account name is unique across all regions, including archived customers", async () => {
    for (const uniqueName of ["acme-retail", "acme-closed", "globex-us"]) {
      const answer = await create(staff, { uniqueName }, "eu-west-1");
      expect(answer.error).toBe("Conflict Error");
      expect(answer.message).toContain("already exist");
    }
  });

  test("CUST-43 SSO-34 account names of other customers' single sign-on are taken as well", async () => {
    const sso = {
      ...{ ...retail, ...ssoValues, isEdgeSSO: true },
      ...{ accountName: "acme-new", region: "ap-southeast-2" },
    };
    await staff.result("IDPCreateSSOConfig", sso);
    const answer = await create(staff, { uniqueName: "acme-new" }, "us-east-1");
    expect(answer).toMatchObject({ error: "Conflict Error", message: "Account Name already exists" });
  });

  test("CUST-43 exactly one of 20 simultaneous creations with one name succeeds", async () => {
    const regions = ["ap-southeast-2", "eu-west-1", "us-east-1"];
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => create(staff, {}, regions[index % regions.length])),
    );
    expect(answers.filter(({ error }) => error === undefined)).toHaveLength(1);
    expect(answers.filter(({ error }) => error === "Conflict Error")).toHaveLength(19);
  });
});

describe("archiving and restoring", () => {
  const change = (
    name: "ORGArchiveCustomers" | "ORGRestoreCustomers",
    customerIds: string[],
    organizationId = ids.acme,
  ) => staff.send(name, { customerIds, organizationId });

  test("CUST-10 CUST-17 ORG-10 updates the list and the switcher, and returns what changed", async () => {
    const archived = await change("ORGArchiveCustomers", [ids.bank, ids.closed, ids.bank]);
    const changedAt = new Date(world.now()).toISOString();
    expect(archived.data).toEqual({ ORGArchiveCustomers: [{ _id: ids.bank, changedAt }] });
    expect(names(await list(staff, ids.acme, true))).toEqual(["Acme Retail"]);
    const bank = (await list(staff, ids.acme, false)).find(({ _id }) => _id === ids.bank);
    expect(bank?.archivedAt).toBe(new Date(world.now()).toISOString());
    const me = await staff.call("{ AuthMe { customers { customerId } } }", {}, { region: "eu-west-1" });
    expect(JSON.stringify(me.data)).not.toContain(ids.bank);

    const restored = await change("ORGRestoreCustomers", [ids.bank, ids.retail]);
    expect(restored.data).toEqual({ ORGRestoreCustomers: [{ _id: ids.bank, changedAt }] });
    expect(names(await list(staff, ids.acme, true))).toEqual(["acme Bank", "Acme Retail"]);
  });

  test("SHELL-41 an archived customer is named only to its users and to those who may restore it", async () => {
    const named = async (client: Client, region = "ap-southeast-2") => {
      const customerIds = [ids.retail, ids.bank, "0".repeat(24)];
      return client.result("ORGFindArchivedCustomers", { customerIds }, { region });
    };
    const [recruiter, noAccess] = [
      await signedIn(world.app, "recruiter"),
      await signedIn(world.app, "noAccess"),
    ];
    expect(await named(staff)).toEqual([]);
    await change("ORGArchiveCustomers", [ids.retail]);
    const it = {
      _id: ids.retail,
      displayName: "Acme Retail",
      awsRegion: "ap-southeast-2",
      organizationId: ids.acme,
    };
    for (const region of ["ap-southeast-2", "eu-west-1"])
      expect(await named(staff, region)).toEqual([{ ...it, canRestore: true }]);
    expect(await named(recruiter)).toEqual([{ ...it, canRestore: false }]);
    expect(await named(noAccess)).toEqual([]);
  });

  test("CUST-10 SSO-58 archiving a customer signs out its single sign-on users, and no others", async () => {
    const [bySso, byPassword, foreign] = [
      await signedInBySso(world, "recruiter"),
      await signedIn(world.app, "recruiter"),
      await signedInBySso(world, "globexAdmin"),
    ];
    const isOpen = async (client: Client) =>
      (await client.call("{ AuthMe { _id } }")).error !== "UNAUTHENTICATED";
    await change("ORGArchiveCustomers", [ids.bank]);
    expect(await isOpen(bySso)).toBe(true);
    await change("ORGArchiveCustomers", [ids.retail]);
    expect(await isOpen(bySso)).toBe(false);
    for (const client of [byPassword, foreign]) expect(await isOpen(client)).toBe(true);
    await change("ORGRestoreCustomers", [ids.retail]);
    expect(await isOpen(bySso)).toBe(false);
  });

  test.each([
    ["the customer", `edge:*:*:${ids.acme}:${ids.bank}:*`],
    ["every customer of the organisation", `edge:*:*:${ids.acme}:*:*`],
  ])(
    "CUST-56 users of an archived customer have no rights on %s until it is restored",
    async (_, resource) => {
      addGroup(world.databases.region("ap-southeast-2"), "retail", people.recruiter, [
        { effect: "Allow", actions: ["edge:access", "org:listUser", "org:viewUser"], resources: [resource] },
      ]);
      const recruiter = await signedIn(world.app, "recruiter");
      const listed = async (client: Client) => {
        const filter = { organizationId: ids.acme, customerId: ids.bank, skip: 0, limit: 10 };
        return (await client.send("ORGGetUsers", { filter })).error;
      };
      const open = async () => {
        const { data } = await recruiter.call("{ AuthMe { customers { customerId } } }");
        return JSON.stringify(data).includes(ids.bank);
      };
      expect([await listed(recruiter), await open()]).toEqual([undefined, true]);
      await change("ORGArchiveCustomers", [ids.retail]);
      expect([await listed(recruiter), await open()]).toEqual(["Not Found Error", false]);
      // They can sign in and learn why nothing is there; administrators of the organisation are unaffected.
      const again = await signedInByPassword(world.app, "recruiter");
      const found = await again.result("ORGFindArchivedCustomers", { customerIds: [ids.retail] });
      expect(found).toMatchObject([{ _id: ids.retail, canRestore: false }]);
      expect(await listed(staff)).toBeUndefined();
      await change("ORGRestoreCustomers", [ids.retail]);
      expect([await listed(recruiter), await open()]).toEqual([undefined, true]);
    },
  );

  test.each(["ORGArchiveCustomers", "ORGRestoreCustomers"] as const)(
    "ORG-10 %s with a foreign or unknown id changes nothing",
    async (name) => {
      const before = snapshot(world.databases);
      for (const foreign of [ids.globexSydney, ids.ireland, "0".repeat(24), ""]) {
        const answer = await change(name, [ids.bank, ids.closed, foreign]);
        expect(answer).toMatchObject({ error: "Not Found Error", data: {} });
      }
      expect((await change(name, [ids.bank], ids.globex)).error).toBe("Not Found Error");
      expect((await change(name, [ids.bank], "0".repeat(24))).error).toBe("Not Found Error");
      expect(snapshot(world.databases)).toBe(before);
    },
  );
});

/** Staff of Globex only. */
const globexStaff = () => {
  const wildcard = { effect: "Allow", actions: ["*"], resources: [`edge:*:*:${ids.globex}:*:*`] } as const;
  addGroup(world.databases.region("ap-southeast-2"), "globexSydney", people.globexAdmin, [wildcard]);
  return signedIn(world.app, "globexAdmin");
};

describe("organisations", () => {
  const all = documentFor(
    "ORGGetOrganizations",
    `{ _id uniqueName displayName createdAt updatedAt archivedAt tags { name value } customers { customerId } }`,
  );

  test("CUST-23 CUST-24 ORG-20 ORG-21 provider staff get all, including archived ones", async () => {
    const { data } = await staff.call(all, { filter: {} });
    const organizations = data["ORGGetOrganizations"] as {
      _id: string;
      customers: { customerId: string }[];
    }[];
    expect(organizations.map(({ _id }) => _id).sort()).toEqual([
      ids.acme,
      ids.globex,
      ids.retiredOrganization,
    ]);
    expect(organizations.find(({ _id }) => _id === ids.acme)).toEqual({
      _id: ids.acme,
      uniqueName: "acme",
      displayName: "acme",
      createdAt: "2026-01-15T12:00:00.000Z",
      updatedAt: "2026-01-15T12:00:00.000Z",
      archivedAt: null,
      tags: [],
      customers: [ids.ireland, ids.retail, ids.bank].map((customerId) => ({ customerId })),
    });
    const one = await staff.call(all, { filter: { _id: ids.globex } });
    expect((one.data["ORGGetOrganizations"] as unknown[]).length).toBe(1);
  });

  test("ORG-44 staff of one organisation see only that one", async () => {
    const partner = await globexStaff();
    const { data } = await partner.call(all);
    expect(data["ORGGetOrganizations"]).toMatchObject([{ _id: ids.globex }]);
    const archive = { customerIds: [ids.retail], organizationId: ids.acme };
    expect((await partner.send("ORGArchiveCustomers", archive)).error).toBe("Not Found Error");
    const mixed = { customerIds: [ids.globexSydney, ids.retail], organizationId: ids.globex };
    expect((await partner.send("ORGArchiveCustomers", mixed)).error).toBe("Not Found Error");
  });

  test("ORG-22 ORG-44 ORGGetOrganization serves members, with only their own customers", async () => {
    const recruiter = await signedIn(world.app, "recruiter");
    const one = documentFor("ORGGetOrganization", "{ displayName customers { customerId } }");
    expect((await recruiter.call(one, { _id: ids.acme })).data["ORGGetOrganization"]).toEqual({
      displayName: "acme",
      customers: [{ customerId: ids.retail }],
    });
    expect((await staff.call(one, { _id: "0".repeat(24) })).error).toBe("Not Found Error");
  });
});

describe("changes of organisations", () => {
  const create = (client: Client, organization: object) =>
    client.send("ORGCreateOrganization", { organization });
  const archiving = (client: Client, verb: "Archive" | "Restore", ...organizationIds: string[]) =>
    client.send(`ORG${verb}Organizations`, { organizationIds });
  const rename = (client: Client, _id: string, displayName: string, version: number) =>
    client.send("ORGUpdateOrganization", { _id, displayName, version });
  test("SHELL-103 ORG-31 a new one is stored trimmed", async () => {
    const { data } = await create(staff, { uniqueName: " initech ", displayName: " Initech Group " });
    expect(data["ORGCreateOrganization"]).toMatchObject({
      uniqueName: "initech",
      displayName: "Initech Group",
      archivedAt: null,
      customers: [],
    });
  });

  test.each([
    ["ORG-26 SHELL-103", { uniqueName: " " }, "Please enter unique organisation name"],
    ["ORG-29", { displayName: "நி".repeat(101) }, "Please keep the display name within 100 characters"],
    ["ORG-27", { uniqueName: "u".repeat(101) }, "Please keep the unique name within 100 characters"],
    ["ORG-28 SHELL-103", { displayName: " " }, "Please enter display organisation name"],
    ["ORG-29", { displayName: "d".repeat(101) }, "Please keep the display name within 100 characters"],
  ])("%s bad names are refused", async (_rows, wrong, message) => {
    const before = snapshot(world.databases);
    const answer = await create(staff, { uniqueName: "new", displayName: "New", ...wrong });
    expect(answer).toMatchObject({ error: "Validation Error", message });
    expect(snapshot(world.databases)).toBe(before);
  });

  test("ORG-34 refuses a unique name in use, archived or not, in any case", async () => {
    await archiving(staff, "Archive", ids.globex);
    for (const uniqueName of ["ACME", "globex"]) {
      expect((await create(staff, { uniqueName, displayName: "New" })).error).toBe("Conflict Error");
    }
    expect((await create(staff, { uniqueName: "École Ångström", displayName: "New" })).error).toBeUndefined();
    // Composed or decomposed letters in any case are equal; without the accent it is another name.
    for (const uniqueName of ["éCOLE åNGSTRÖM", "E\u0301cole A\u030angstro\u0308m"])
      expect((await create(staff, { uniqueName, displayName: "New" })).error).toBe("Conflict Error");
    expect((await create(staff, { uniqueName: "Ecole Angstrom", displayName: "New" })).error).toBeUndefined();
  });

  test("ORG-10 ORG-36 an unknown organisation stops archiving, and none is archived", async () => {
    const before = snapshot(world.databases);
    const unknown = await archiving(staff, "Archive", ids.globex, "0".repeat(24));
    expect(unknown.error).toBe("Not Found Error");
    expect(snapshot(world.databases)).toBe(before);
  });

  test("GEN-16 ORG-44 staff of one organisation cannot create organisations or change others", async () => {
    const globex = await globexStaff();
    const before = snapshot(world.databases);
    expect((await create(globex, { uniqueName: "new", displayName: "New" })).error).toBe("Not Found Error");
    expect((await archiving(globex, "Restore", ids.globex, ids.retiredOrganization)).error).toBe(
      "Not Found Error",
    );
    expect((await rename(globex, ids.acme, "Mine", 0)).error).toBe("Not Found Error");
    expect(snapshot(world.databases)).toBe(before);
    expect((await rename(globex, ids.globex, "Globex Group", 0)).error).toBeUndefined();
  });

  test("ORG-37 refuses archiving one's own customer's organisation, or the open customer's", async () => {
    const globex = await globexStaff();
    const before = snapshot(world.databases);
    expect((await archiving(globex, "Archive", ids.globex)).error).toBe("Validation Error");
    const open = { organizationIds: [ids.globex], customerId: ids.globexSydney };
    expect((await staff.send("ORGArchiveOrganizations", open)).error).toBe("Validation Error");
    expect(snapshot(world.databases)).toBe(before);
    const tooMany = await staff.send("ORGArchiveOrganizations", {
      organizationIds: Array<string>(501).fill(ids.globex),
    });
    expect(tooMany.message).toBe("Send at most 500 organisations");
    await staff.result("ORGArchiveOrganizations", { ...open, customerId: ids.retail });
  });

  test("ORG-46 ORG-48 a new name is trimmed, and archived ones are not renamed", async () => {
    const renamed = await rename(staff, ids.globex, " Globex Group ", 0);
    expect(renamed.data["ORGUpdateOrganization"]).toMatchObject({ displayName: "Globex Group" });
    const gone = await rename(staff, ids.retiredOrganization, "Back", 0);
    expect(gone.message).toBe("An archived organisation cannot be changed");
    expect((await rename(staff, ids.globex, " ", 1)).error).toBe("Validation Error");
  });
});

describe("departments", () => {
  const tree = documentFor(
    "ORGGetHierarchy",
    `{ _id parentId organizationId customerId name createdAt updatedAt archivedAt tags { name value }
      children { _id parentId children { _id children { _id } } } }`,
  );

  test("SESS-26 DEPT-05 DEPT-06 as a tree without archived nodes", async () => {
    const { data } = await staff.call(tree, { filter: { customerId: ids.retail }, childrenShape: "tree" });
    expect(data["ORGGetHierarchy"]).toEqual({
      _id: rootId(ids.retail),
      parentId: null,
      organizationId: ids.acme,
      customerId: ids.retail,
      name: "Acme Retail",
      createdAt: "2026-01-15T12:00:00.000Z",
      updatedAt: "2026-01-15T12:00:00.000Z",
      archivedAt: null,
      tags: [],
      children: [
        {
          _id: ids.department,
          parentId: rootId(ids.retail),
          children: [{ _id: ids.subDepartment, children: [] }],
        },
      ],
    });
  });

  test("DEPT-05 flatArray has the same nodes as one list", async () => {
    const { data } = await staff.call(tree, {
      filter: { customerId: ids.retail },
      childrenShape: "flatArray",
    });
    expect(data["ORGGetHierarchy"]).toMatchObject({
      children: [
        { _id: ids.department, children: [] },
        { _id: ids.subDepartment, children: [] },
      ],
    });
  });

  test("PERM-13 a granted department gives access to itself and below, not above", async () => {
    const head = await signedIn(world.app, "departmentHead");
    const getTree = (filter: object) => head.call(tree, { filter });
    expect((await getTree({ _id: ids.department })).data["ORGGetHierarchy"]).toMatchObject({
      _id: ids.department,
    });
    expect((await getTree({ _id: ids.subDepartment })).error).toBeUndefined();
    expect((await getTree({ _id: rootId(ids.retail) })).error).toBe("FORBIDDEN");
    expect((await getTree({ customerId: ids.retail })).error).toBe("FORBIDDEN");
  });

  test("GEN-16 mismatched, archived and unknown ids are not found", async () => {
    for (const filter of [
      { _id: ids.oldDepartment },
      { _id: "0".repeat(24) },
      { _id: ids.department, customerId: ids.bank },
      { customerId: "0".repeat(24) },
    ]) {
      expect((await staff.call(tree, { filter })).error).toBe("Not Found Error");
    }
    expect((await staff.call(tree, { filter: {} })).error).toBe("Validation Error");
  });
});
