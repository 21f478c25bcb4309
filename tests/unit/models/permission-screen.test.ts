import { beforeEach, describe, expect, test, vi } from "vitest";
import { permissionActions, questionOf } from "~/models/groups/permission-screen.server";
import type { PermissionTab } from "~/models/groups/permission.server";
import { reloadChoices, missingDepartmentsNotices } from "~/models/rules/rule-choices.server";
import { maxRows, withTemplatesChosen } from "~/models/rules/rule-draft";
import { policyDraft } from "~/models/policies/policy-draft.server";
import { policyFormActions } from "~/models/policies/policy-screen.server";
import { policyGroupActions } from "~/models/policies/policy-groups-screen.server";
import type { FormArgs } from "~/services/console-args";
import { logger } from "~/services/log.server";
import { ApiError, type ApiErrorKind } from "~/services/regional-api.server";
import { offerUndo, sealUndo } from "~/services/undo.server";
import { argsOf } from "./answering-api";

const listed = "User Management - View user list";
const created = "User Management - Create user";
const templates = { "ph-role-recruiter": [listed, created] };
const place = {
  customerId: "retail",
  hierarchyIds: ["root"],
  awsRegion: "eu-west-1",
  organizationId: "acme",
};
const noRules = { basic: { customers: [place], actions: [] }, advanced: [] };
const nothingChanged = {
  impacts: [],
  isComplete: true,
  members: 1,
  restorable: 0,
  losingConsole: 0,
  losingSignIn: 0,
  losesOwnRights: false,
  losesLastAdministrator: false,
  unsaid: 0,
};
const impact = {
  action: listed,
  place: { awsRegion: "eu-west-1", organizationId: "acme", customerId: "retail", hierarchyId: "root" },
  except: [],
  isDenied: false,
  people: 1,
  isCallerAmong: false,
};

/** The API's default answers. */
const answers = {
  ArchivedCustomers: { ORGFindArchivedCustomers: [] },
  PermissionTabs: {
    CommonGetPermissionTabState: {
      formState: noRules,
      edition: { version: 1 },
      isEditable: true,
      ACTION_NOTES: {},
      SECTION_ACTIONS_MAPPINGS: { "User Management": [listed, created] },
      ROLE_ACTION_STATE_MAPPINGS: templates,
      ROLE_TEMPLATE_OPTIONS: [{ value: "ph-role-recruiter", label: "Recruiter" }],
    },
    ORGGetGroupPolicy: {
      id: "own",
      version: 1,
      isWildcard: false,
      keptCount: 0,
      wideRules: [],
      formState: noRules,
    },
  },
  GlobalCustomers: {
    ORGGetOrganizationGlobalCustomers: [
      {
        customerId: "retail",
        customerDisplayName: "Retail",
        organizationId: "acme",
        awsRegion: "eu-west-1",
        rootHierarchyId: "root",
      },
      {
        customerId: "bank",
        customerDisplayName: "Bank",
        organizationId: "acme",
        awsRegion: "us-east-1",
        rootHierarchyId: "vault",
      },
    ],
  },
  Departments: { ORGGetHierarchy: { _id: "root", name: "Retail", isHeld: true, children: [] } },
  Group: { ORGGetGroup: { _id: "group", customerId: "retail", archivedAt: null } },
  PolicyOptions: {
    CommonGetPolicyOptions: {
      ACTION_NOTES: {},
      SECTION_ACTIONS_MAPPINGS: { "User Management": [listed, created] },
      ROLE_ACTION_STATE_MAPPINGS: templates,
      ROLE_TEMPLATE_OPTIONS: [{ value: "ph-role-recruiter", label: "Recruiter" }],
      ACTION_CODES: { [listed]: ["org:listUser"], [created]: ["org:createUser"] },
      resourcePrefix: "edge",
    },
  },
};
const error = (kind: ApiErrorKind, message = "no") => new ApiError(kind, message, "eu-west-1", "Any");

