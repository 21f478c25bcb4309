import { useTexts } from "~/components/context/console-context";
import { ListScreen, type ListScreenProps } from "~/components/table/list-screen";
import { vacancies } from "~/i18n/vacancies";
import { type FilterValues, isSet } from "~/models/list/list-state";
import { selectionValue } from "~/models/vacancies/vacancy-selection";
import type { VacancyRow } from "~/models/vacancies/vacancy.server";
import { vacancyArchiveColumns, vacancyColumns } from "./vacancy-columns";
import { useVacancyFields, type VacancyFields } from "./vacancy-filters";

type VacancyListProps = Omit<
  ListScreenProps<VacancyRow, FilterValues>,
  "title" | "columns" | "fields" | "empty" | "selection" | "moreBulk" | "bulk" | "searchLabel"
> & {
  bulk: NonNullable<ListScreenProps<VacancyRow, FilterValues>["bulk"]>;
  choices: VacancyFields;
  /** Adds the column of the archiving time (VAC-18). */
  isArchive?: boolean;
};

/** Either list of vacancies (VAC-04, VAC-18). */
export function VacancyList({ isArchive = false, choices, ...screen }: VacancyListProps) {
  const t = useTexts(vacancies);
  const fields = useVacancyFields(choices);
  // Where there is nothing there is nothing to search.
  const isEmpty = screen.rows.length === 0 && !Object.values(screen.filters).some(isSet);
  return (
    <ListScreen
      {...screen}
      title={t(isArchive ? "archiveTitle" : "title")}
      columns={isArchive ? vacancyArchiveColumns : vacancyColumns}
      fields={isEmpty ? undefined : fields}
      selection={{ label: (row: VacancyRow) => row.title, value: selectionValue }}
      empty={{ title: t("none"), text: isArchive && t("noneArchivedText") }}
    />
  );
}
