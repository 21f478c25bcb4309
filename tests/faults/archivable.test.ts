import { describe, expect, test } from "vitest";
import { areas as consoleAreas } from "../../app/areas";
import { demoAccounts, demoGroups } from "../../regional-api/seed/ids";
import { areas } from "../contract/fixtures/areas";
import { type Answer, formWith, textOf } from "../support/console-client";
import { broken, denied } from "../support/fault-proxy";
import { staff } from "./support/stand";
import { useStand } from "./support/use-stand";

// Errors and refusals in every area with a list, an archive and detail pages.

const { stand, person } = useStand();
const get = (path: string) => person.client.get(`${person.base}/${path}`);
const screens = areas.flatMap((area) => area.screens ?? []);
const press = (path: string, page: Answer, intent: string, ids?: string) =>
  person.client.post(`${person.base}/${path}`, formWith(page, intent, ids ? { ids } : {}));

const restoreFirst = "Archived items cannot be changed. Restore them first.";
/** Runs `work` while the page's record is archived. */
async function whileArchived(detail: string, work: () => Promise<void>) {
  const answer = await press(detail, await get(detail), "archive");
  // Items in use ask for confirmation first.
  const archived = answer.status === 428 ? await press(detail, answer, "archive:confirm") : answer;
  expect(archived.status).toBe(303);
  try {
    await work();
  } finally {
    expect((await press(detail, await get(detail), "restore")).status).toBe(303);
  }
}

/** Messages of areas that have their own text for Archive and Restore without a selection. */
const unchosen: Readonly<Record<string, readonly [rows: string, message: string]>> = {
  "workflow-sets/workflows": ["WF-06", "Please select at least one workflow"],
  "workflow-sets": ["WFS-06 WFS-08", "Please select at least one workflow set"],
  vacancies: ["VAC-09 VAC-18", "Please select at least one vacancy"],
  customers: ["CUST-09 CUST-16", "Please select at least one item."],
  organisations: ["ORG-04", "Please select at least one item."],
  users: ["USER-28", "Please select at least one item."],
  groups: ["GRP-04 GRP-16", "Please select at least one item."],
};

test("every area with an archive has its screens among the fixtures", () => {
  const listed = new Set(screens.map(({ path }) => path));
  const missing = consoleAreas.filter((area) => "archiveList" in area && !listed.has(area.path));
  expect(
    missing.map(({ path }) => path),
    "add them as `screens` to their AreaFixture in tests/contract/fixtures (screens.ts)",
  ).toEqual([]);
});