type Posted = {
  data: {
    draft: { rules: { actions: string[]; rows: object[] }[] };
    notice: { tone: string; title: string; description?: string } | null;
    question: { title: string } | null;
    mistakes: object;
  };
  init: { status: number };
};
const posted = async (answer: Promise<unknown>) => (await answer) as Posted;

/** The form fields of one numbered rule with `rows` customers and these actions. */
const rule = (number: number, rows: number, ...actions: string[]): [string, string][] => [
  [`rows.${number}`, `${rows}`],
  ...Array.from({ length: rows }, (_, row): [string, string][] => [
    [`customer.${number}.${row}`, row === 0 ? "retail" : `c${row}`],
    [`was.${number}.${row}`, row === 0 ? "retail" : `c${row}`],
    [`department.${number}.${row}`, "root"],
  ]).flat(),
  ...actions.map((action): [string, string] => [`action.${number}`, action]),
];

beforeEach(() => {
  for (const level of ["error", "warn"] as const) vi.spyOn(logger, level).mockImplementation(() => undefined);
});

describe("messages for customers and departments that fail to load", () => {
  const draft = (...customers: string[]) => ({
    rules: [{ rows: customers.map((customer) => ({ customer, departments: [] })), actions: [] }],
  });
  const departmentsFailed = "Failed to load department information. Please contact support.";

  test("PERM-12 missing departments are reported only if a rule names their customer", () => {
    const { args } = argsOf(answers);
    const choices = [
      { id: "retail", name: "Retail", departments: [] },
      { id: "bank", name: "Bank", departments: null },
    ];
    expect(missingDepartmentsNotices(args, draft("retail", "*", ""), choices)).toEqual([]);
    expect(missingDepartmentsNotices(args, draft("retail", "bank"), choices)).toEqual([
      { tone: "error", title: departmentsFailed },
    ]);
  });

  test("PERM-11 PERM-12 a redisplayed form names the failed one of the two, and keeps its choices", async () => {
    const again = async (changed: object) => {
      const { choices, notice } = await reloadChoices(
        argsOf({ ...answers, ...changed }).args,
        draft("retail"),
      );
      return [choices?.map(({ id }) => id) ?? null, notice];
    };
    const customersFailed = "Failed to load customers list. Please contact support.";
    expect(await again({})).toEqual([["bank", "retail"], null]);
    expect(await again({ Departments: error("UNEXPECTED") })).toEqual([
      ["bank", "retail"],
      { tone: "error", title: departmentsFailed },
    ]);
    for (const [kind, title] of [
      ["UNEXPECTED", "Unexpected error"],
      ["FORBIDDEN", "No permission"],
    ] as const)
      expect(await again({ GlobalCustomers: error(kind) })).toEqual([
        null,
        expect.objectContaining({ title, description: customersFailed }),
      ]);
  });
});

