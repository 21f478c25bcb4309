import { z } from "zod/v4";
import { isTimeZone } from "~/i18n/dates";
import { isDay } from "~/i18n/wall-time";
import { truncateText } from "./truncate-text";
import type { UnknownFilter } from "./unknown-filters";
import { defaultPageSize, type ListState, pageSizes, type SortOrder } from "./list-state";

type Filter = z.ZodType<unknown, unknown>;

/** Filters that report values they do not know. */
const closed = new WeakSet<Filter>();
function closedFilter<Closed extends Filter>(filter: Closed): Closed {
  closed.add(filter);
  return filter;
}

type ListSearchOptions<Sort extends string, Filters extends Record<string, Filter>> = {
  /** Valid values of `sort`. */
  sorts: readonly [Sort, ...Sort[]];
  defaultSort: NoInfer<Sort>;
  defaultOrder: SortOrder;
  /** Schemas of further parameters, made with `textFilter`, `choiceFilter` and the others below. */
  filters?: Filters;
};

type Parsed<Sort extends string, Filters extends Record<string, Filter>> = ListState & { sort: Sort } & {
  [Name in keyof Filters]: z.infer<Filters[Name]>;
};

/** The API's skip limit. Pages past the last show the last anyway. */
const lastPage = 1_000_000;
const page = z.coerce
  .number()
  .refine((value) => value >= 1 && Number.isInteger(value))
  .transform((value) => Math.min(value, lastPage))
  .catch(1);
const size = z.coerce
  .number()
  .refine((value) => (pageSizes as readonly number[]).includes(value))
  .catch(defaultPageSize);

/**
 * Parser of a list's URL: page, size, sort, order and filters (GEN-05, GEN-04). Missing or invalid values
 * become the default, repeated ones the first unless the filter takes several, unknown names are ignored;
 * never throws. `defaults` lets the table and its links omit default values.
 */
export function listSearch<
  const Sort extends string,
  Filters extends Record<string, Filter> = Record<never, Filter>,
>({ sorts, defaultSort, defaultOrder, filters }: ListSearchOptions<Sort, Filters>) {
  const order = z.enum(["asc", "desc"]).catch(defaultOrder);
  const sort = z.enum(sorts as readonly [string, ...string[]]).catch(defaultSort);
  const names = Object.entries(filters ?? {});

  function parse(params: URLSearchParams): Parsed<Sort, Filters> {
    const read: Record<string, unknown> = {
      page: page.parse(params.get("page") ?? 1),
      size: size.parse(params.get("size") ?? defaultPageSize),
      sort: sort.parse(params.get("sort") ?? defaultSort),
      order: order.parse(params.get("order") ?? defaultOrder),
    };
    for (const [name, schema] of names) read[name] = schema.parse(params.getAll(name));
    return read as Parsed<Sort, Filters>;
  }

  return {
    sorts,
    defaults: { sort: defaultSort, order: defaultOrder },
    parse,
    /** URL values that no filter knows; `parse` ignores them (SHELL-65). */
    leftOut: (params: URLSearchParams): UnknownFilter[] =>
      names.flatMap(([name, schema]) => {
        if (!closed.has(schema)) return [];
        const known = [schema.parse(params.getAll(name))].flat();
        const given = new Set(params.getAll(name).filter((value) => value.trim() !== ""));
        const isKnown = (value: string) => known.includes(value) || known.includes(value.trim());
        return [...given].filter((value) => !isKnown(value)).map((value) => ({ name, value }));
      }),
    /** Filter values of the URL, by parameter. */
    filtersOf: (state: Parsed<Sort, Filters>): Pick<Parsed<Sort, Filters>, keyof Filters> =>
      Object.fromEntries(names.map(([name]) => [name, state[name]])) as Pick<
        Parsed<Sort, Filters>,
        keyof Filters
      >,
  };
}

const values = z.array(z.string());

/** Free text, trimmed and cut to `max` characters; `undefined` if blank. `read` normalises pasted text. */
export function textFilter(max = 100, read: (text: string) => string = String) {
  return values.transform(([text]) => truncateText(read(text ?? "").trim(), max).trim() || undefined);
}

/** A valid time zone, or `undefined`. */
export function zoneFilter() {
  return closedFilter(values.transform(([zone]) => (isTimeZone(zone) ? zone : undefined)));
}

/** One of `choices`, or `undefined`. */
export function choiceFilter<const Choice extends string>(choices: readonly Choice[]) {
  return closedFilter(values.transform(([one]) => choices.find((choice) => choice === one)));
}

/** Any of `choices`, in their order and without duplicates; other values are ignored. */
export function choicesFilter<const Choice extends string>(choices: readonly Choice[]) {
  return closedFilter(values.transform((chosen) => choices.filter((choice) => chosen.includes(choice))));
}

/**
 * Distinct ids or names that are not known in advance: at most `max` (the API's limit), each up to 100 characters; the
 * rest is ignored and reported.
 */
export function textsFilter(max = 500) {
  return closedFilter(
    values.transform((all) =>
      [...new Set(all.map((one) => one.trim()))]
        .filter((one) => one !== "" && one.length <= 100)
        .slice(0, max),
    ),
  );
}

/** True only for "1". */
export function flagFilter() {
  return values.transform(([one]) => one === "1");
}

/** A real date as YYYY-MM-DD, or `undefined`. */
export function dayFilter() {
  return closedFilter(values.transform(([day]) => (day !== undefined && isDay(day) ? day : undefined)));
}

/** URL parsers of a list and its archive, which can also be sorted by archive time. */
export function archivableSearch<
  const Sort extends string,
  Filters extends Record<string, Filter> = Record<never, Filter>,
>(options: ListSearchOptions<Sort, Filters>) {
  const readerOf = (sorts: readonly [Sort | "archivedAt", ...(Sort | "archivedAt")[]]) =>
    listSearch<Sort | "archivedAt", Filters>({ ...options, sorts });
  const [active, archived] = [readerOf(options.sorts), readerOf([...options.sorts, "archivedAt"])];
  return (isArchive: boolean) => (isArchive ? archived : active);
}
