import { expect, test } from "vitest";
import type { VacancyFields } from "~/components/vacancies/vacancy-filters";
import { VacancyList } from "~/components/vacancies/vacancy-list";
import { VacancyErrorBoundary } from "~/components/vacancies/vacancy-not-found";
import type { VacancyRow } from "~/models/vacancies/vacancy.server";
import type { FilterValues } from "~/models/list/list-state";
import { vacancySearch } from "~/models/vacancies/vacancy-search";
import type { Flags } from "~/flags";
import { denied, vacancyMissing } from "~/services/screens.server";
import { render, renderThrown, text } from "./render";

const row: VacancyRow = {
  _id: "a".repeat(24),
  createdAt: "2026-11-01T00:00:00.000Z",
  archivedAt: null,
  canView: true,
  applicationCount: 12,
  progress: null,
  title: "Barista",
  externalVacancyId: "VAC-1",
  managers: [],
};
const people = [
  { firstName: "Ada", lastName: "Byron" },
  { firstName: "Bob", lastName: "Cobb" },
];

const table = (
  rows: VacancyRow[],
  more: {
    isArchive?: boolean;
    may?: { open?: boolean; create?: boolean; archive?: boolean };
    filters?: FilterValues;
    choices?: VacancyFields;
  } = {},
) =>
  render(
    <VacancyList
      rows={rows}
      list={{ page: 1, size: 30, sort: "createdAt", order: "desc" }}
      defaults={{ sort: "createdAt", order: "desc" }}
      totals={{ totalItems: rows.length, totalPages: 1 }}
      problem={null}
      isArchive={false}
      listHref="/vacancies"
      may={{}}
      filters={{}}
      choices={{ departments: [], zone: "UTC", hasMore: true, workflow: null }}
      {...more}
    />,
  );

test("VAC-05 shows only the first manager, or a dash", async () => {
  expect(text(await table([{ ...row, managers: people }]))).toContain("Barista 12 Ada Byron 2026");
  expect(text(await table([row]))).toContain("Barista 12 - 2026");
});

test("VAC-04 a vacancy that the person may not open is plain text", async () => {
  const href = `href="/vacancies/${row._id}`;
  const may = { open: true };
  expect(await table([row], { may })).toContain(href);
  expect(await table([{ ...row, canView: false }], { may })).not.toContain(href);
});

test("VAC-16 GEN-143 an empty list says so and has no paging", async () => {
  expect(text(await table([]))).toBe("Vacancies 0 No vacancies found");
  expect(text(await table([], { isArchive: true }))).toMatch(/^Archive 0 No vacancies found/);
  const mayCreate = await table([], { may: { create: true, archive: true } });
  expect(text(mayCreate)).toContain(
    "No vacancies yet The first one that you create appears here. Create New",
  );
  expect(mayCreate).not.toContain("list-bar");
  expect(await table([])).not.toContain("table-foot");
  expect(await table([row])).toContain("table-foot");
});

test("VAC-67 up to 200 characters are searched by", async () => {
  const html = await table([row], { filters: { q: "a" } });
  expect(/<input[^>]*name="q"[^>]*>/.exec(html)?.[0]).toContain('maxLength="200"');
  const q = (length: number) =>
    vacancySearch(false).parse(new URLSearchParams({ q: "x".repeat(length) })).q?.length;
  expect([q(200), q(201)]).toEqual([200, 200]);
});

test("VAC-68 filters unsupported by the API are not offered", async () => {
  const more = text(await table([row]));
  for (const label of ["Manager or recruiter", "Created (UTC)", "Applicants"]) expect(more).toContain(label);
  const plain = text(
    await table([row], { choices: { departments: [], zone: "UTC", hasMore: false, workflow: null } }),
  );
  expect(plain).toContain("Search vacancies");
  for (const label of ["Manager or recruiter", "Applicants"]) expect(plain).not.toContain(label);
});

test("VAC-16 VAC-68 a list emptied by its filters can still be searched", async () => {
  expect(text(await table([], { filters: { applicants: "with" } }))).toContain("Clear all filters");
});

test("VAC-03 VAC-54 a vacancy that does not exist links back to the list, if that is open", async () => {
  const shown = (edgeVacancyListEnabled: boolean) => {
    const flags = { edgeVacancyListEnabled } as Flags;
    return renderThrown(vacancyMissing({ base: "/base", flags }), <VacancyErrorBoundary />);
  };
  const words =
    "Sorry, we couldn't find this page. If you entered the vacancy ID manually, please double-check it. Contact support";
  const open = await shown(true);
  expect([open.status, text(open.html)]).toEqual([404, `Vacancies ${words}`]);
  expect(open.html).toContain('href="/base/vacancies"');
  const closed = await shown(false);
  expect([closed.status, text(closed.html)]).toEqual([404, words]);
  expect(closed.html).not.toContain("/vacancies");
});

test("SHELL-39 other errors on a vacancy's screens show the usual error screens", async () => {
  const { html, status } = await renderThrown(denied(), <VacancyErrorBoundary />);
  expect(status).toBe(403);
  expect(text(html)).toMatch(/^Nothing to see here/);
});