describe("buttons that save nothing", () => {
  const tooMany = "Please add at most 50 customers to a rule";

  test("PERM-17 a rule takes 50 customers, and the 51st is refused with all rows kept", async () => {
    const add = (rows: number) =>
      posted(
        permissionActions.addRow(
          argsOf(answers, { form: [["rules", "2"], ...rule(0, 1), ...rule(1, rows)], detail: "1" }).args,
        ),
      );
    const last = await add(maxRows - 1);
    expect([last.init.status, last.data.notice]).toEqual([200, null]);
    expect(last.data.draft.rules[1]?.rows).toHaveLength(maxRows);
    const refused = await add(maxRows);
    expect([refused.init.status, refused.data.notice]).toEqual([400, { tone: "warning", title: tooMany }]);
    expect(refused.data.draft.rules[1]?.rows).toHaveLength(maxRows);
  });

  test("PERM-17 POL-09 POL-25 a policy stored by another client with more customers or rules is kept complete", async () => {
    const many = maxRows + 21;
    const tab = argsOf(answers, {
      form: [["rules", "26"], ...rule(0, 1), ...rule(1, many), ...rule(25, 1)],
      detail: "1",
    });
    const inTab = (await posted(permissionActions.show(tab.args))).data.draft.rules;
    expect([inTab.length, inTab[1]?.rows.length, inTab[25]?.rows.length]).toEqual([26, many, 1]);
    const policy = argsOf(answers, { form: [["rules", "1"], ...rule(1, many)], detail: "1" });
    const inPolicy = (await posted(policyFormActions.show(policy.args))).data.draft.rules;
    expect(inPolicy[0]?.rows).toHaveLength(many);
    const refused = await posted(policyFormActions.addRow(policy.args));
    expect([refused.init.status, refused.data.draft.rules[0]?.rows.length]).toEqual([400, many]);
    expect(refused.data.notice?.title).toBe(tooMany.replace("rule", "statement"));
  });

  const chosen = (name: string, value: string, ...form: [string, string][]) =>
    argsOf(answers, { form: [[name, value], ...form], detail: name.replace("template.", "") });

  test('PERM-78 POL-35 a template chosen without "Apply template" is taken over by a save, which stores nothing yet', async () => {
    const form = (number: number, ticked: string, more: [string, string][] = []): [string, string][] => [
      ["template." + number, "ph-role-recruiter"],
      ["templateWas." + number, ""],
      ["name", "Recruiters"],
      ...rule(number, 1, ticked),
      ...more,
    ];
    const tab = argsOf(answers, { form: form(0, listed, [["rules", "1"]]) });
    const inTab = await posted(permissionActions.update(tab.args));
    const stored = { id: "policy", customerId: "retail", name: "Readers", statementForms: [] };
    const policy = argsOf(
      { ...answers, Policy: { CommonGetPolicy: stored } },
      { form: form(1, listed, [["rules", "1"]]) },
    );
    const inPolicy = await posted(policyFormActions.save(policy.args));
    for (const { data, init } of [inTab, inPolicy]) {
      expect([init.status, data.notice?.tone]).toEqual([400, "warning"]);
      expect(data.notice?.title).toContain("Nothing is saved yet");
      expect(data.draft.rules.map(({ actions }) => actions)).toEqual([[listed, created]]);
    }
    for (const { sent } of [tab, policy])
      expect(sent.filter(({ name }) => /^(Update|Create)|Change/.test(name))).toEqual([]);
    // A template shown from the start, and changed by hand since, is not a new choice.
    const drawn = new FormData();
    drawn.set("template.0", "ph-role-recruiter");
    drawn.set("templateWas.0", "ph-role-recruiter");
    expect(withTemplatesChosen(drawn, [{ rows: [], actions: [listed] }], templates)).toBeUndefined();
  });

  test.each(["show", "addRow", "restored"] as const)(
    "PERM-32 PERM-78 POL-35 a template chosen before %s is pressed is not dropped by it",
    async (press) => {
      const form: [string, string][] = [
        ["template.1", "ph-role-recruiter"],
        ["templateWas.1", ""],
        ["rules", "1"],
        ...rule(1, 1, listed),
      ];
      const policy = argsOf(answers, { form, detail: "1" });
      const { data } = await posted(policyFormActions[press](policy.args));
      expect(data.draft.rules.map(({ actions }) => actions)).toEqual([[listed, created]]);
    },
  );

  test.each([
    ["ph-role-recruiter", [listed, created]],
    ["", ["ATS - View tenant"]],
    ["ph-role-nobody", ["ATS - View tenant"]],
    ["constructor", ["ATS - View tenant"]],
  ])(
    "PERM-32 PERM-41 POL-10 the template %j makes the actions %j, and saves nothing",
    async (key, actions) => {
      const tab = chosen(
        "template.1",
        key,
        ["rules", "2"],
        ...rule(0, 1, listed),
        ...rule(1, 1, "ATS - View tenant"),
      );
      const inTab = await posted(permissionActions.template(tab.args));
      expect(inTab.data.draft.rules.map((one) => one.actions)).toEqual([[listed], actions]);
      const policy = chosen("template.1", key, ["rules", "1"], ...rule(1, 1, "ATS - View tenant"));
      const inPolicy = await posted(policyFormActions.template(policy.args));
      expect(inPolicy.data.draft.rules.map((one) => one.actions)).toEqual([actions]);
      for (const { sent } of [tab, policy])
        expect(sent.filter(({ name }) => /Update|Create/.test(name))).toEqual([]);
    },
  );
});

