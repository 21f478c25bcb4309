/** Paging and sorting types shared by all lists (GEN-03). */
import type { ObjectRef } from "@pothos/core";
import { invalid } from "./errors";
import type { PageOf } from "./paging";
import { builder } from "./builder";

type Types = (typeof builder)["$inferSchemaTypes"];

/** Paging totals of a list. */
export const Pagination = builder.objectRef<PageOf>("Pagination").implement({
  fields: (t) => ({
    totalPages: t.exposeInt("totalPages"),
    currentPage: t.exposeInt("currentPage"),
    pageSize: t.exposeInt("pageSize"),
    totalItems: t.exposeInt("totalItems"),
    isTotalExact: t.boolean({
      description: "False if counting stopped at `totalItems`: there are more items, and a next page.",
      resolve: ({ isTotalExact = true }) => isTotalExact,
    }),
  }),
});

/** A page of a list: its rows and paging totals. */
export interface Page<Row> {
  readonly data: Row[];
  readonly pagination: PageOf;
}

/** Declares the GraphQL type of a list's pages. */
export const pageType = <Row extends object>(name: string, row: ObjectRef<Types, Row>) =>
  builder.objectRef<Page<Row>>(name).implement({
    fields: (t) => ({
      // Pothos cannot infer a row's shape through the conditional types of its fields.
      data: t.field({ type: [row], resolve: ({ data }) => data as never }),
      pagination: t.expose("pagination", { type: Pagination }),
    }),
  });

export const SortOrder = builder.enumType("SortOrder", { values: ["asc", "desc"] });

/** Each list validates its own field names. */
export const Sort = builder.inputType("SortInput", {
  fields: (t) => ({
    fieldName: t.string({ required: true }),
    order: t.field({ type: SortOrder, required: true }),
  }),
});

interface SortShape {
  readonly fieldName: string;
  readonly order: "asc" | "desc";
}

/** Returns the requested sort, or newest first. Throws a Validation Error for an unknown field. */
export function sortOf<Field extends string>(
  given: SortShape | null | undefined,
  fields: Readonly<Record<Field | "createdAt", string>>,
): { sort: Field | "createdAt"; order: "asc" | "desc" } {
  if (!given) return { sort: "createdAt", order: "desc" };
  if (!Object.hasOwn(fields, given.fieldName)) throw invalid("The list cannot be sorted by this field");
  return { sort: given.fieldName as Field, order: given.order };
}
