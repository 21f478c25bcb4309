/** Lists of candidates over all active vacancies of a customer (HOME-11, PIPE-03). */
import type { CustomerCall } from "../../core/access";
import { builder } from "../../core/builder";
import { mayOpenRows } from "../../core/department-access";
import { Pagination } from "../../core/page-types";
import { countedPage, type PageOf } from "../../core/paging";
import { asSeen } from "./application-access";
import { Application, type ApplicationShape } from "./application-types";
import { readApplications } from "./applications.store";

interface ListShape {
  data: ApplicationShape[];
  viewedVacancyIds: string[];
  pagination: PageOf;
}

/** Defines the API type of a page of such a list. */
export const applicationListType = (name: string) =>
  builder.objectRef<ListShape>(name).implement({
    fields: (t) => ({
      data: t.expose("data", { type: [Application] }),
      viewedVacancyIds: t.exposeIDList("viewedVacancyIds", {
        description:
          "The ids of the applications' vacancies that the caller may open with AppsGetVacancyById.",
      }),
      pagination: t.expose("pagination", { type: Pagination }),
    }),
  });

interface ListQueries {
  /** Returns the number of matches, counting up to `end`. */
  readonly count: (end: number) => Promise<number>;
  /** Returns the seqs of one page, in order. */
  readonly seqs: (page: { readonly limit: number; readonly offset: number }) => Promise<number[]>;
}

/** Returns a page of such a list; each row shows only what the caller may see. */
export async function applicationPage(
  call: CustomerCall,
  { skipEq, limitEq: limit }: { readonly skipEq: number; readonly limitEq: number },
  { count, seqs }: ListQueries,
): Promise<ListShape> {
  const page = await countedPage(count, skipEq, limit);
  const found = await readApplications(call.ctx.db, await seqs({ limit, offset: page.offset }));
  const rows = await asSeen(call, found);
  const mayOpen = await mayOpenRows(call, "apps:viewVacancy");
  return {
    data: rows.map((row) => ({ ...row, organizationId: call.customer.organizationId })),
    viewedVacancyIds: [...new Set(rows.filter(mayOpen).map(({ vacancyId }) => vacancyId))],
    pagination: page,
  };
}
