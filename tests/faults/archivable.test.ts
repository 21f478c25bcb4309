import { describe, expect, test } from "vitest";
import { demoAccounts, demoGroups, demoId } from "../../regional-api/seed/ids";
import { type Answer, formWith, textOf } from "../support/console-client";
import { broken, denied } from "../support/fault-proxy";
import { staff } from "./support/stand";
import { useStand } from "./support/use-stand";

// What every area with a list, an archive and pages of its things says when a region refuses or fails.

/** What is said is the notice's title and text, up to "Please contact support."; of a list's, the text. */
type Operation = readonly [rows: string, operation: string, said: string];

type Area = {
  list: string;
  /** The operation of both lists, what is said when it fails, and what the error log calls it. */
  load: readonly [...Operation, logged: string];
  archive?: Operation;
  restore?: Operation;
  /** The notice of one that was restored. */
  restored?: string;
  /** The page of one, its operation, and what is said when it fails; of the edit page too, where that asks the same. */
  one?: readonly [...Operation, id: string, headings: Readonly<Record<string, string>>];
  /** A refused list keeps its page and warns, where others give way to the access-denied view. */
  warns?: true;
};

const areas: readonly Area[] = [
  {
    list: "workflow-sets/workflows",
    load: ["WF-04 WF-16", "AppsGetWorkflowList", "Failed to load workflows.", "Workflows"],
    archive: ["WF-14", "AppsArchiveWorkflows", "Unexpected Error Failed to archive workflows."],
    restore: ["WF-14", "AppsRestoreWorkflows", "Unexpected Error Failed to restore workflows."],
    restored: "Workflow(s) restored",
    one: [
      ...(["WF-44", "AppsGetWorkflowById", "Unexpected error - Failed to load workflow details."] as const),
      ...([demoId("workflow:acme-retail:0"), { "": "Workflow details" }] as const),
    ],
  },
  {
    list: "workflow-sets",
    load: ["WFS-03 WFS-16 WFS-49", "AppsGetWorkflowSetList", "Failed to load workflow sets.", "WorkflowSets"],
    archive: ["WFS-15", "AppsArchiveWorkflowSet", "Unexpected Error - Failed to archive workflow set."],
    restore: ["WFS-15", "AppsRestoreWorkflowSet", "Failed to restore workflow set."],
    restored: "workflow set(s) restored",
    one: [
      ...([
        "WFS-47",
        "AppsGetWorkflowSetById",
        "Unexpected error - Failed to load workflow set details.",
      ] as const),
      ...([
        demoId("workflow-set:acme-retail:0"),
        { "": "Workflow set details", "/edit": "Edit workflow set" },
      ] as const),
    ],
  },
  {
    list: "groups",
    load: ["GRP-12", "ORGGetGroups", "Failed to load groups list.", "Groups"],
    archive: ["GRP-13", "ORGArchiveGroups", "Unexpected error Failed to archive groups."],
    restore: ["GRP-16", "ORGRestoreGroups", "Unexpected error Failed to restore groups."],
    restored: "1 group has been restored.",
    one: [
      ...(["GRP-35", "ORGGetGroup", "Unexpected error Failed to load group details."] as const),
      ...([demoGroups.retailAuditors.id, { "": "Group details", "/edit": "Edit group" }] as const),
    ],
    warns: true,
  },
  {
    list: "organisations",
    load: [
      "ORG-12 ORG-13 ORG-15 ORG-23",
      "ORGGetOrganizations",
      "Failed to load organisations list.",
      "Organizations",
    ],
    archive: ["ORG-39", "ORGArchiveOrganizations", "Unexpected error Failed to archive organisations."],
    restore: ["ORG-41", "ORGRestoreOrganizations", "Unexpected error Failed to restore organisations."],
    restored: "1 organisation has been restored.",
  },
  {
    list: "users",
    load: ["USER-34 USER-35", "ORGGetUsers", "Failed to load users list.", "Users"],
    archive: ["USER-30", "ORGArchiveUsers", "Unexpected error Failed to archive users."],
    restore: ["USER-38", "ORGRestoreUsers", "Unexpected error Failed to restore users."],
    restored: "1 user has been restored.",
    one: [
      ...(["USER-49", "ORGGetUser", "Unexpected error Failed to load user details."] as const),
      ...([demoAccounts.recruiter.id, { "": "User details", "/edit": "Edit user" }] as const),
    ],
  },
  {
    list: "vacancies",
    load: ["VAC-15 VAC-66 GEN-14", "AppsGetVacancyListV2", "Failed to load vacancies.", "Vacancies"],
    warns: true,
  },
];