describe("a change of a tab that would be refused", () => {
  const update = (change: object | Error, detail = "") => {
    const { args, sent } = argsOf(
      { ...answers, PermissionChange: change },
      { form: [["rules", "1"], ["version", "1"], ...rule(0, 1, listed)], detail },
    );
    return { answer: posted(permissionActions.update(args)), sent };
  };

  test("PERM-60 PERM-68 shows the reason instead of asking, and keeps the choices", async () => {
    const beyond = error("FORBIDDEN", "You can only give or take away rights that you have yourself");
    const { answer, sent } = update(beyond);
    const { data, init } = await answer;
    expect(init.status).toBe(403);
    expect(data).toMatchObject({
      question: null,
      notice: {
        tone: "warning",
        title: "No permission",
        description: "update policy failed. You can only give or take away rights that you have yourself.",
      },
      draft: { rules: [{ actions: [listed] }] },
    });
    expect(sent.map(({ name }) => name)).not.toContain("UpdatePolicyV2");
  });

  test("PERM-68 shows the reason if the last administrator would be lost, and asks to confirm any other change", async () => {
    const change = { ...nothingChanged, impacts: [{ ...impact, isAdded: true }] };
    const last = await update({ CommonGetPermissionChange: { ...change, losesLastAdministrator: true } })
      .answer;
    expect([last.init.status, last.data.question]).toEqual([403, null]);
    expect(last.data.notice?.description).toContain("could edit users any more");
    const other = await update({ CommonGetPermissionChange: change }).answer;
    expect(other.data.question?.title).toBe("Change what this group may do?");
  });
});

