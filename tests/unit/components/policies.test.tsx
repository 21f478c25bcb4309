import { expect, test } from "vitest";
import { ActionTree } from "~/components/rules/action-tree";
import { WideRules } from "~/components/groups/wide-rules";
import { StatementCard } from "~/components/policies/statement-card";
import { newStatement, type StatementDraft } from "~/models/policies/policy-form";
import { intent, render, tags } from "./render";

const writing = { codes: {}, prefix: "edge", organizationId: "acme", regions: {} };
const names = ["show", "addRow", "removeRow", "template", "selectAll", "clear", "removeStatement"] as const;
const intents = Object.fromEntries(names.map((name) => [name, intent(name)])) as Record<
  (typeof names)[number],
  ReturnType<typeof intent>
>;

test("POL-25 POL-28 a stored statement is drawn with its number, or that it has none; a new one without", async () => {
  const numbers = async (rule: StatementDraft["rule"]) => {
    const html = await render(
      <StatementCard
        number={3}
        statement={{ ...newStatement(), rule }}
        isOnly={false}
        choices={[]}
        sections={{}}
        actionNotes={{}}
        templates={{}}
        templateOptions={[]}
        mistakes={{}}
        {...{ writing, intents }}
      />,
    );
    return tags(html, "input")
      .filter((tag) => tag.includes('name="stored.3"'))
      .map((tag) => /value="([^"]*)"/.exec(tag)?.[1]);
  };
  expect(await numbers(2)).toEqual(["2"]);
  expect(await numbers(null)).toEqual([""]);
  expect(await numbers(undefined)).toEqual([]);
});

test("PERM-75 what a wildcard allows is drawn as locked ticks with its places and why, and leads to the policy", async () => {
  const rules = [
    { rows: [{ customer: "retail", departments: ["*"] }], actions: ["Users - View"] },
    { rows: [{ customer: "*", departments: ["*"] }], actions: ["Users - View", "Users - Edit"] },
  ];
  const html = await render(
    <WideRules
      rules={rules}
      actionNotes={{}}
      sections={{ Users: ["Users - View", "Users - Edit"] }}
      choices={[{ id: "retail", name: "Retail", departments: [] }]}
      policyHref="/policies/own"
      intents={intents}
    />,
  );
  expect(html).toContain("Wildcards in the group");
  expect(html).toContain('href="/policies/own"');
  expect(html).toContain("Retail");
  expect(html).not.toContain("Another department");
  const ticked = tags(html, "input").filter((tag) => tag.includes("checked"));
  expect(ticked.map((tag) => /value="([^"]*)"/.exec(tag)?.[1])).toEqual([
    "Users - View",
    "Users - View",
    "Users - Edit",
  ]);
  expect(html.split("<fieldset").filter((part) => /^[^>]*disabled/.test(part))).toHaveLength(2);
});

test("PERM-76 PERM-77 a section says which of its actions departments do not count for, and which have no effect", async () => {
  const html = await render(
    <ActionTree
      rule={1}
      sections={{ ATS: ["ATS - View", "ATS - Edit"], Users: ["Users - View", "Users - Delete"] }}
      notes={{ "ATS - View": "WHOLE_CUSTOMER", "ATS - Edit": "WHOLE_CUSTOMER", "Users - Delete": "IDLE" }}
      chosen={[]}
      onTicked={() => {}}
      intents={intents}
    />,
  );
  const told = [...html.matchAll(/<p class="small muted">([^<]*)/g)].map(([, text]) => text);
  expect(told).toEqual([
    "All of these: apply only to a whole customer; they have no effect on individual departments.",
    "Delete: has no effect in this console.",
  ]);
});
