import { describe, expect, test } from "vitest";
import type { Flags } from "~/flags";
import { vacanciesArea } from "~/areas/vacancies";
import { workflowSetsArea } from "~/areas/workflow-sets";
import { workflowsArea } from "~/areas/workflows";
import { translator } from "~/i18n/texts";
import { type Movable, recordMoves } from "~/models/list/moves.server";
import { openPages } from "~/models/list/open-pages.server";
import type { FormArgs } from "~/services/console-args";
import { ApiError } from "~/services/regional-api.server";
import { sealUndo } from "~/services/undo.server";
import type { Notice } from "~/sessions.server";

const base = "/region/ap-southeast-2/customers/c1";
const argsWith = (more: object = {}) =>
  // The other arguments of an action are irrelevant here.
  ({
    base,
    url: new URL(`https://console.example${base}/things/t1`),
    user: { _id: "u1" },
    form: new FormData(),
    idempotencyKey: "key",
    notify: () => undefined,
    translate: (texts: Parameters<typeof translator>[0]) => translator(texts, "en-GB"),
    ...more,
  }) as unknown as FormArgs;

describe("SHELL-31 archiving or restoring on the detail page", () => {
  const changedAt = "2026-01-15T13:00:00.000Z";
  const done: [what: string, chosen: object][] = [];
  const does =
    (what: string): Movable["archive"] =>
    (_api, chosen) => {
      done.push([what, chosen]);
      return Promise.resolve({ done: 1, changes: { ids: chosen.ids, changedAt } });
    };
  const movable: Movable = {
    archive: does("archive"),
    restore: does("restore"),
    names: (_, ids) => Promise.resolve(ids.map((id) => `Named ${id}`)),
    nothing: () => "Nothing",
    moved: (_, isArchived, count) => ({
      tone: "success",
      title: `${count} ${isArchived ? "archived" : "restored"}`,
    }),
    failed: () => ({ title: "Failed" }),
  };
  const own = `${base}/things/t1`;
  const page = { idOf: () => "t1", next: () => own };

  test.each([
    ["archive", "1 archived", "restore"],
    ["restore", "1 restored", "archive"],
  ] as const)("%s can be taken back on the page that follows", async (what, title, back) => {
    const moves = recordMoves(movable, page);
    const notices: Notice[] = [];
    const notify = (notice: Notice) => void notices.push(notice);
    const answer = await moves[what](argsWith({ notify }));
    expect(answer).toBeInstanceOf(Response);
    expect((answer as Response).headers.get("Location")).toBe(own);
    const [notice] = notices;
    expect(notice).toMatchObject({ title, undo: { to: own } });
    if (!notice?.undo) throw new Error("no Undo");
    const form = new FormData();
    form.set("undo", (await sealUndo(notice.undo)).token);
    const undone = await moves.undo(argsWith({ notify, form }));
    expect((undone as Response).headers.get("Location")).toBe(own);
    expect(notices[1]?.title).toBe("Undone");
    expect(done.slice(-2)).toEqual([
      [what, { ids: ["t1"] }],
      [back, { ids: ["t1"], unchangedSince: changedAt }],
    ]);
  });

  test("is undone on the list if the redirect leads there", async () => {
    const notices: Notice[] = [];
    const notify = (notice: Notice) => void notices.push(notice);
    const moves = recordMoves(movable, { idOf: () => "t1", next: () => `${base}/things` });
    await moves.archive(argsWith({ notify }));
    expect(notices[0]?.undo?.to).toBe(`${base}/things`);
  });

  test("offers nothing if nothing was changed, and reports the cause of a failure", async () => {
    const notices: Notice[] = [];
    const notify = (notice: Notice) => void notices.push(notice);
    const already = { ...movable, archive: () => Promise.resolve({ done: 1, already: 1, changes: null }) };
    await recordMoves(already, page).archive(argsWith({ notify }));
    expect(notices).toEqual([{ tone: "info", title: "Nothing was changed: it had already been done." }]);
    const failing = {
      ...movable,
      archive: () => Promise.reject(new ApiError("VALIDATION", "No", "eu-west-1", "Archive")),
    };
    expect(await recordMoves(failing, page).archive(argsWith())).toMatchObject({
      data: { notice: { tone: "error", title: "Failed" } },
    });
    const explained = { ...failing, explain: () => "The last one stays" };
    expect(await recordMoves(explained, page).archive(argsWith())).toMatchObject({
      data: { notice: { tone: "warning", title: "The last one stays" } },
    });
  });
});

describe("no change redirects to a disabled page", () => {
  const closed = (...names: (keyof Flags)[]) => ({
    base,
    flags: new Proxy({}, { get: (_, name) => !names.some((one) => one === name) }) as Flags,
  });

  test.each([
    ["VAC-03 VAC-42 VAC-61 vacancies", openPages(vacanciesArea), `${base}/vacancies`, "edgeVacancy"],
    [
      "WF-03 WF-33 WF-37 WF-42 workflows",
      openPages(workflowsArea),
      `${base}/workflow-sets/workflows`,
      "edgeWorkflow",
    ],
    [
      "WFS-02 WFS-35 WFS-36 WFS-46 sets",
      openPages(workflowSetsArea),
      `${base}/workflow-sets`,
      "edgeWorkflowSet",
    ],
  ] as const)("%s", (_, area, list, stem) => {
    const [active, archive, detail] = (["List", "ArchiveList", "Detail"] as const).map(
      (name) => `${stem}${name}Enabled` as const,
    );
    if (!active || !archive || !detail) throw new Error("no flags");
    expect(area.openList(closed(), false)).toBe(list);
    expect(area.openList(closed(), true)).toBe(`${list}/archive`);
    expect(area.openList(closed(active), false)).toBeUndefined();
    expect(area.openList(closed(archive), true)).toBeUndefined();
    expect(area.afterCreation(closed(), "x")).toBe(list);
    expect(area.afterCreation(closed(active), "x")).toBe(`${list}/x`);
    expect(area.afterCreation(closed(active, detail), "x")).toBeUndefined();
    expect(area.cancelledCreation(closed())).toBe(list);
    expect(area.cancelledCreation(closed(active))).toBe(base);
    expect(area.openDetail(closed(), "x")).toBe(`${list}/x`);
    expect(area.openDetail(closed(detail), "x")).toBeUndefined();
    expect(area.afterEdit(closed(active), "x")).toBe(`${list}/x`);
    expect(area.afterEdit(closed(detail), "x")).toBe(list);
    expect(area.afterEdit(closed(active, detail), "x")).toBe(base);
  });
});