describe("PERM-68 a change's effects, in words", () => {
  const retail = {
    awsRegion: "eu-west-1",
    organizationId: "acme",
    customerId: "retail",
    hierarchyId: "root",
  };
  const everywhere = { awsRegion: "*", organizationId: "acme", customerId: "*", hierarchyId: "*" };
  const questionFor = async (change: object, tab = "console") => {
    const { args } = argsOf({
      ...answers,
      Departments: {
        ORGGetHierarchy: {
          ...{ _id: "root", name: "Retail", isHeld: true },
          children: [{ _id: "north", parentId: "root", name: "North", isHeld: true }],
        },
      },
    });
    const sections = { "User Management": [listed, created] };
    const question = await questionOf(args, { ...nothingChanged, ...change }, sections, tab as PermissionTab);
    return question?.text.slice(1);
  };
  const gain = { ...impact, isAdded: true };

  test("a change without effect needs no confirmation", async () => {
    expect(await questionFor({})).toBeUndefined();
  });

  test("people who lose their sign-in are listed first, and other customers by name", async () => {
    const lost = { ...impact, isAdded: false, people: 2 };
    const impacts = [
      lost,
      { ...lost, action: created },
      { ...lost, people: 1, place: everywhere, except: [retail] },
    ];
    expect(await questionFor({ impacts, losingConsole: 2, losesOwnRights: true, members: 2 })).toEqual([
      "2 people can no longer sign in to the console of Retail.",
      "2 people lose all actions at Retail.",
      "1 person loses View user list at any customer except Retail.",
      "You would lose access or rights yourself, and could not undo this.",
    ]);
  });

  test("SSO-57 people whom single sign-on would no longer admit are also listed first", async () => {
    const change = { impacts: [{ ...gain, place: everywhere }], losingSignIn: 1, members: 1 };
    expect(await questionFor(change)).toEqual([
      "1 person can no longer sign in: their account was created by Single Sign-On, which does not admit people with rights beyond Retail.",
      "1 person gains View user list at any customer.",
    ]);
  });

  test("a place is described only by its changing parts", async () => {
    const north = { ...retail, hierarchyId: "north" };
    expect(
      await questionFor({
        impacts: [
          { ...gain, except: [north] },
          { ...gain, place: north, people: 3 },
        ],
      }),
    ).toEqual([
      "1 person gains View user list at Retail except North (Retail).",
      "3 people gain View user list at North (Retail).",
    ]);
  });

  test("changes to rules without effect on people are described as such, including a Deny", async () => {
    const rules = [true, false].flatMap((isAdded) =>
      [true, false].map((isDenied) => ({ ...impact, people: 0, isAdded, isDenied })),
    );
    expect(await questionFor({ impacts: rules })).toEqual([
      "No one gains or loses anything by this change.",
      "The rules will no longer deny View user list at Retail.",
      "The rules will allow View user list at Retail.",
      "The rules will deny View user list at Retail.",
      "The rules will no longer allow View user list at Retail.",
    ]);
  });

  test("a group without members, and rules of the Talent Hub, are described as such", async () => {
    const { args } = argsOf(answers);
    const empty = { ...nothingChanged, members: 0, impacts: [{ ...gain, people: 0 }] };
    expect((await questionOf(args, empty, {}, "console"))?.text[0]).toBe(
      "This group has no active members, so no one gains or loses anything yet.",
    );
    expect((await questionOf(args, { ...nothingChanged, impacts: [gain] }, {}, "talent-hub"))?.text).toEqual([
      "These rules are kept for the Talent Hub. They grant nothing in this console.",
      "This group has 1 member.",
      "1 person gains View user list at Retail in the Talent Hub.",
    ]);
  });

  test("becoming provider staff, and places without a name, are described in words", async () => {
    const other = { ...everywhere, organizationId: "globex" };
    const impacts = [
      { ...impact, action: "*", isAdded: false, place: { ...everywhere, organizationId: "*" } },
      { ...impact, isAdded: false, place: other },
      { ...impact, isAdded: false, place: { ...retail, customerId: "gone", hierarchyId: "x" } },
    ];
    expect(await questionFor({ impacts })).toEqual([
      "1 person loses provider staff status at any customer of any organisation.",
      "1 person loses View user list at any customer of another organisation, Another department (Another customer).",
    ]);
  });
});

describe("a change that is refused only after the confirmation", () => {
  const effect = {
    last: error("CONFLICT", "No one at Retail could edit users any more. Another active user must first."),
    beyond: error("FORBIDDEN", "You can only give or take away rights that you have yourself"),
    other: error("FORBIDDEN", "This policy cannot be changed"),
  };
  const lastWords = expect.stringContaining("could edit users any more. Please give") as string;
  const beyondWords = "update policy failed. You can only give or take away rights that you have yourself.";

  const Policy = {
    CommonGetPolicy: { id: "policy", customerId: "retail", name: "Readers", statementForms: [] },
  };
  const form: [string, string][] = [
    ["rules", "1"],
    ["version", "1"],
    ["name", "Readers"],
  ];
  const saves: [string, string, number, (args: FormArgs) => Promise<unknown>][] = [
    ["a tab", "UpdatePolicyV2", 0, permissionActions.update],
    ["a policy's form", "UpdatePolicy", 1, policyFormActions.save],
  ];

  test.each(saves)("PERM-68 USER-90 %s shows the reason", async (_where, operation, number, press) => {
    const save = async (refused: Error) => {
      const { args } = argsOf(
        { ...answers, Policy, [operation]: refused },
        { form: [...form, ...rule(number, 1, listed)], detail: "confirm" },
      );
      return (await posted(press(args))).data.notice;
    };
    expect(await save(effect.last)).toMatchObject({ title: "update policy failed", description: lastWords });
    expect((await save(effect.beyond))?.description).toBe(beyondWords);
    expect((await save(effect.other))?.description).toBe("update policy failed");
  });
});

