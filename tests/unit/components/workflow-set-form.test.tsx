import { expect, test } from "vitest";
import { OptionFields } from "~/components/workflow-sets/option-fields";
import type { WorkflowChoice } from "~/models/workflows/workflow-choices.server";
import { distinctNames } from "~/models/workflows/workflow-options";
import { intent, render, tags } from "./render";

const choices = Array.from({ length: 500 }, (_, index): WorkflowChoice => {
  const of = { customerId: "c", description: "", createdAt: "2026-01-15T13:00:00.000Z", archivedAt: null };
  return { ...of, _id: `w${index}`, name: `Workflow ${index}`, language: "en", stageCount: 1 };
});

test("WFS-28 with 500 workflows a row offers those that other rows do not use, and reads its own value only a few times", async () => {
  let looks = 0;
  const field = (name: string) => ({ name, id: name, errors: undefined, required: false, initialValue: "" });
  const workflowId = {
    ...field("workflowId"),
    initialValue: "w1",
    // The form library records every read: with one for each choice a set of twelve took a third of a second.
    get value() {
      looks += 1;
      return "w1";
    },
  };
  const fieldset = { workflowId, displayName: field("displayName"), isDefault: field("isDefault") };
  const row = { getFieldset: () => fieldset } as unknown as Parameters<typeof OptionFields>[0]["row"];
  const html = await render(
    <OptionFields
      row={row}
      number={1}
      isDefault
      flags={[]}
      choices={choices}
      names={distinctNames(choices)}
      taken={["w2", "w3"]}
      pick={intent("pick")}
      setDefault={intent("setDefault")}
    />,
  );
  // Including "Select a workflow", excluding those of the other two rows.
  expect(tags(html, "option")).toHaveLength(499);
  expect(html).toContain('<option value="w1" selected="">Workflow 1</option>');
  expect(looks).toBeLessThan(5);
});

test("WF-61 workflows of equal names are distinguished by the end of their ids, all others show only their names", () => {
  const [a, b, c] = ["aaaaaaaaaaaaaaaaaa111111", "aaaaaaaaaaaaaaaaaa222222", "bbbbbbbbbbbbbbbbbb333333"];
  const names = distinctNames([
    { _id: a, name: "Store team" },
    { _id: b, name: "store team" },
    { _id: c, name: "Drivers" },
  ]);
  expect([...names.values()]).toEqual(["Store team (…111111)", "store team (…222222)", "Drivers"]);
});
