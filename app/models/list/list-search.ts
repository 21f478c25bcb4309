import { z } from "zod/v4";
import { isTimeZone } from "~/i18n/dates";
import { isDay } from "~/i18n/wall-time";
import { cutText } from "./cut-text";
import type { LeftOut } from "./left-out";
import { defaultPageSize, type ListState, pageSizes, type SortOrder } from "./list-state";

type Filter = z.ZodType<unknown, unknown>;

/** The filters that name what they leave out. */
const closed = new WeakSet<Filter>();
function closedFilter<Closed extends Filter>(filter: Closed): Closed {
  closed.add(filter);
  return filter;
}

type ListSearchOptions<Sort extends string, Filters extends Record<string, Filter>> = {
  /** Names that `sort` may have. */
  sorts: readonly [Sort, ...Sort[]];
  defaultSort: NoInfer<Sort>;
  defaultOrder: SortOrder;
  /** A schema for each further parameter, made with `textFilter`, `choiceFilter` and their kin below. */
  filters?: Filters;
};

type Parsed<Sort extends string, Filters extends Record<string, Filter>> = ListState & { sort: Sort } & {
  [Name in keyof Filters]: z.infer<Filters[Name]>;
};

/** As far as the API skips: a page past the last shows the last, however far it is. */
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
 * The reader of a list's address: page, size, sort, order and filters (GEN-05, GEN-04). A missing or bad value
 * reads as its default, a repeated one as its first unless the filter takes many, an unknown name is ignored; it
 * never throws. `defaults` is what the table and its links need to leave defaults out.
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
    /** The values of the address that no filter knows; `parse` reads the address as if they were not there (SHELL-65). */
    leftOut: (params: URLSearchParams): LeftOut[] =>
      names.flatMap(([name, schema]) => {
        if (!closed.has(schema)) return [];
        const known = [schema.parse(params.getAll(name))].flat();
        const given = new Set(params.getAll(name).filter((value) => value.trim() !== ""));
        const isKnown = (value: string) => known.includes(value) || known.includes(value.trim());
        return [...given].filter((value) => !isKnown(value)).map((value) => ({ name, value }));
      }),
    /** The filters of the address, by parameter. */
    filtersOf: (state: Parsed<Sort, Filters>): Pick<Parsed<Sort, Filters>, keyof Filters> =>
      Object.fromEntries(names.map(([name]) => [name, state[name]])) as Pick<
        Parsed<Sort, Filters>,
        keyof Filters
      >,
  };
}

const values = z.array(z.string());

/** Free text, trimmed and cut to `max` characters; blank is `undefined`. `read` takes off what was pasted along. */
export function textFilter(max = 100, read: (text: string) => string = String) {
  return values.transform(([text]) => cutText(read(text ?? "").trim(), max).trim() || undefined);
}

/** A time zone that there is, or `undefined`. */
export function zoneFilter() {
  return closedFilter(values.transform(([zone]) => (isTimeZone(zone) ? zone : undefined)));
}

/** One of `choices`, or `undefined`. */
export function choiceFilter<const Choice extends string>(choices: readonly Choice[]) {
  return closedFilter(values.transform(([one]) => choices.find((choice) => choice === one)));
}

/** Any of `choices`, in their order and each once; anything else is left out. */
export function choicesFilter<const Choice extends string>(choices: readonly Choice[]) {
  return closedFilter(values.transform((chosen) => choices.filter((choice) => chosen.includes(choice))));
}

/**
 * Any of many ids or names that are not known beforehand, each once, at most `max` (as many as the API can be asked by) of
 * at most 100 characters; what is beyond that is left out and named.
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

/** True for "1" alone. */
export function flagFilter() {
  return values.transform(([one]) => one === "1");
}

/** A day that exists, as YYYY-MM-DD, or `undefined`. */
export function dayFilter() {
  return closedFilter(values.transform(([day]) => (day !== undefined && isDay(day) ? day : undefined)));
}

/** The readers of a list's address and of its archive's, which can be sorted by when rows were archived as well. */
export function archivableSearch<
  const Sort extends string,
  Filters extends Record<string, Filter> = Record<never, Filter>,
>(options: ListSearchOptions<Sort, Filters>) {
  const readerOf = (sorts: readonly [Sort | "archivedAt", ...(Sort | "archivedAt")[]]) =>
    listSearch<Sort | "archivedAt", Filters>({ ...options, sorts });
  const [active, archived] = [readerOf(options.sorts), readerOf([...options.sorts, "archivedAt"])];
  return (isArchive: boolean) => (isArchive ? archived : active);
}
