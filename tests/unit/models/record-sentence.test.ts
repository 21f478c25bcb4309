import { describe, expect, test } from "vitest";
import type { record } from "~/i18n/record";
import { translator } from "~/i18n/texts";
import { entryRows, markOf, sentenceOf, sentenceParts } from "~/models/record/record-sentence.server";
import type { ListedEntry } from "~/models/record/record.server";

const args = { translate: ((texts: typeof record) => translator(texts, "en")) as never, timeZone: "UTC" };

const ada = { _id: "ada", name: "Ada Lovelace", email: "ada@example.com" };
type Field = ListedEntry["objects"][number]["fields"][number];
const field = (name: string, before: unknown, after: unknown): Field => ({
  ...{ field: name, hidden: null, before, after },
});

/** An entry about a vacancy; `fields` are what changed in it. */
const entry = ({
  fields = [],
  ...wanted
}: Partial<ListedEntry> & { fields?: Field[] } = {}): ListedEntry => ({
  ...{ _id: "e", at: "2026-11-20T10:00:00.000Z", action: "CHANGED", outcome: "SUCCESS", kind: "VACANCY" },
  ...{ objectId: "v", objectName: "Store manager", objectCount: 1, actor: ada, source: "CONSOLE" },
  ...{ by: null, reason: null, counts: null },
  objects: [{ kind: wanted.kind ?? "VACANCY", _id: wanted.objectId ?? "v", fields }],
  ...wanted,
});
const own = { kind: "USER", objectId: "ada", objectName: "Ada Lovelace" } as const;
const failed = { ...own, actor: null, outcome: "FAILURE" } as const;

describe("AUD-17 an entry is a sentence", () => {
  test.each([
    ["Ada Lovelace changed the vacancy Store manager", {}],
    ["Ada Lovelace archived 3 vacancies", { action: "ARCHIVED", objectCount: 3 }],
    ["Ada Lovelace changed the application", { kind: "APPLICATION", objectName: null }],
    ["Ada Lovelace changed the ATS tenant Taleo 1", { kind: "ATS_TENANT", objectName: "Taleo 1" }],
    ["Ada Lovelace changed single sign-on", { kind: "SINGLE_SIGN_ON", objectName: null }],
    ["Removed user deleted 2 groups", { ...{ kind: "GROUP", objectCount: 2, action: "DELETED" }, actor: { ...ada, name: null } }], // prettier-ignore
    ["The platform applied retention", { kind: "COMPLIANCE", action: "RETENTION_APPLIED", actor: null }],
    ["Ada Lovelace signed in", { ...own, action: "SIGNED_IN" }],
    ["Ada Lovelace changed their own account", own],
    ["Ada Lovelace set a new password for the user Bo", { ...own, action: "PASSWORD_SET", objectId: "bo", objectName: "Bo" }], // prettier-ignore
    ["Someone tried to sign in as Ada Lovelace", { ...failed, action: "SIGNED_IN" }],
    ["Someone tried to sign in to an unknown account", { ...failed, action: "SIGNED_IN", objectName: null }],
    ["Sign-in was locked for Ada Lovelace", { ...failed, action: "LOCKED" }],
  ] as [string, Partial<ListedEntry>][])("%s", (sentence, wanted) => {
    expect(sentenceOf(args, entry(wanted))).toBe(sentence);
  });

  test("a change of only the name reads as a rename", () => {
    const name = field("title", "Manager", "Store manager");
    expect(sentenceOf(args, entry(), [name])).toBe("Ada Lovelace renamed the vacancy Store manager");
    expect(sentenceOf(args, entry(), [name, field("location", null, "Perth")])).toContain("changed");
  });

  test("the person and the object stand out; without an object the action does", () => {
    expect(sentenceParts(args, entry())).toEqual([
      { text: "Ada Lovelace", is: "who" },
      { text: " changed " },
      { text: "the vacancy " },
      { text: "Store manager", is: "object" },
    ]);
    expect(sentenceParts(args, entry({ ...own, action: "SIGNED_IN" }))).toEqual([
      { text: "Ada Lovelace", is: "who" },
      { text: " " },
      { text: "signed in", is: "object" },
    ]);
  });
});

