/** Lists of candidates over all active vacancies of a customer (HOME-11, PIPE-03). */
import type { CustomerCall } from "../../core/access";
import { builder } from "../../core/builder";
import { mayOpenRows } from "../../core/department-access";
import { Pagination } from "../../core/page-types";
import { type CountedList, countedPage, type PageOf } from "../../core/paging";
import { withVisibleNames } from "./application-access";
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

/** Returns a page of such a list of seqs; each row shows only what the caller may see. */
export async function applicationPage(
  call: CustomerCall,
  { skipEq, limitEq }: { readonly skipEq: number; readonly limitEq: number },
  list: CountedList<number>,
): Promise<ListShape> {
  const { data: seqs, pagination } = await countedPage(skipEq, limitEq, list);
  const rows = await withVisibleNames(call, await readApplications(call.ctx.db, seqs));
  const mayOpen = await mayOpenRows(call, "apps:viewVacancy");
  return {
    data: rows.map((row) => ({ ...row, organizationId: call.customer.organizationId })),
    viewedVacancyIds: [...new Set(rows.filter(mayOpen).map(({ vacancyId }) => vacancyId))],
    pagination,
  };
}