const { stand, person } = useStand();
const get = (path: string) => person.client.get(`${person.base}/${path}`);
const press = (path: string, page: Answer, intent: string, ids?: string) =>
  person.client.post(`${person.base}/${path}`, formWith(page, intent, ids ? { ids } : {}));

describe.each(areas)("$list", ({ list, load, archive, restore, restored, one, warns }) => {
  const lists = [list, `${list}/archive`];

  test(`${load[0]} a list that is refused says so, and one that fails in its own words`, async () => {
    const [, operation, words, logged] = load;
    for (const path of lists) {
      stand.sydney.fail(denied, { operation });
      const refused = await get(path);
      const text = textOf(refused);
      if (warns) expect(text).toContain(`No permission ${words} Please contact support.`);
      else {
        expect(refused.status).toBe(403);
        expect(text).toContain("Nothing to see here");
        expect(text).not.toMatch(/No permission|Unexpected error|Create New|Restore|Add to group/);
        expect(refused.html).not.toContain('name="search"');
      }
      await stand.heal();
      stand.sydney.fail(broken, { operation });
      const before = stand.web.errors().length;
      const page = await get(path);
      expect(page.status).toBe(502);
      expect(() => formWith(page, path === list ? "archive" : "restore")).toThrow("No form");
      const failed = textOf(page);
      expect(failed).toContain(`Unexpected error ${words} Please contact support.`);
      expect(failed.match(/Unexpected error/g)).toHaveLength(1);
      const log = stand.web.errors().slice(before);
      expect(log).toContain(`"operation":"${logged}"`);
      expect(log).not.toContain(staff);
      await stand.heal();
    }
  });

  const moves =
    archive && restore
      ? ([
          ["archive", archive],
          ["restore", restore],
        ] as const)
      : [];
  test.runIf(moves.length)(
    `${archive?.[0]} ${restore?.[0]} archiving and restoring that fail say so, and work again afterwards`,
    async () => {
      let chosen = "";
      for (const [index, [intent, [, operation, said]]] of moves.entries()) {
        const path = lists[index] ?? "";
        const page = await get(path);
        const box = [...page.html.matchAll(/<input[^>]*name="ids"[^>]*>/g)].find(
          ([tag]) => !tag.includes("disabled"),
        );
        chosen ||= /value="([0-9a-f]{24})"/.exec(box?.[0] ?? "")?.[1] ?? "";
        stand.sydney.fail(broken, { operation });
        // Some ask first.
        const asked = await press(path, page, intent, chosen);
        const confirm = `${intent}:confirm`;
        const asks = asked.html.includes(`value="${confirm}"`);
        const failed = asks ? await press(path, asked, confirm) : asked;
        expect(failed.status).toBe(502);
        expect(textOf(failed)).toContain(`${said} Please contact support.`);
        await stand.heal();
        const done = asks ? await press(path, asked, confirm) : await press(path, page, intent, chosen);
        expect(done.status).toBe(303);
      }
      const page = await get(list);
      expect(textOf(page)).toContain(restored);
      expect(page.html).toContain(chosen);
    },
  );

  test.runIf(one)(`${one?.[0]} one that cannot be loaded says so`, async () => {
    const [, operation, said, id, headings = {}] = one ?? [];
    stand.sydney.fail(broken, { operation });
    for (const [path, heading] of Object.entries(headings)) {
      const page = await get(`${list}/${id}${path}`);
      expect(page.status).toBe(502);
      expect(textOf(page)).toContain(`${said} Please contact support.`);
      expect(page.html).toContain(`${heading}</h1>`);
    }
  });
});

const recruiterPage = `users/${demoAccounts.recruiter.id}`;
const groupPage = `groups/${demoGroups.retailRecruiters.id}`;
const toAuditors = { groupIds: demoGroups.retailAuditors.id };