describe("the values stored by a policy's form", () => {
  const odd = { effect: "Deny", actions: ["org:*"], resources: ["edge:org:*:acme:retail:*"] };
  const stored = (statement: object, rule: number | null, isKept: boolean) => ({
    ...{ effect: "Allow", isKept, actions: isKept ? [] : [listed], customers: isKept ? [] : [place] },
    ...{ rule, statements: [statement] },
  });
  const allowed = {
    effect: "Allow",
    actions: ["org:listUser"],
    resources: ["edge:org:eu-west-1:acme:retail:root"],
  };
  const statementForms = [stored(odd, 2, true), stored(allowed, 0, false), stored(allowed, null, false)];
  const Policy = {
    CommonGetPolicy: {
      id: "policy",
      customerId: "retail",
      name: "Readers",
      description: null,
      statementForms,
    },
  };

  test("POL-25 the form has each statement's number, which a statement that cannot be described has in itself", () => {
    const { rules } = policyDraft(Policy.CommonGetPolicy as never);
    expect(rules.map(({ rule: number, kept }) => [number, kept])).toEqual([
      [2, [{ ...odd, rule: 2 }]],
      [0, []],
      [null, []],
    ]);
    const [without] = policyDraft({
      ...Policy.CommonGetPolicy,
      statementForms: [stored(odd, null, true)],
    } as never).rules;
    expect(without?.kept).toEqual([odd]);
  });

  test("POL-22 POL-25 POL-28 unchanged statements are sent with their stored numbers, even after another button", async () => {
    const form: [string, string][] = [
      ["rules", "4"],
      ["version", "1"],
      ["name", "Readers"],
      ["kept.1", JSON.stringify([{ ...odd, rule: 2 }])],
      ["stored.2", "0"],
      ...rule(2, 1, listed),
      ["stored.3", ""],
      ...rule(3, 1, listed),
      ...rule(4, 1, listed, created),
    ];
    const PolicyChange = { CommonGetPolicyChange: nothingChanged };
    const { args, sent } = argsOf({ ...answers, Policy, PolicyChange, UpdatePolicy: {} }, { form });
    expect(await policyFormActions.save(args)).toMatchObject({ status: 303 });
    const saved = sent.find(({ name }) => name === "UpdatePolicy")?.variables as {
      addPolicyDto: { statements: object[] };
    };
    expect(saved.addPolicyDto.statements).toEqual([
      { ...odd, rule: 2 },
      { ...allowed, rule: 0 },
      allowed,
      { ...allowed, actions: ["org:listUser", "org:createUser"], rule: 1 },
    ]);
    const shown = await posted(policyFormActions.removeStatement({ ...args, detail: "4" }));
    expect(shown.data.draft.rules).toMatchObject([{ kept: [{ rule: 2 }] }, { rule: 0 }, { rule: null }]);
  });
});

