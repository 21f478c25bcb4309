import { expect, test } from "vitest";
import { groupsArea } from "~/areas/groups";
import { usersArea } from "~/areas/users";
import { RestoredValues } from "~/components/form/restored-values";
import { GroupForm } from "~/components/groups/group-form";
import { flagNames } from "~/flags";
import { valuesBefore } from "~/models/form/restorable";
import { restoredValues } from "~/models/form/restored.server";
import { wayBack } from "~/models/record/record-screen.server";
import { ApiError } from "~/services/regional-api.server";
import { type Right, rightNames } from "~/services/rights";
import { intent, render } from "../components/render";
import { argsOf } from "./answering-api";

const renamed = { field: "name", hidden: null, before: "Stores", after: "Shops" };
const object = {
  kind: "GROUP" as const,
  _id: "g1",
  action: "CHANGED" as const,
  name: "Shops",
  exists: true,
  isArchived: false,
  fields: [renamed],
  shownOn: null,
};
const all = Object.fromEntries(flagNames.map((name) => [name, true]));
const argsWith = (rights: readonly Right[] = rightNames, answers: Parameters<typeof argsOf>[0] = {}) =>
  argsOf(answers, {
    flags: all,
    rights: () => Promise.resolve(new Set(rights)),
    url: new URL("http://console.example/base/groups/g1/edit?restore=e1"),
  }).args;

test("AUD-22 of the recorded values those are filled in that the form has and the record holds in full", () => {
  const fields = [
    renamed,
    { field: "description", hidden: null, before: null },
    { field: "policies", hidden: null, before: ["Read"] },
  ];
  expect(valuesBefore(groupsArea, fields)).toEqual({ name: "Stores", description: "" });
  expect(valuesBefore(groupsArea, [{ ...renamed, before: `${"a".repeat(4000)}…` }])).toBeNull();
  expect(valuesBefore(groupsArea, [{ ...renamed, hidden: "CHANGED" }])).toBeNull();
  expect(valuesBefore(usersArea, [renamed])).toBeNull();
});

test("AUD-21 AUD-22 an entry leads back to what it changed, for people who may change it", async () => {
  expect(await wayBack(argsWith(), "e1", object)).toEqual({
    way: "fill",
    href: "/base/groups/g1/edit?restore=e1",
  });
  // A vacancy's form has its right in the gate of its page.
  const retitled = { ...object, kind: "VACANCY" as const, fields: [{ ...renamed, field: "title" }] };
  expect((await wayBack(argsWith(), "e1", retitled))?.href).toBe("/base/vacancies/g1/edit?restore=e1");
  const archived = { ...object, action: "ARCHIVED" as const, fields: [], isArchived: true };
  expect(await wayBack(argsWith(), "e1", archived)).toEqual({ way: "restore", href: "/base/groups/g1" });
  const reader = argsWith(["org:listUser", "org:viewRecord" as Right]);
  for (const one of [object, archived]) {
    expect(await wayBack(reader, "e1", one)).toBeNull();
    expect(await wayBack(argsWith(), "e1", { ...one, exists: false })).toBeNull();
    expect(await wayBack(argsWith(), "e1", { ...one, kind: "CUSTOMER" })).toBeNull();
  }
  expect(await wayBack(argsWith(), "e1", { ...object, action: "CREATED" })).toBeNull();
  // Restored since, or archived since.
  expect(await wayBack(argsWith(), "e1", { ...archived, isArchived: false })).toBeNull();
  expect(await wayBack(argsWith(), "e1", { ...object, isArchived: true })).toBeNull();
});

test("AUD-22 a form is filled in only from an entry about its record that the person may read", async () => {
  const entry = (of: object) => ({
    RestoredEntry: { AudGetEntry: { entry: { objects: [of] } } },
  });
  const restored = (id: string, answers: Parameters<typeof argsOf>[0]) =>
    restoredValues(argsWith(rightNames, answers), groupsArea, id);
  const found = await restored("g1", entry(object));
  expect(found?.values).toEqual({ name: "Stores" });
  const wider = { ...object, fields: [renamed, { field: "policies", hidden: null, before: [] }] };
  const some = await restored("g1", entry(wider));
  expect(some?.values).toEqual({ name: "Stores" });
  expect(some?.title).not.toBe(found?.title);
  expect(await restored("g2", entry(object))).toBeNull();
  const refused = new ApiError("FORBIDDEN", "refused", "eu-west-1", "RestoredEntry");
  expect(await restored("g1", { RestoredEntry: refused })).toBeNull();
});

test("AUD-22 the filled-in form has the earlier values over the stored ones and the stored version", async () => {
  const html = await render(
    <RestoredValues.Provider value={{ name: "Stores" }}>
      <GroupForm
        intent={intent("save")}
        stored={{ name: "Shops", description: "All of them", version: 7 }}
        mayEdit
        cancelHref="/base/groups/g1"
      />
    </RestoredValues.Provider>,
  );
  expect(/<input[^>]*name="name"[^>]*>/.exec(html)?.[0]).toContain('value="Stores"');
  expect(html).toContain("All of them</textarea>");
  expect(/<input[^>]*name="version"[^>]*>/.exec(html)?.[0]).toContain('value="7"');
});