describe("GEN-25 what was archived while its page was open", () => {
  const restoreFirst = "What is archived cannot be changed. Restore it first.";
  /** Runs `work` while the thing of this page is archived. */
  async function whileArchived(detail: string, work: () => Promise<void>) {
    expect((await press(detail, await get(detail), "archive")).status).toBe(303);
    try {
      await work();
    } finally {
      expect((await press(detail, await get(detail), "restore")).status).toBe(303);
    }
  }

  test.each([
    [`workflow-sets/workflows/${demoId("workflow:acme-retail:0")}`, { name: "Late" }],
    [`workflow-sets/${demoId("workflow-set:acme-retail:0")}`, { name: "Late" }],
    [groupPage, { name: "Late" }],
    [recruiterPage, { firstName: "Late" }],
  ])(
    "the form of %s says so and keeps what was typed; its address leads to the page",
    async (detail, typed) => {
      const form = `${detail}/edit`;
      const page = await get(form);
      await whileArchived(detail, async () => {
        const answer = await person.client.post(`${person.base}/${form}`, formWith(page, "save", typed));
        expect(answer.status).toBe(400);
        expect(textOf(answer)).toContain(restoreFirst);
        expect(Object.fromEntries(formWith(answer, "save"))).toMatchObject(typed);
        expect((await get(form)).location).toBe(`${person.base}/${detail}`);
        expect(textOf(await get(detail))).toContain(restoreFirst);
      });
    },
  );

  test.each([
    [
      "GRP-43 taking people out",
      groupPage,
      `${groupPage}?tab=users`,
      "remove",
      { ids: demoAccounts.recruiter.id },
    ],
    ["PERM-25 a permission tab", groupPage, `${groupPage}?tab=console`, "update", {}],
    ["USER-57 a reset of the password", recruiterPage, recruiterPage, "reset", {}],
    [
      "USER-26 adding to a group",
      recruiterPage,
      `users/add-to-group?ids=${demoAccounts.recruiter.id}`,
      "add",
      toAuditors,
    ],
  ])("%s says what to do", async (_, detail, path, intent, fields) => {
    const page = await get(path);
    await whileArchived(detail, async () => {
      const answer = await person.client.post(`${person.base}/${path}`, formWith(page, intent, fields));
      expect(answer.status).toBe(400);
      expect(textOf(answer)).toContain(restoreFirst);
      expect(textOf(answer)).not.toContain("No permission");
    });
  });

  test("GRP-37 GRP-48 adding people leads back to the group's, which say what to do", async () => {
    const [adding, tab] = [`${groupPage}/users/add`, `${person.base}/${groupPage}?tab=users`];
    const page = await get(`${adding}?find=auditor`);
    await whileArchived(groupPage, async () => {
      const chosen = formWith(page, "add", { userIds: demoAccounts.auditor.id });
      expect((await person.client.post(`${person.base}/${adding}`, chosen)).location).toBe(tab);
      expect(textOf(await person.client.get(tab))).toContain(restoreFirst);
      expect((await get(adding)).location).toBe(tab);
    });
  });

  test("POL-26 POL-37 attaching a policy, and detaching one, say what to do", async () => {
    const { html } = await get("policies?kind=SHARED&search=Recruiter");
    const policy = `policies/${/policies\/([0-9a-f-]{36})/.exec(html)?.[1] ?? ""}`;
    const post = async (page: Answer, deed: string) =>
      person.client.post(
        `${person.base}/${policy}`,
        formWith(page, deed, { groupId: demoGroups.retailRecruiters.id }),
      );
    const refusedAs = async (deed: string) => {
      const page = await get(policy);
      await whileArchived(groupPage, async () => {
        const answer = await post(page, deed);
        expect(answer.status).toBe(400);
        expect(textOf(answer)).toContain(restoreFirst);
        expect(textOf(answer)).not.toContain("more rights than you hold");
      });
    };
    await refusedAs("attach");
    const asked = await post(await get(policy), "attach");
    if (asked.status !== 303) expect((await press(policy, asked, "attach:confirm")).status).toBe(303);
    await refusedAs("detach");
  });
});
