import type { ReactNode } from "react";
import { EmptyState } from "~/components/ui/empty-state";

type SearchCardProps = {
  /** Label of the card. */
  label: string;
  /** The `FilterBar`. It stays mounted when rows arrive, so that it keeps the focus. */
  filters: ReactNode;
  /** Line below the filter bar, such as the retention period of rows. */
  note?: ReactNode;
  /** Text before the first search; omitted with an error. */
  intro?: string | false;
  /** The `DataTable` of the results. */
  children?: ReactNode;
};

/** Card of a list that is loaded only on search: filter bar and results. */
export function SearchCard({ label, filters, note, intro, children }: SearchCardProps) {
  return (
    <section className="list-card" aria-label={label}>
      <div className="list-bar rt-Flex rt-r-fw-wrap rt-r-ai-start rt-r-rg-2 rt-r-cg-3 rt-r-py-2 rt-r-px-3">
        {filters}
      </div>
      {note && <p className="small muted list-note">{note}</p>}
      {children ?? (intro && <EmptyState icon="search" title={intro} />)}
    </section>
  );
}
