/** Candidates of all vacancies who are overdue at their stage (PIPE-03). */
import type { CustomerCall } from "../../core/access";
import { declareBounds, firstRow, pageSize } from "../../core/bounds";
import { builder } from "../../core/builder";
import { departmentsFor, mayOpenRows } from "../../core/department-access";
import { query } from "../../core/operation";
import { Pagination, SortOrder } from "../../core/page-types";
import { countedPage, type PageOf } from "../../core/paging";
import { asSeen } from "./application-access";
import { Application, type ApplicationShape } from "./application-types";
import { readApplications } from "./applications.store";
import { countOverdue, type OverdueFilter, overdueSeqs } from "./overdue-applications.store";

declareBounds({
  pages: {
    "AppsOverdueApplicationFilter.skipEq": firstRow,
    "AppsOverdueApplicationFilter.limitEq": pageSize,
  },
});

const Filter = builder.inputType("AppsOverdueApplicationFilter", {
  fields: (t) => ({
    organizationId: t.id({ required: true }),
    customerId: t.id({ required: true }),
    hierarchyId: t.id({ required: true }),
    order: t.field({
      type: SortOrder,
      description: "By when they were due; who is overdue for longest first if omitted.",
    }),
    skipEq: t.int({ required: true, description: "The number of rows to skip." }),
    limitEq: t.int({ required: true }),
  }),
});

/** Filters for departments where the caller may list applications. */
export const overdueFilterOf = async (call: CustomerCall): Promise<OverdueFilter> => ({
  customerId: call.customer.id,
  hierarchyIds: await departmentsFor(call, "apps:listApplication"),
  now: call.ctx.now,
});

interface ListShape {
  data: ApplicationShape[];
  viewedVacancyIds: string[];
  pagination: PageOf;
}

const List = builder.objectRef<ListShape>("AppsOverdueApplicationList").implement({
  fields: (t) => ({
    data: t.expose("data", { type: [Application] }),
    viewedVacancyIds: t.exposeIDList("viewedVacancyIds", {
      description: "Their vacancies that AppsGetVacancyById shows the caller.",
    }),
    pagination: t.expose("pagination", { type: Pagination }),
  }),
});

query("AppsGetOverdueApplications", {
  description:
    "A page of the applications of all active vacancies that wait for a decision past the limit of their stage.",
  type: List,
  args: builder.args((t) => ({ filter: t.field({ type: Filter, required: true }) })),
  access: { code: "apps:listApplication", scope: ({ filter }) => filter, anyDepartment: true },
  resolve: async ({ filter: { skipEq, limitEq: limit, order } }, call) => {
    const { db } = call.ctx;
    const filter = await overdueFilterOf(call);
    const page = await countedPage((end) => countOverdue(db, filter, end), skipEq, limit);
    const seqs = await overdueSeqs(db, filter, { order: order ?? "asc", limit, offset: page.offset });
    const rows = await asSeen(call, await readApplications(db, seqs));
    const mayOpen = await mayOpenRows(call, "apps:viewVacancy");
    return {
      data: rows.map((row) => ({ ...row, organizationId: call.customer.organizationId })),
      viewedVacancyIds: [...new Set(rows.filter(mayOpen).map(({ vacancyId }) => vacancyId))],
      pagination: page,
    };
  },
});
