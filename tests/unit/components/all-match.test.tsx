import { expect, test } from "vitest";
import { AllMatch } from "~/components/table/all-match";
import { parametersToKeep, listHref } from "~/components/table/list-url";
import { render } from "./render";

const many = { totalItems: 4312, totalPages: 144 };

test("BULK-01 without scripts the link is always there if there is more than one page", async () => {
  const offered = await render(
    <AllMatch allMatch={{ isChosen: false }} totals={many} path="/list" shown={30} />,
  );
  expect(offered).toContain("Select all 4,312 that match");
  expect(offered).toContain('href="?select=all"');
  const whole = { totalItems: 30, totalPages: 1 };
  expect(
    await render(<AllMatch allMatch={{ isChosen: false }} totals={whole} path="/list" shown={30} />),
  ).not.toContain("that match");
});

test("BULK-01 once all are selected it says so, with a link back", async () => {
  const chosen = await render(
    <AllMatch allMatch={{ isChosen: true }} totals={many} path={undefined} shown={30} />,
    { path: "/list?q=a&select=all&page=2" },
  );
  expect(chosen).toContain("All 4,312 that match are selected");
  expect(chosen).toContain('href="?q=a&page=2"');
});

test("BULK-01 GEN-38 says if there are more than were counted", async () => {
  const totals = { totalItems: 10_000, totalPages: 334, isTotalExact: false };
  const drawn = (isChosen: boolean) =>
    render(<AllMatch allMatch={{ isChosen }} totals={totals} path="/list" shown={30} />);
  expect(await drawn(false)).toContain("Select all 10,000+ that match");
  expect(await drawn(true)).toContain("All 10,000+ that match are selected");
});

test("BULK-01 another filter, order or page size undoes it; another page does not", () => {
  const location = { pathname: "/list", search: "?q=a&select=all&page=2" };
  expect(listHref(location, { page: 3 })).toBe("/list?q=a&select=all&page=3");
  expect(listHref(location, { sort: "name" })).toBe("/list?q=a&sort=name");
  expect(parametersToKeep(location.search, [])).toEqual([["q", "a"]]);
});
