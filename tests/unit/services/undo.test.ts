import { randomBytes } from "node:crypto";
import { afterEach, describe, expect, test, vi } from "vitest";
import type { FormArgs } from "~/services/console-args";
import { translator } from "~/i18n/texts";
import { changedNotice } from "~/models/list/bulk.server";
import { namesFromRecords, undoAction } from "~/models/list/undo-list.server";
import { ApiError } from "~/services/regional-api.server";
import {
  type BulkResult,
  bulkResult,
  type Changes,
  undoableChanges,
  offerUndo,
  openUndo,
  sealUndo,
  noticesForPage,
  allOrNothingResult,
} from "~/services/undo.server";
import { readNotices, sealNotices, sealValue } from "~/sessions.server";

const args = (token?: string, more: object = {}) => {
  const form = new FormData();
  if (token !== undefined) form.set("undo", token);
  const base = "/region/ap-southeast-2/customers/c1";
  const url = new URL(`https://console.example${base}/vacancies?index&q=a`);
  // The other arguments of an action are irrelevant here.
  return { form, url, base, user: { _id: "u1" }, ...more } as FormArgs;
};
const changes = { ids: ["a", "b"], changedAt: "2026-01-01T00:00:00.000Z" };
/** The undo as shown on a page. */
const shown = async (what: Changes | null) => {
  const undo = offerUndo(args(), "archive", what);
  return undo && sealUndo(undo);
};
const hexIds = (count: number) => Array.from({ length: count }, () => randomBytes(12).toString("hex"));

afterEach(() => void vi.useRealTimers());

describe("the undo of a change", () => {
  test("posts to the screen's previous address with the change's name, valid only for its person and customer", async () => {
    const undo = await shown(changes);
    expect(undo?.to).toBe("/region/ap-southeast-2/customers/c1/vacancies?q=a");
    const token = undo?.token ?? "";
    expect(token).not.toContain("archive");
    expect(await openUndo(args(token))).toMatchObject({ what: "archive", ...changes });
    expect(await openUndo(args(token, { user: { _id: "u2" } }))).toBeNull();
    expect(await openUndo(args(token, { base: "/region/ap-southeast-2/customers/c2" }))).toBeNull();
    expect(await openUndo(args(`${token}x`))).toBeNull();
    expect(await openUndo(args("nonsense"))).toBeNull();
    // The token in the sealed cookie cannot be used in a form.
    expect(await openUndo(args(offerUndo(args(), "archive", changes)?.token))).toBeNull();
    expect(await openUndo(args())).toBeNull();
    // Another value sealed by the console.
    expect(await openUndo(args(await sealValue("a device", 600)))).toBeNull();
  });

  test("is valid for some minutes", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    const token = (await shown(changes))?.token;
    vi.advanceTimersByTime(9 * 60_000);
    expect(await openUndo(args(token))).not.toBeNull();
    vi.advanceTimersByTime(3 * 60_000);
    expect(await openUndo(args(token))).toBeNull();
  });

  test("is not offered if nothing was changed; a row already in that state is not a change", async () => {
    expect(offerUndo(args(), "archive", null)).toBeUndefined();
    expect(undoableChanges([{ _id: "a", changedAt: null }])).toBeNull();
    expect(
      undoableChanges([
        { _id: "a", changedAt: null },
        { _id: "b", changedAt: changes.changedAt },
      ]),
    ).toEqual({ ids: ["b"], changedAt: changes.changedAt });
  });

  test("SHELL-31 a full page of a hundred rows fits into its notice; more have no Undo", async () => {
    const noticesFor = async (count: number) => {
      const undo = offerUndo(args(), "archive", { ...changes, ids: hexIds(count) });
      const text = await sealNotices([{ tone: "success", title: "Archived", undo }]);
      expect(Buffer.byteLength(text)).toBeLessThan(4096);
      const cookie = text.split(";", 1)[0] ?? "";
      return readNotices(new Request("https://console.example", { headers: { cookie } }));
    };
    const [full] = await noticesForPage(await noticesFor(100));
    expect((await openUndo(args(full?.undo?.token)))?.ids).toHaveLength(100);
    expect(await noticesFor(500)).toEqual([{ tone: "success", title: "Archived" }]);
  });
});

describe("ORG-60 the notice of a complete bulk action", () => {
  const speak = {
    translate: (texts: Parameters<typeof translator>[0]) => translator(texts, "en-GB"),
  } as FormArgs;
  const rows = (...times: (string | null)[]) =>
    times.map((changedAt, at) => ({ _id: String(at), changedAt }));
  const noticeOf = (result: BulkResult) => changedNotice(speak, result, (count) => `${count} archived`);

  test("counts the changed rows, and separately those already in that state", () => {
    const at = changes.changedAt;
    expect(noticeOf(allOrNothingResult(rows(at, at), ["0", "1"], undefined))).toEqual({
      tone: "success",
      title: "2 archived",
    });
    const mixed = {
      tone: "success",
      title: "1 archived",
      description: "It had already been done for 1 more.",
    };
    expect(noticeOf(allOrNothingResult(rows(at), ["0", "1"], undefined))).toEqual(mixed);
    expect(noticeOf(bulkResult(rows(at, null)))).toEqual(mixed);
    const nothing = { tone: "info", title: "Nothing was changed: it had already been done." };
    expect(noticeOf(allOrNothingResult([], ["0", "1"], undefined))).toEqual(nothing);
    expect(noticeOf(bulkResult(rows(null)))).toEqual(nothing);
  });

  test("rows not undone are named, at most 20, or by id if they cannot be read", async () => {
    const ids = Array.from({ length: 23 }, (_, at) => `id${at}`);
    const undo = await shown({ ...changes, ids });
    const gone = new ApiError("NOT_FOUND", "no", "eu-west-1", "User");
    const names = namesFromRecords(
      (_api, id) => (id === "id1" ? Promise.reject(gone) : Promise.resolve(`Name ${id}`)),
      (name) => name,
    );
    const run = () => Promise.resolve({ done: 0, changes: null });
    const answer = await undoAction(args(undo?.token, speak), { archive: { undo: { run, names } } });
    const { description } = (answer as { data: { notice: { description: string } } }).data.notice;
    expect(description).toContain("Name id0, id1, Name id2,");
    expect(description).toContain("Name id19 and 3 more");
    expect(description).not.toContain("id20");
  });
});
