/** Every list searched or sorted by names accepts plain letters in place of accented ones. */
import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { addApplication, addCandidate } from "./fixtures/hiring";
import { operationOf } from "./fixtures/operations";
import { useClient, useWorld } from "./fixtures/use-world";

const world = useWorld("all tests", { AUTH_CALLS_PER_MINUTE: "1000" });
const staff = useClient(world, "staff", "all tests");

/** In the order of their plain letters, which are also the search texts. */
const names = [
  ...([
    "Adam",
    "Ærø|aero",
    "Brzęczyszczykiewicz",
    "Đặng|dang",
    "Dz",
    "Işık|ISIK",
    "Jean\u2011Luc|jean-luc",
  ] as const),
  ...([
    "Łucja|lucja",
    "Lz",
    "Œuvre|oeuvre",
    "Øystein|oystein",
    "Oz",
    "Sørensen",
    "Straße|strasse",
    "Sz",
  ] as const),
  ...(["Þór|thor", "Tz", "Zoë|ZOE"] as const),
].map((both) => both.split("|"));
const plainOf = ([
  name = "",
  plain = name.normalize("NFD").replace(/\p{M}/gu, "").replace("ø", "o"),
]: string[]) => plain;
const inOrder = names.map(([name]) => name);

type Door = {
  /** Creates a record with each name. */
  make: (name: string, number: number) => unknown;
  list: string;
  search?: (text: string) => object;
  sort?: object;
};

const given = (name: string, number: number) => operationOf(name).variables(number) as Record<string, object>;
const make = async (operation: string, variables: object) => {
  await staff.result(operation, variables);
};
const inFilter = (list: string, changes: object) => {
  const variables = given(list, 0);
  return { ...variables, filter: { ...variables["filter"], ...changes } };
};
const searched = (list: string) => (searchText: string) => inFilter(list, { searchText });
const byName = (list: string, fieldName: string, changes: object = {}) =>
  inFilter(list, { sort: { fieldName, order: "asc" }, ...changes });
const manager = (lastName: string) => ({ firstName: "Mana", lastName, email: "mana@test.example" });

const doors: Record<string, Door> = {
  users: {
    make: (lastName, number) => {
      const { user } = given("ORGCreateEndUser", 100 + number);
      return make("ORGCreateEndUser", { user: { ...user, firstName: lastName, lastName: "Plain" } });
    },
    list: "ORGGetUsers",
    search: searched("ORGGetUsers"),
    sort: byName("ORGGetUsers", "firstName"),
  },
  groups: {
    make: (name, number) => make("ORGCreateGroup", { ...given("ORGCreateGroup", number), name }),
    list: "ORGGetGroups",
    search: searched("ORGGetGroups"),
    sort: byName("ORGGetGroups", "name"),
  },
  policies: {
    make: (name) => {
      const { addPolicyDto, customerId } = given("CommonCreatePolicy", 0);
      return make("CommonCreatePolicy", {
        customerId,
        addPolicyDto: { ...addPolicyDto, id: randomUUID(), name },
      });
    },
    list: "CommonGetPolicies",
    search: searched("CommonGetPolicies"),
    sort: byName("CommonGetPolicies", "name", { limit: 500 }),
  },
  customers: {
    make: (displayName, number) =>
      make("ORGCreateCustomer", { ...given("ORGCreateCustomer", 100 + number), displayName }),
    list: "ORGGetCustomers",
    search: searched("ORGGetCustomers"),
    sort: byName("ORGGetCustomers", "displayName"),
  },
  vacancies: {
    make: (title) => make("AppsCreateVacancy", { ...given("AppsCreateVacancy", 0), title }),
    list: "AppsGetVacancyListV2",
    search: searched("AppsGetVacancyListV2"),
    sort: byName("AppsGetVacancyListV2", "title"),
  },
  "vacancies by their people": {
    make: (title) =>
      make("AppsCreateVacancy", {
        ...given("AppsCreateVacancy", 0),
        title,
        managers: [{ ...manager(title), type: "HIRING_MANAGER" }],
      }),
    list: "AppsGetVacancyListV2",
    search: (managerText) => inFilter("AppsGetVacancyListV2", { managerText: `mana ${managerText}` }),
  },
  "the search of vacancies": {
    make: (title) => make("AppsCreateVacancy", { ...given("AppsCreateVacancy", 0), title }),
    list: "AppsGetVacancyList",
    search: searched("AppsGetVacancyList"),
  },
  workflows: {
    make: (name, number) => make("AppsCreateWorkflow", { ...given("AppsCreateWorkflow", number), name }),
    list: "AppsGetWorkflowList",
    search: searched("AppsGetWorkflowList"),
    sort: byName("AppsGetWorkflowList", "name"),
  },
  "workflow sets": {
    make: (name, number) =>
      make("AppsCreateWorkflowSet", { ...given("AppsCreateWorkflowSet", number), name }),
    list: "AppsGetWorkflowSetList",
    search: (searchText) => ({ ...given("AppsGetWorkflowSetList", 0), workflowSetFilter: { searchText } }),
    sort: { ...given("AppsGetWorkflowSetList", 0), sort: { fieldName: "name", order: "asc" } },
  },
  candidates: {
    make: (firstName) => {
      const db = world.databases.region("ap-southeast-2");
      return addApplication(db, { candidateId: addCandidate(db, { firstName, lastName: "Plain" }) });
    },
    list: "AppsGetApplicationList",
    search: searched("AppsGetApplicationList"),
    sort: byName("AppsGetApplicationList", "name"),
  },
  "the search of candidates": {
    make: () => undefined,
    list: "AppsSearchApplications",
    search: searched("AppsSearchApplications"),
  },
  "the record": {
    make: () => undefined,
    list: "AudGetEntries",
    search: (text) => ({ ...given("AudGetEntries", 0), text }),
  },
};

