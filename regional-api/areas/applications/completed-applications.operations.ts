/** Candidates of all vacancies who completed the assessment of their current stage (HOME-11). */
import type { CustomerCall } from "../../core/access";
import { choice, declareBounds, firstRow, pageSize } from "../../core/bounds";
import { builder } from "../../core/builder";
import { departmentsFor, mayOpenRows } from "../../core/department-access";
import { query } from "../../core/operation";
import { Pagination, SortOrder } from "../../core/page-types";
import { countedPage, type PageOf } from "../../core/paging";
import { ApplicationStatus } from "../workflows/application-enums";
import { asSeen } from "./application-access";
import { Application, type ApplicationShape } from "./application-types";
import { readApplications } from "./applications.store";
import { completedSeqs, countCompleted, type CompletedFilter } from "./completed-applications.store";

declareBounds({
  lists: { "AppsCompletedApplicationFilter.applicationStatusList": choice },
  pages: {
    "AppsCompletedApplicationFilter.skipEq": firstRow,
    "AppsCompletedApplicationFilter.limitEq": pageSize,
  },
});

const Filter = builder.inputType("AppsCompletedApplicationFilter", {
  fields: (t) => ({
    organizationId: t.id({ required: true }),
    customerId: t.id({ required: true }),
    hierarchyId: t.id({ required: true }),
    isUnviewed: t.boolean({ description: "Only those nobody has viewed." }),
    applicationStatusList: t.field({ type: [ApplicationStatus] }),
    submittedFrom: t.field({ type: "DateTime" }),
    submittedBefore: t.field({ type: "DateTime" }),
    order: t.field({
      type: SortOrder,
      description: "By the time of completion; the newest first if omitted.",
    }),
    skipEq: t.int({ required: true, description: "The number of rows to skip." }),
    limitEq: t.int({ required: true }),
  }),
});

/** Translates an API filter, limited to departments where the caller may list applications. */
export const completedFilterOf = async (
  call: CustomerCall,
  asked: Pick<
    typeof Filter.$inferInput,
    "isUnviewed" | "applicationStatusList" | "submittedFrom" | "submittedBefore"
  >,
): Promise<CompletedFilter> => ({
  customerId: call.customer.id,
  hierarchyIds: await departmentsFor(call, "apps:listApplication"),
  isUnviewed: asked.isUnviewed === true,
  ...(asked.applicationStatusList && { statuses: [...new Set(asked.applicationStatusList)] }),
  submittedFrom: asked.submittedFrom ?? undefined,
  submittedBefore: asked.submittedBefore ?? undefined,
});

interface ListShape {
  data: ApplicationShape[];
  viewedVacancyIds: string[];
  pagination: PageOf;
}

const List = builder.objectRef<ListShape>("AppsCompletedApplicationList").implement({
  fields: (t) => ({
    data: t.expose("data", { type: [Application] }),
    viewedVacancyIds: t.exposeIDList("viewedVacancyIds", {
      description: "Their vacancies that AppsGetVacancyById shows the caller.",
    }),
    pagination: t.expose("pagination", { type: Pagination }),
  }),
});

query("AppsGetCompletedApplications", {
  description:
    "A page of the applications of all active vacancies whose candidates completed the assessment of their stage.",
  type: List,
  args: builder.args((t) => ({ filter: t.field({ type: Filter, required: true }) })),
  access: { code: "apps:listApplication", scope: ({ filter }) => filter, anyDepartment: true },
  resolve: async ({ filter: asked }, call) => {
    const { db } = call.ctx;
    const filter = await completedFilterOf(call, asked);
    const { skipEq, limitEq: limit, order } = asked;
    const page = await countedPage((end) => countCompleted(db, filter, end), skipEq, limit);
    const seqs = await completedSeqs(db, filter, order ?? "desc", { limit, offset: page.offset });
    const rows = await asSeen(call, await readApplications(db, seqs));
    const mayOpen = await mayOpenRows(call, "apps:viewVacancy");
    return {
      data: rows.map((row) => ({ ...row, organizationId: call.customer.organizationId })),
      viewedVacancyIds: [...new Set(rows.filter(mayOpen).map(({ vacancyId }) => vacancyId))],
      pagination: page,
    };
  },
});