describe("AUD-17 changes are summarised in few words", () => {
  const detail = (wanted: Parameters<typeof entry>[0]) => entryRows(args, [entry(wanted)])[0]?.detail;

  test.each([
    ["Title: Manager → Store manager", [field("title", "Manager", "Store manager")]],
    [
      "Location: none → Perth, 2 more",
      [field("location", null, "Perth"), field("a", 1, 2), field("b", 1, 2)],
    ],
    ["Groups: + Cooks, − Bakers", [field("groups", ["All", "Bakers"], ["All", "Cooks"])]],
    ["Groups", [field("groups", ["All", "Bakers"], ["Bakers", "All"])]],
    [`Description: none → ${"x".repeat(80)}…`, [field("description", null, "x".repeat(500))]],
    ["Email: Changed", [{ ...field("email", null, null), hidden: "CHANGED" }]],
  ] as [string, Field[]][])("%s", (text, fields) => {
    expect(detail({ fields })).toBe(text);
  });

  test("a created record has no line of changes, and sources other than the console are named", () => {
    const fields = [field("status", "APPS_APPLICATION_NEW", "APPS_APPLICATION_HIRED")];
    expect(detail({ action: "CREATED", fields })).toBeNull();
    expect(detail({ fields, source: "RULE" })).toMatch(/^Status: .* → Hired · Rule of a workflow$/);
  });

  test("for several objects only a change they all share shows its values", () => {
    const entryAbout = (...titles: string[]) =>
      titles.map((title, index) => ({
        ...{ kind: "VACANCY" as const, _id: String(index) },
        fields: [field("location", "Perth", title)],
      }));
    const objectCount = 2;
    expect(detail({ objectCount, objects: entryAbout("Cairns", "Cairns") })).toBe("Location: Perth → Cairns");
    expect(detail({ objectCount, objects: entryAbout("Cairns", "Dubbo") })).toBe("Location");
  });
});

describe("AUD-19 consecutive sign-ins are one row", () => {
  const signedIn = (_id: string, at: string, wanted: Partial<ListedEntry> = {}) =>
    entry({ ...own, _id, at: `2026-11-${at}:00.000Z`, action: "SIGNED_IN", by: "PASSWORD", ...wanted });
  const folded = (entries: ListedEntry[], timeZone = "UTC") =>
    entryRows({ ...args, timeZone }, entries).map(({ _id, signIns }) => [
      _id,
      ...signIns.map((one) => one._id),
    ]);

  test("if they are one person's, on one day, with nothing in between", () => {
    const bo = { actor: { ...ada, _id: "bo" }, objectId: "bo" };
    expect(
      folded([
        signedIn("1", "20T12:00"),
        signedIn("2", "20T11:00"),
        signedIn("3", "20T10:00"),
        signedIn("4", "20T09:00", bo),
        signedIn("5", "20T08:00"),
        entry({ _id: "6" }),
        signedIn("7", "20T07:00"),
        signedIn("8", "19T23:00"),
      ]),
    ).toEqual([["1", "2", "3"], ["4"], ["5"], ["6"], ["7"], ["8"]]);
    expect(folded([signedIn("7", "20T07:00"), signedIn("8", "19T23:00")], "Australia/Sydney")).toEqual([
      ["7", "8"],
    ]);
  });

  test("but refused ones are not", () => {
    const refused = (id: string) => signedIn(id, "20T10:00", { outcome: "FAILURE", actor: null });
    expect(folded([refused("1"), refused("2")])).toEqual([["1"], ["2"]]);
  });
});

test("AUD-16 AUD-20 a refused action is marked as refused, with the reason", () => {
  const refused = entry({ ...failed, action: "SIGNED_IN", by: "PASSWORD", reason: "WRONG_PASSWORD" });
  expect(entryRows(args, [refused])).toMatchObject([{ mark: "Refused", detail: "Wrong password" }]);
  expect(markOf(args, entry({ ...failed, action: "LOCKED" }))).toBe("Locked out");
  expect(markOf(args, entry({ ...failed, action: "CODE_VOIDED" }))).toBe("Invalidated");
  expect(markOf(args, entry())).toBeNull();
});