test.each(Object.entries(doors))(
  "GEN-106 plain letters find and sort %s",
  async (_, { make, list, search, sort }) => {
    let number = 0;
    for (const name of inOrder) await make(name ?? "", (number += 1));
    const answered = async (variables: object) => {
      return JSON.stringify(await staff.result(list, variables));
    };
    if (search)
      for (const both of names)
        for (const typed of [
          plainOf(both),
          both[0] ?? "",
          `${plainOf(both).slice(0, 1)}\u00AD\u200B${plainOf(both).slice(1)}`,
        ])
          expect(await answered(search(typed)), `${list}: ${typed}`).toContain(both[0]);
    if (sort) {
      const answer = await answered(sort);
      const places = inOrder.map((name) => answer.indexOf(`"${name}`));
      expect(places).toEqual([...places].sort((a, b) => a - b));
      expect(places[0]).toBeGreaterThan(0);
    }
  },
);

test.each<[what: string, list: string, address: string, search: (text: string) => object]>([
  ["users", "ORGGetUsers", "recruiter@test.example", searched("ORGGetUsers")],
  [
    "vacancies by their people",
    "AppsGetVacancyListV2",
    "mana@test.example",
    (managerText) => inFilter("AppsGetVacancyListV2", { managerText }),
  ],
  ["candidates", "AppsGetApplicationList", "listed@mail.example", searched("AppsGetApplicationList")],
  [
    "the search of candidates",
    "AppsSearchApplications",
    "searched@mail.example",
    searched("AppsSearchApplications"),
  ],
])("GEN-114 %s are found by an address, however it was copied", async (_, list, address, search) => {
  const db = world.databases.region("ap-southeast-2");
  addApplication(db, { candidateId: addCandidate(db, { email: address }) });
  const manager = { firstName: "Mana", lastName: "Ger", email: "mana@test.example", type: "HIRING_MANAGER" };
  await make("AppsCreateVacancy", { ...given("AppsCreateVacancy", 0), title: "Led", managers: [manager] });
  const found = (text: string) => staff.result(list, search(text));
  const expected = await found(address);
  expect(expected).not.toEqual(await found("nobody@test.example"));
  for (const copied of [
    `<${address}>`,
    `Ann Lee <${address.toUpperCase()}>`,
    `"Lee, Ann" <${address}>;`,
    `mailto:${address}`,
    `\u0085\u202A${address}\u00A0`,
  ])
    expect(await found(copied), copied).toEqual(expected);
});

test("GEN-106 GEN-114 a mail's recipient is found by an address copied with surrounding or invisible characters", async () => {
  const list = async (changes: object) => {
    const variables = { ...given("NotifGetEmailEventsByCustomerId", 0), ...changes };
    return JSON.stringify(await staff.result("NotifGetEmailEventsByCustomerId", variables));
  };
  const [, recipient = ""] = /"mailRecipient":"([^"]+)"/.exec(await list({})) ?? [];
  expect(recipient).toContain("@");
  for (const mailRecipient of [
    recipient,
    `\u200B${recipient.toUpperCase()}\uFEFF`,
    recipient.replace("@", "\u00AD@"),
    `"Lee, Ann" <mailto:${recipient}>`,
  ])
    expect(await list({ mailRecipient }), mailRecipient).toContain(recipient);
});
