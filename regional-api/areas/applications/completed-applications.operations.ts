/** Candidates of all vacancies who completed the assessment of their current stage (HOME-11). */
import type { CustomerCall } from "../../core/access";
import { choice, declareBounds, firstRow, pageSize } from "../../core/bounds";
import { builder } from "../../core/builder";
import { departmentsFor } from "../../core/department-access";
import { query } from "../../core/operation";
import { SortOrder } from "../../core/page-types";
import { ApplicationStatus } from "../workflows/application-enums";
import { applicationListType, applicationPage } from "./applications-of-all-vacancies";
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
    isUnviewed: t.boolean({ description: "Only applications whose result has not been viewed." }),
    applicationStatusList: t.field({ type: [ApplicationStatus] }),
    submittedFrom: t.field({ type: "DateTime" }),
    submittedBefore: t.field({ type: "DateTime" }),
    order: t.field({
      type: SortOrder,
      description: "Sort by completion time. Newest first if omitted.",
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

query("AppsGetCompletedApplications", {
  description:
    "A page of the applications of all active vacancies whose candidates completed the assessment of their stage.",
  type: applicationListType("AppsCompletedApplicationList"),
  args: builder.args((t) => ({ filter: t.field({ type: Filter, required: true }) })),
  access: { code: "apps:listApplication", scope: ({ filter }) => filter, anyDepartment: true },
  resolve: async ({ filter: asked }, call) => {
    const { db } = call.ctx;
    const filter = await completedFilterOf(call, asked);
    return applicationPage(call, asked, {
      count: (end) => countCompleted(db, filter, end),
      rows: (part) => completedSeqs(db, filter, { ...part, order: asked.order ?? "desc" }),
    });
  },
});
