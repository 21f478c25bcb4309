import { expect, test } from "vitest";
import { RelatedRecords } from "~/components/area/related-records";
import { render, text } from "./render";

const rows = [
  { _id: "u1", name: "Ann Lee", href: "/base/users/u1" },
  { _id: "u2", name: "Bo Li", href: undefined },
];

test("GEN-142 a card names what belongs to a record and leads to all of it; without any there is no card", async () => {
  const related = { total: 1057, allHref: "/base/groups/g?tab=users", rows };
  const html = await render(<RelatedRecords of="users" related={related} />);
  expect(html).toContain('<a href="/base/groups/g?tab=users">All 1,057</a>');
  expect(html).toContain('<a href="/base/users/u1">Ann Lee</a>');
  expect(html).not.toContain(">Bo Li</a>");
  expect(text(html)).toContain("Bo Li");
  const all = await render(<RelatedRecords of="users" related={{ ...related, total: 2 }} />);
  expect(text(all)).not.toContain("All");
  for (const none of [null, { ...related, total: 0, rows: [] }])
    expect(await render(<RelatedRecords of="users" related={none} />)).toBe("");
});
