import { expect, test } from "vitest";
import { ActionTree } from "~/components/rules/action-tree";
import { WildcardRules } from "~/components/groups/wildcard-rules";
import { StatementCard } from "~/components/policies/statement-card";
import { newStatement, type StatementDraft } from "~/models/policies/policy-form";
import { intent, render, tags } from "./render";

const writing = { codes: {}, prefix: "edge", organizationId: "acme", regions: {} };
const names = ["show", "addRow", "removeRow", "template", "selectAll", "clear", "removeStatement"] as const;
const intents = Object.fromEntries(names.map((name) => [name, intent(name)])) as Record<
  (typeof names)[number],
  ReturnType<typeof intent>
>;

test("POL-25 POL-28 a stored statement is shown with its number, or that it has none; a new one without", async () => {
  const numbers = async (rule: StatementDraft["rule"]) => {
    const html = await render(
      <StatementCard
        number={3}
        statement={{ ...newStatement(), rule }}
        stored={undefined}
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

test("PERM-75 the rights of a wildcard are shown as locked ticks with places and reason, and link to the policy", async () => {
  const rules = [
    { rows: [{ customer: "retail", departments: ["*"] }], actions: ["Users - View"] },
    { rows: [{ customer: "*", departments: ["*"] }], actions: ["Users - View", "Users - Edit"] },
  ];
  const html = await render(
    <WildcardRules
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

const tree = {
  rule: 1,
  sections: { ATS: ["ATS - View", "ATS - Edit"], Users: ["Users - View", "Users - Delete"] },
  notes: { "ATS - View": "WHOLE_CUSTOMER", "ATS - Edit": "WHOLE_CUSTOMER", "Users - Delete": "IDLE" },
  onTicked: () => {},
  intents,
} as const;

test("PERM-76 PERM-77 an action says if departments do not count for it, and if it has no effect", async () => {
  const html = await render(<ActionTree {...tree} chosen={[]} />);
  const words = new Map(
    [...html.matchAll(/<li id="([^"]*)"[^>]*>.*?<\/svg> ([^<]*)/g)].map(([, id, text]) => [id, text]),
  );
  const described = tags(html, "input").map((tag) => [
    /value="([^"]*)"/.exec(tag)?.[1],
    words.get(/aria-describedby="([^"]*)"/.exec(tag)?.[1]),
  ]);
  const wholeCustomer = "Applies only to a whole customer, not to individual departments";
  expect(described).toEqual([
    ["ATS - View", wholeCustomer],
    ["ATS - Edit", wholeCustomer],
    ["Users - View", undefined],
    ["Users - Delete", "Has no effect in this console"],
  ]);
});

test("PERM-87 differences from the stored rule are listed next to the tree, a whole section in one line", async () => {
  const changes = async (stored: string[], chosen: string[]) => {
    const html = await render(<ActionTree {...tree} stored={stored} chosen={chosen} />);
    const said = html.slice(html.indexOf("action-changes")).replace(/<[^>]*>/g, "|");
    return said
      .split("|")
      .map((text) => text.trim())
      .filter(Boolean)
      .slice(1);
  };
  expect(await changes(["ATS - View"], ["ATS - View"])).toEqual(["Changes", "Nothing has changed."]);
  expect(
    await changes(["ATS - View", "ATS - Edit", "Users - View"], ["Users - View", "Users - Delete"]),
  ).toEqual(["Changes", ...["Taken:", "ATS", "All actions"], ...["Given:", "Users", "Delete"]]);
});
