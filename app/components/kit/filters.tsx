import { textColumn } from "~/components/table/columns";
import { FilterBar, type FilterField } from "~/components/table/filter-bar";
import { FilterChips } from "~/components/table/filter-chips";
import { FilterControl } from "~/components/table/filter-fields";
import { FilterMenu } from "~/components/table/filter-menu";
import { RangePresets } from "~/components/table/range-presets";
import { SearchCard } from "~/components/table/search-card";
import { ViewLinks } from "~/components/table/view-links";
import { ViewsMenu } from "~/components/table/views-menu";
import type { Stories } from "./specimen";

const defaults = { sort: "createdAt", order: "desc" } as const;

/** One filter of each kind of a list's bar. */
export const filterFields: FilterField[] = [
  { kind: "text", name: "search", label: "Search", labelHidden: true, placeholder: "Search", isSearch: true },
  {
    kind: "choices",
    name: "status",
    label: "Status",
    options: [
      { value: "new", label: "New", aside: 12 },
      { value: "hired", label: "Hired", aside: 3 },
    ],
  },
  {
    kind: "choice",
    name: "result",
    label: "Result",
    placeholder: "Any",
    options: [{ value: "yes", label: "Yes" }],
  },
  { kind: "flag", name: "unviewed", label: "Unviewed only" },
];
const days: FilterField = {
  kind: "days",
  name: "from",
  label: "Application date",
  zone: "Australia/Sydney",
};
const values = { search: "ann", status: ["new", "hired"], result: "yes", unviewed: true };

/** Stories of a list's filters. */
export const filters: Stories = {
  "table/filter-bar": {
    empty: () => <FilterBar {...{ fields: filterFields, defaults }} values={{}} />,
    "in force": () => <FilterBar {...{ fields: filterFields, defaults, values }} />,
  },
  "table/filter-menu": {
    "closed, set and not": () => (
      <div className="row">
        {filterFields.slice(1).map((field) => (
          <FilterMenu key={field.name} {...{ field, defaults }} values={{ status: ["new", "hired"] }} />
        ))}
      </div>
    ),
    "open with an error": () => <FilterMenu field={days} values={{ from: "2026-03-02", to: "2026-03-01" }} />,
  },
  "table/filter-chips": {
    "one each": () => <FilterChips {...{ fields: filterFields, values, defaults }} />,
  },
  "table/search-card": {
    "before a search": () => (
      <SearchCard
        label="Requests"
        filters={<FilterBar {...{ fields: filterFields, defaults }} values={{}} auto={false} />}
        note="Kept for 90 days."
        intro="Choose filters and press Search"
      />
    ),
  },
  "table/filter-fields": {
    "days the wrong way round": () => (
      <FilterControl field={days} values={{ from: "2026-03-02", to: "2026-03-01" }} />
    ),
    times: () => (
      <FilterControl field={{ kind: "times", name: "from", label: "Time", zone: "UTC" }} values={{}} />
    ),
  },
  "table/views-menu": {
    closed: () => (
      <ViewsMenu<{ _id: string }>
        views={{ href: "#views", list: "kit" }}
        columns={[textColumn({ id: "name", header: "Name", value: () => null })]}
      />
    ),
  },
  "table/view-links": {
    "on their way": () => <ViewLinks views={undefined} />,
    "one's own and a shared one": () => (
      <ViewLinks
        views={[
          { _id: "a", name: "Hired in Sydney", href: "#a", isShared: false, isShown: true },
          { _id: "b", name: "Without applicants", href: "#b", isShared: true, isShown: false },
        ]}
      />
    ),
  },
  "table/range-presets": {
    days: () => <RangePresets kind="days" zone="UTC" />,
    "a week at most": () => <RangePresets kind="times" zone="UTC" maxDays={7} />,
  },
};
