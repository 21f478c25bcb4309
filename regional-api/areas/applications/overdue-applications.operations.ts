/** Candidates of all vacancies who are overdue at their stage (PIPE-03). */
import type { CustomerCall } from "../../core/access";
import { declareBounds, firstRow, pageSize } from "../../core/bounds";
import { builder } from "../../core/builder";
import { departmentsFor } from "../../core/department-access";
import { query } from "../../core/operation";
import { SortOrder } from "../../core/page-types";
import { applicationListType, applicationPage } from "./applications-of-all-vacancies";
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
      description: "Sort by due date. The longest overdue first if omitted.",
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

query("AppsGetOverdueApplications", {
  description:
    "A page of the applications of all active vacancies that have waited for a decision longer than their stage's limit.",
  type: applicationListType("AppsOverdueApplicationList"),
  args: builder.args((t) => ({ filter: t.field({ type: Filter, required: true }) })),
  access: { code: "apps:listApplication", scope: ({ filter }) => filter, anyDepartment: true },
  resolve: async ({ filter: asked }, call) => {
    const { db } = call.ctx;
    const filter = await overdueFilterOf(call);
    return applicationPage(call, asked, {
      count: (end) => countOverdue(db, filter, end),
      rows: (part) => overdueSeqs(db, filter, { ...part, order: asked.order ?? "asc" }),
    });
  },
});
