import { expect, test } from "vitest";
import { z } from "zod/v4";
import { entity } from "../../../regional-api/core/entity";
import { plain } from "../../../regional-api/core/fields";

const versionError = "Please enter a whole number from 1 to 500";

test("a plain value of an entity is sent, checked, stored, shown and recorded by its one declaration", () => {
  const made = entity("workflows", {
    what: "test",
    fields: {
      isDefault: plain("Boolean", z.boolean()),
      version: plain("Int", z.int(versionError).min(1, versionError).max(500, versionError)),
    },
    record: { kind: "TEST", code: "apps:viewWorkflow", name: ({ name }) => name },
  });
  expect(made.shown).toMatchObject({ isDefault: "Boolean", version: "Int" });
  expect(made.stored(made.checked({ isDefault: true, version: 7 }))).toEqual({ isDefault: 1, version: 7 });
  expect(() => made.checked({ isDefault: false, version: 501 })).toThrow(versionError);
  expect(made.kind.fields).toEqual({ isDefault: "shown", version: "shown" });
});
