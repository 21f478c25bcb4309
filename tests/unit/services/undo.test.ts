import { randomBytes } from "node:crypto";
import { afterEach, describe, expect, test, vi } from "vitest";
import type { FormArgs } from "~/services/console-args";
import { translator } from "~/i18n/texts";
import { changedNotice } from "~/models/list/bulk.server";
import { namesBy, undoAction } from "~/models/list/undo-list.server";
import { ApiError } from "~/services/regional-api.server";
import {
  type BulkResult,
  bulkResult,
  type Changes,
  undoableChanges,
  offerUndo,
  openUndo,
  sealUndo,
  shownNotices,
  wholeResult,
} from "~/services/undo.server";
import { readNotices, sealNotices, sealValue } from "~/sessions.server";

const args = (token?: string, more: object = {}) => {
  const form = new FormData();
  if (token !== undefined) form.set("undo", token);
  const base = "/region/ap-southeast-2/customers/c1";
  const url = new URL(`https://console.example${base}/vacancies?index&q=a`);
  // The rest of what an action is given has no part in this.
  return { form, url, base, user: { _id: "u1" }, ...more } as FormArgs;
};
const changes = { ids: ["a", "b"], changedAt: "2026-01-01T00:00:00.000Z" };
/** What a page shows. */
const shown = async (what: Changes | null) => {
  const undo = offerUndo(args(), "archive", what);
  return undo && sealUndo(undo);
};
const hexIds = (count: number) => Array.from({ length: count }, () => randomBytes(12).toString("hex"));

afterEach(() => void vi.useRealTimers());

describe("what takes a change back", () => {
  test("posts to the screen as it was and says what, to the person and customer that it was made for", async () => {
    const undo = await shown(changes);
    expect(undo?.to).toBe("/region/ap-southeast-2/customers/c1/vacancies?q=a");
    const token = undo?.token ?? "";
    expect(token).not.toContain("archive");
    expect(await openUndo(args(token))).toMatchObject({ what: "archive", ...changes });
    expect(await openUndo(args(token, { user: { _id: "u2" } }))).toBeNull();
    expect(await openUndo(args(token, { base: "/region/ap-southeast-2/customers/c2" }))).toBeNull();
    expect(await openUndo(args(`${token}x`))).toBeNull();
    expect(await openUndo(args("nonsense"))).toBeNull();
    // As it travels in the sealed cookie, it is of no use to a form.
    expect(await openUndo(args(offerUndo(args(), "archive", changes)?.token))).toBeNull();
    expect(await openUndo(args())).toBeNull();
    // Sealed by the console, too, and something else.
    expect(await openUndo(args(await sealValue("a device", 600)))).toBeNull();
  });

  test("works for some minutes", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    const token = (await shown(changes))?.token;
    vi.advanceTimersByTime(9 * 60_000);
    expect(await openUndo(args(token))).not.toBeNull();
    vi.advanceTimersByTime(3 * 60_000);
    expect(await openUndo(args(token))).toBeNull();
  });

  test("is not offered when nothing was changed; what was so already is no change", async () => {
    expect(offerUndo(args(), "archive", null)).toBeUndefined();
    expect(undoableChanges([{ _id: "a", changedAt: null }])).toBeNull();
    expect(
      undoableChanges([
        { _id: "a", changedAt: null },
        { _id: "b", changedAt: changes.changedAt },
      ]),
    ).toEqual({ ids: ["b"], changedAt: changes.changedAt });
  });

  test("SHELL-31 a whole page of a hundred rows travels with its notice; more come without Undo", async () => {
    const noticesFor = async (count: number) => {
      const undo = offerUndo(args(), "archive", { ...changes, ids: hexIds(count) });
      const text = await sealNotices([{ tone: "success", title: "Archived", undo }]);
      expect(Buffer.byteLength(text)).toBeLessThan(4096);
      const cookie = text.split(";", 1)[0] ?? "";
      return readNotices(new Request("https://console.example", { headers: { cookie } }));
    };
    const [full] = await shownNotices(await noticesFor(100));
    expect((await openUndo(args(full?.undo?.token)))?.ids).toHaveLength(100);
    expect(await noticesFor(500)).toEqual([{ tone: "success", title: "Archived" }]);
  });
});

describe("ORG-60 what is said of a bulk action that did all", () => {
  const speak = {
    translate: (texts: Parameters<typeof translator>[0]) => translator(texts, "en-GB"),
  } as FormArgs;
  const rows = (...times: (string | null)[]) =>
    times.map((changedAt, at) => ({ _id: String(at), changedAt }));
  const said = (result: BulkResult) => changedNotice(speak, result, (count) => `${count} archived`);

  test("counts what was changed, and says apart what had been done already", () => {
    const at = changes.changedAt;
    expect(said(wholeResult(rows(at, at), ["0", "1"], undefined))).toEqual({
      tone: "success",
      title: "2 archived",
    });
    const mixed = {
      tone: "success",
      title: "1 archived",
      description: "It had already been done for 1 more.",
    };
    expect(said(wholeResult(rows(at), ["0", "1"], undefined))).toEqual(mixed);
    expect(said(bulkResult(rows(at, null)))).toEqual(mixed);
    const nothing = { tone: "info", title: "Nothing was changed: it had already been done." };
    expect(said(wholeResult([], ["0", "1"], undefined))).toEqual(nothing);
    expect(said(bulkResult(rows(null)))).toEqual(nothing);
  });

  test("what was not undone is named, 20 at most; one that cannot be read by its id", async () => {
    const ids = Array.from({ length: 23 }, (_, at) => `id${at}`);
    const undo = await shown({ ...changes, ids });
    const gone = new ApiError("NOT_FOUND", "no", "eu-west-1", "User");
    const names = namesBy(
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
