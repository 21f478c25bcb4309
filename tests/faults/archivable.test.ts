import { describe, expect, test } from "vitest";
import { demoAccounts, demoGroups, demoId } from "../../regional-api/seed/ids";
import { type Answer, formWith, textOf } from "../support/console-client";
import { broken, denied } from "../support/fault-proxy";
import { useStand } from "./support/use-stand";

// What every area with a list, an archive and pages of its things says when a region refuses or fails.

type Operation = readonly [rows: string, operation: string, words: string];

type Area = {
  list: string;
  /** The operation of both lists, and what is said when it fails. */
  load: Operation;
  archive: Operation;
  restore: Operation;
  /** The page of one, its operation, and what is said when it fails; of the edit page too, where that asks the same. */
  one?: readonly [...Operation, id: string, pages: readonly string[]];
  /** A refused list keeps its page and warns, where others give way to the access-denied view. */
  warns?: true;
};

const areas: readonly Area[] = [
  {
    list: "workflow-sets/workflows",
    load: ["WF-04 WF-16", "AppsGetWorkflowList", "Failed to load workflows."],
    archive: ["WF-14", "AppsArchiveWorkflows", "Failed to archive workflows."],
    restore: ["WF-14", "AppsRestoreWorkflows", "Failed to restore workflows."],
    one: [
      ...(["WF-44", "AppsGetWorkflowById", "Failed to load workflow details."] as const),
      ...([demoId("workflow:acme-retail:0"), [""]] as const),
    ],
  },
  {
    list: "workflow-sets",
    load: ["WFS-03 WFS-16 WFS-49", "AppsGetWorkflowSetList", "Failed to load workflow sets."],
    archive: ["WFS-15", "AppsArchiveWorkflowSet", "Failed to archive workflow set."],
    restore: ["WFS-15", "AppsRestoreWorkflowSet", "Failed to restore workflow set."],
    one: [
      ...(["WFS-47", "AppsGetWorkflowSetById", "Failed to load workflow set details."] as const),
      ...([demoId("workflow-set:acme-retail:0"), ["", "/edit"]] as const),
    ],
  },
  {
    list: "groups",
    load: ["GRP-12", "ORGGetGroups", "Failed to load groups list."],
    archive: ["GRP-13", "ORGArchiveGroups", "Failed to archive groups."],
    restore: ["GRP-16", "ORGRestoreGroups", "Failed to restore groups."],
    one: [
      ...(["GRP-35", "ORGGetGroup", "Failed to load group details."] as const),
      ...([demoGroups.retailAuditors.id, ["", "/edit"]] as const),
    ],
    warns: true,
  },
  {
    list: "organisations",
    load: ["ORG-12 ORG-13", "ORGGetOrganizations", "Failed to load organisations list."],
    archive: ["ORG-39", "ORGArchiveOrganizations", "Failed to archive organisations."],
    restore: ["ORG-41", "ORGRestoreOrganizations", "Failed to restore organisations."],
  },
  {
    list: "users",
    load: ["USER-34 USER-35", "ORGGetUsers", "Failed to load users list."],
    archive: ["USER-30", "ORGArchiveUsers", "Failed to archive users."],
    restore: ["USER-38", "ORGRestoreUsers", "Failed to restore users."],
    one: [
      ...(["USER-49", "ORGGetUser", "Failed to load user details."] as const),
      ...([demoAccounts.recruiter.id, ["", "/edit"]] as const),
    ],
  },
];

const { stand, person } = useStand();
const get = (path: string) => person.client.get(`${person.base}/${path}`);
const press = (path: string, page: Answer, intent: string, ids?: string) =>
  person.client.post(`${person.base}/${path}`, formWith(page, intent, ids ? { ids } : {}));

describe.each(areas)("$list", ({ list, load, archive, restore, one, warns }) => {
  const lists = [list, `${list}/archive`];

  test(`${load[0]} a list that is refused says so, and one that fails in its own words`, async () => {
    const [, operation, words] = load;
    for (const path of lists) {
      stand.sydney.fail(denied, { operation });
      const refused = await get(path);
      const text = textOf(refused);
      if (warns) expect(text).toContain(`No permission ${words} Please contact support.`);
      else {
        expect(refused.status).toBe(403);
        expect(text).toContain("Nothing to see here");
        expect(text).not.toMatch(/No permission|Unexpected error/);
      }
      await stand.heal();
      stand.sydney.fail(broken, { operation });
      const failed = textOf(await get(path));
      expect(failed).toContain(`${words} Please contact support.`);
      expect(failed.match(/Unexpected error/g)).toHaveLength(1);
      await stand.heal();
    }
  });

  test(`${archive[0]} ${restore[0]} archiving and restoring that fail say so, and work again afterwards`, async () => {
    let chosen = "";
    for (const [path, intent, [, operation, words]] of [
      [lists[0] ?? "", "archive", archive],
      [lists[1] ?? "", "restore", restore],
    ] as const) {
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
      expect(textOf(failed)).toContain(`${words} Please contact support.`);
      await stand.heal();
      const done = asks ? await press(path, asked, confirm) : await press(path, page, intent, chosen);
      expect(done.status).toBe(303);
    }
    expect((await get(list)).html).toContain(chosen);
  });

  test.runIf(one)(`${one?.[0]} one that cannot be loaded says so`, async () => {
    const [, operation, words, id, pages] = one ?? [];
    stand.sydney.fail(broken, { operation });
    for (const path of pages ?? []) {
      const page = await get(`${list}/${id}${path}`);
      expect(page.status).toBe(502);
      expect(textOf(page)).toContain(`${words} Please contact support.`);
    }
  });
});