describe("a policy's groups", () => {
  const edition = { version: 7, changedAt: "2026-03-02T00:00:00.000Z", changedBy: "Ada Byron" };
  const shared = [
    { _id: "policy", name: "Readers" },
    { _id: "other", name: "Others" },
  ];
  const group = { _id: "group", name: "Auditors", archivedAt: null, isOwn: false, canChange: true };
  const using = {
    ...answers,
    PolicyUse: {
      CommonGetPolicyUse: {
        groups: [{ ...group, policies: shared, policiesEdition: edition }],
        attachable: [],
      },
    },
    Policy: { CommonGetPolicy: { id: "policy", customerId: "retail", name: "Readers", statementForms: [] } },
    SetGroupPolicies: { ORGGroupSetPolicies: [] },
  };
  const detach = (change: object, detail = "", form: [string, string][] = []) => {
    const question = argsOf(
      { ...using, GroupPoliciesChange: { ORGGetGroupPoliciesChange: { ...nothingChanged, ...change } } },
      { form: [["groupId", "group"], ...form], detail },
    );
    const saves = () => question.sent.filter(({ name }) => name === "SetGroupPolicies");
    return { ...question, saves, answer: policyGroupActions.detach(question.args) as Promise<unknown> };
  };
  type Asked = {
    data: { asked?: { question: { title: string; text: string[] }; version: number }; notice?: object };
  };

  test("POL-26 detaching is confirmed, then removes only this policy, from the version read", async () => {
    const change = { impacts: [{ ...impact, isAdded: false }] };
    const question = detach(change);
    const { data } = (await question.answer) as Asked;
    expect(data.asked).toMatchObject({
      version: 7,
      question: { title: expect.stringContaining("Auditors") },
    });
    expect(data.asked?.question.text.join(" ")).toContain("1 person loses View user list at");
    expect(question.saves()).toEqual([]);
    const done = detach(change, "confirm", [["version", "7"]]);
    expect(await done.answer).toMatchObject({ status: 303 });
    expect(done.saves()).toMatchObject([
      { variables: { groupId: "group", policyIds: ["other"], version: 7 } },
    ]);
    expect(done.notices).toMatchObject([{ tone: "success", title: "update policy success" }]);
  });

  test("POL-26 a concurrent change of the group's policies is shown first, and always confirmed", async () => {
    const later: [string, string][] = [["latest", "2026-03-01T00:00:00.000Z"]];
    const { data } = (await detach({}, "", later).answer) as Asked;
    expect(data.asked?.question.text[0]).toBe(
      "Ada Byron has changed which policies this group has since you opened this page. It now has: Readers, Others.",
    );
    const same = detach({}, "", [["latest", edition.changedAt]]);
    expect(await same.answer).toMatchObject({ status: 303 });
    expect(same.saves()).toHaveLength(1);
  });

  test("POL-37 attaching or detaching without the right is refused with a message; an existing state is shown", async () => {
    const press = async (action: "attach" | "detach", groups: object[]) => {
      const { args, sent } = argsOf(
        {
          ...using,
          PolicyUse: { CommonGetPolicyUse: { groups, attachable: [] } },
          GroupPoliciesChange: { ORGGetGroupPoliciesChange: nothingChanged },
        },
        { form: [["groupId", "group"]] },
      );
      const answer = await (policyGroupActions[action](args) as Promise<unknown>);
      expect(sent.filter(({ name }) => name === "SetGroupPolicies")).toEqual([]);
      return answer;
    };
    const has = { ...group, policies: shared, policiesEdition: edition };
    const refused = {
      data: { notice: { tone: "error", title: "update policy failed" } },
      init: { status: 403 },
    };
    expect(await press("attach", [])).toMatchObject(refused);
    expect(await press("detach", [{ ...has, canChange: false }])).toMatchObject(refused);
    expect(await press("attach", [has])).toMatchObject({ status: 303 });
    expect(await press("detach", [])).toMatchObject({ status: 303 });
  });

  test("POL-26 ORG-60 Undo of a detach names a group that was archived since and stays without the policy", async () => {
    const given = {
      ...using,
      PolicyUse: { CommonGetPolicyUse: { groups: [], attachable: [] } },
      Group: { ORGGetGroup: { ...group, customerId: "retail" } },
    };
    const { args } = argsOf(given);
    const offered = offerUndo(args, "detach", { ids: ["group"], changedAt: edition.changedAt });
    const { token } = await sealUndo(offered ?? { to: "", token: "" });
    const pressed = argsOf(given, { form: [["undo", token]] });
    expect(await (policyGroupActions.undo(pressed.args) as Promise<unknown>)).toMatchObject({
      data: {
        notice: { title: "Not undone", description: "Changed in the meantime, so left as is: Auditors" },
      },
    });
  });

  test("PERM-68 USER-90 the last administrator's policy is kept, with a message instead of the question", async () => {
    const { answer, saves } = detach({
      impacts: [{ ...impact, isAdded: false }],
      losesLastAdministrator: true,
    });
    const { data } = (await answer) as Asked;
    expect(data.asked).toBeUndefined();
    expect(data.notice).toMatchObject({
      title: "update policy failed",
      description: expect.stringContaining("could edit users any more"),
    });
    expect(saves()).toEqual([]);
  });
});
