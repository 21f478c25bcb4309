import { expect, test } from "vitest";
import { VacancyTable } from "~/components/vacancies/vacancy-table";
import type { VacancyRow } from "~/models/vacancies/vacancy.server";
import { render, text } from "./render";

const row: VacancyRow = {
  _id: "a".repeat(24),
  createdAt: "2026-11-01T00:00:00.000Z",
  archivedAt: null,
  applicationCount: 12,
  title: "Barista",
  externalVacancyId: "VAC-1",
  managers: [],
};
const people = [
  { firstName: "Ada", lastName: "Byron" },
  { firstName: "Bob", lastName: "Cobb" },
];

const table = (rows: VacancyRow[], more: { isArchive?: boolean } = {}) =>
  render(
    <VacancyTable
      label="Vacancies"
      rows={rows}
      list={{ page: 1, size: 30, sort: "createdAt", order: "desc" }}
      defaults={{ sort: "createdAt", order: "desc" }}
      totals={{ totalItems: rows.length, totalPages: 1 }}
      problem={null}
      rowHref={undefined}
      toolbar={null}
      {...more}
    />,
  );

test("VAC-05 shows the first manager alone, or a dash", async () => {
  expect(text(await table([{ ...row, managers: people }]))).toContain("Barista 12 Ada Byron 2026");
  expect(text(await table([row]))).toContain("Barista 12 - 2026");
});

test("VAC-16 an empty list says so and has no paging", async () => {
  expect(text(await table([]))).toBe("No vacancies found");
  expect(text(await table([], { isArchive: true }))).toMatch(/^No vacancies found/);
  expect(await table([])).not.toContain("table-foot");
  expect(await table([row])).toContain("table-foot");
});