describe.each(screens)("$path", ({ path: list, calls, fails, demo, headings, warns, restored, ...form }) => {
  const lists = [list, `${list}/archive`];

  test.runIf(fails.list)(
    `${fails.list?.[0]} a refused list says so, and a failed one has its own message`,
    async () => {
      const [, words = "", logged = ""] = fails.list ?? [];
      const operation = calls.list;
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
    },
  );

  const moves = (["archive", "restore"] as const).flatMap((intent) => {
    const failure = fails[intent];
    return failure ? [{ intent, operation: calls[intent], said: failure[1] }] : [];
  });
  test.runIf(moves.length)(
    `${fails.archive?.[0]} ${fails.restore?.[0]} failed archiving and restoring show an error, and work afterwards`,
    async () => {
      let chosen = "";
      for (const [index, { intent, operation, said }] of moves.entries()) {
        const path = lists[index] ?? "";
        const page = await get(path);
        const box = [...page.html.matchAll(/<input[^>]*name="ids"[^>]*>/g)].find(
          ([tag]) => !tag.includes("disabled"),
        );
        chosen ||= /value="([0-9a-f]{24})"/.exec(box?.[0] ?? "")?.[1] ?? "";
        stand.sydney.fail(broken, { operation });
        // Some ask for confirmation first.
        const question = await press(path, page, intent, chosen);
        const confirm = `${intent}:confirm`;
        const hasQuestion = question.html.includes(`value="${confirm}"`);
        const failed = hasQuestion ? await press(path, question, confirm) : question;
        expect(failed.status).toBe(502);
        expect(textOf(failed)).toContain(`${said} Please contact support.`);
        await stand.heal();
        const done = hasQuestion
          ? await press(path, question, confirm)
          : await press(path, page, intent, chosen);
        expect(done.status).toBe(303);
      }
      const page = await get(list);
      expect(textOf(page)).toContain(restored);
      expect(page.html).toContain(chosen);
    },
  );

  const [rows, message] = unchosen[list] ?? ["SHELL-29", "Please select at least one item."];
  test(`${rows} with nothing selected Archive and Restore say so, and do not call the API`, async () => {
    for (const [index, intent] of (["archive", "restore"] as const).entries()) {
      const path = lists[index] ?? "";
      const before = stand.sydney.callsOf(calls[intent]).length;
      expect(textOf(await press(path, await get(path), intent))).toContain(message);
      expect(stand.sydney.callsOf(calls[intent])).toHaveLength(before);
    }
  });

  const { one = "" } = calls;
  test.runIf(fails.one)(`${fails.one?.[0]} a record that cannot be loaded shows an error`, async () => {
    const [, said = ""] = fails.one ?? [];
    stand.sydney.fail(broken, { operation: one });
    for (const [path, heading] of Object.entries(headings ?? {})) {
      const page = await get(`${list}/${demo}${path}`);
      expect(page.status).toBe(502);
      expect(textOf(page)).toContain(`${said} Please contact support.`);
      expect(page.html).toContain(`${heading}</h1>`);
    }
  });

  const { values, refused = [], field = "" } = form;
  const path = `${list}/create`;
  const post = async (page: Answer, typed: Readonly<Record<string, string>>) => {
    const fields = { ...values, ...typed };
    // Some fields exist only after another choice was made.
    const others = formWith(page, "save").filter(([name]) => !(name in fields));
    return person.client.post(`${person.base}/${path}`, [...others, ...Object.entries(fields)]);
  };

  test.runIf(values)(
    `${fails.create?.[0]} a failed creation shows an error and keeps the input`,
    async () => {
      const [, said = ""] = fails.create ?? [];
      stand.sydney.fail(broken, { operation: calls.create });
      const answer = await post(await get(path), {});
      expect(textOf(answer)).toContain(said);
      expect(Object.fromEntries(formWith(answer, "save"))).toMatchObject(values ?? {});
      await stand.heal();
      expect((await post(answer, {})).status).toBe(303);
    },
  );

  test.each(refused)("%s the form refuses %j: %s, and keeps the input", async (_rows, typed, message) => {
    const calledBefore = stand.sydney.callsOf(calls.create).length;
    const answer = await post(await get(path), typed);
    expect(answer.status).toBe(400);
    expect(textOf(answer)).toContain(message);
    expect(Object.fromEntries(formWith(answer, "save"))).toMatchObject({ ...values, ...typed });
    expect(stand.sydney.callsOf(calls.create)).toHaveLength(calledBefore);
  });

  test.runIf(field && one)(
    "GEN-25 the form of a record archived in the meantime says so and keeps the input; reloading it leads to the record",
    async () => {
      const [detail, typed] = [`${list}/${demo}`, { [field]: "Late" }];
      const page = await get(`${detail}/edit`);
      await whileArchived(detail, async () => {
        const answer = await person.client.post(
          `${person.base}/${detail}/edit`,
          formWith(page, "save", typed),
        );
        expect(answer.status).toBe(400);
        expect(textOf(answer)).toContain(restoreFirst);
        expect(Object.fromEntries(formWith(answer, "save"))).toMatchObject(typed);
        expect((await get(`${detail}/edit`)).location).toBe(`${person.base}/${detail}`);
        expect(textOf(await get(detail))).toContain(restoreFirst);
      });
    },
  );
});

const recruiterPage = `users/${demoAccounts.recruiter.id}`;
const groupPage = `groups/${demoGroups.retailRecruiters.id}`;
const toAuditors = { groupIds: demoGroups.retailAuditors.id };

describe("GEN-25 an item that was archived while its page was open", () => {
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
  ])("%s explains what to do", async (_, detail, path, intent, fields) => {
    const page = await get(path);
    await whileArchived(detail, async () => {
      const answer = await person.client.post(`${person.base}/${path}`, formWith(page, intent, fields));
      expect(answer.status).toBe(400);
      expect(textOf(answer)).toContain(restoreFirst);
      expect(textOf(answer)).not.toContain("No permission");
    });
  });

  test("GRP-37 GRP-48 adding people leads back to the group's page, which explains what to do", async () => {
    const [adding, tab] = [`${groupPage}/users/add`, `${person.base}/${groupPage}?tab=users`];
    const page = await get(`${adding}?find=auditor`);
    await whileArchived(groupPage, async () => {
      const chosen = formWith(page, "add", { userIds: demoAccounts.auditor.id });
      expect((await person.client.post(`${person.base}/${adding}`, chosen)).location).toBe(tab);
      expect(textOf(await person.client.get(tab))).toContain(restoreFirst);
      expect((await get(adding)).location).toBe(tab);
    });
  });

  test("POL-26 POL-37 attaching and detaching a policy explain what to do", async () => {
    const { html } = await get("policies?kind=SHARED&search=Recruiter");
    const policy = `policies/${/policies\/([0-9a-f-]{36})/.exec(html)?.[1] ?? ""}`;
    const post = async (page: Answer, action: string) =>
      person.client.post(
        `${person.base}/${policy}`,
        formWith(page, action, { groupId: demoGroups.retailRecruiters.id }),
      );
    const refusedAs = async (action: string) => {
      const page = await get(policy);
      await whileArchived(groupPage, async () => {
        const answer = await post(page, action);
        expect(answer.status).toBe(400);
        expect(textOf(answer)).toContain(restoreFirst);
        expect(textOf(answer)).not.toContain("rights that you have yourself");
      });
    };
    await refusedAs("attach");
    const question = await post(await get(policy), "attach");
    if (question.status !== 303) expect((await press(policy, question, "attach:confirm")).status).toBe(303);
    await refusedAs("detach");
  });
});
