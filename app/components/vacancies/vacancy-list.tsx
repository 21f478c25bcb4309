import { useTexts } from "~/components/context/console-context";
import { ArchivableScreen, type ArchivableScreenProps } from "~/components/area/archivable-screen";
import { vacancies } from "~/i18n/vacancies";
import type { FilterValues } from "~/models/list/list-state";
import { selectionValue } from "~/models/vacancies/vacancy-selection";
import type { VacancyRow } from "~/models/vacancies/vacancy.server";
import { vacancyArchiveColumns, vacancyColumns } from "./vacancy-columns";
import { useVacancyFields, type VacancyFields } from "./vacancy-filters";

type VacancyListProps = Omit<
  ArchivableScreenProps<VacancyRow, FilterValues>,
  "texts" | "columns" | "fields" | "empty" | "selection" | "searchLabel"
> & { choices: VacancyFields };

/** Active or archived vacancies (VAC-04, VAC-18); the archive has the archiving-time column. */
export function VacancyList({ choices, ...screen }: VacancyListProps) {
  const t = useTexts(vacancies);
  const fields = useVacancyFields(choices);
  return (
    <ArchivableScreen<VacancyRow, FilterValues>
      {...screen}
      texts={vacancies}
      hasNeighbours
      columns={screen.isArchive ? vacancyArchiveColumns : vacancyColumns}
      fields={fields}
      selection={{ label: (row) => row.title, value: selectionValue }}
      empty={
        screen.isArchive || !screen.may.create
          ? { title: t("none"), text: screen.isArchive && t("noneArchivedText") }
          : undefined
      }
    />
  );
}
