import type { ReactNode } from "react";
import { EmptyState } from "~/components/ui/empty-state";

type SearchCardProps = {
  /** Names the card. */
  label: string;
  /** The `FilterBar`. It keeps its place, and the focus in it, when rows come. */
  filters: ReactNode;
  /** A line below it, such as how long rows are kept. */
  note?: ReactNode;
  /** The text before the first search; left out beside a mistake. */
  intro?: string | false;
  /** The `DataTable` of what was found. */
  children?: ReactNode;
};

/** The card of a list that is only loaded when it is searched for: bar, and what was found. */
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
