/** A vacancy's application list and its counts (APP). */
import { builder, idArgs } from "../../core/builder";
import { holdsOn, inAnyDepartment, requireOn, scopeArgs } from "../../core/department-access";
import { invalid } from "../../core/errors";
import { query } from "../../core/operation";
import { Pagination } from "../../core/page-types";
import type { PageOf } from "../../core/paging";
import type { Row } from "../../store/tables";
import { findVacancy, findVacancyByExternalId } from "../vacancies/vacancies.store";
import { ApplicationStatus } from "../workflows/application-enums";
import { withVisibleNames } from "./application-access";
import { filterOf, ListFilter, stageIdsOf } from "./application-filter";
import { pageAsOpened, searchedStatusCounts } from "./application-search.store";
import { Application, type ApplicationShape, AssessmentStatus } from "./application-types";
import { type ApplicationFilter, readApplications, seqsOf, stageCounts } from "./applications.store";

interface ListShape {
  data: ApplicationShape[];
  canView: boolean;
  pagination: PageOf;
  asOf: number;
}

const ApplicationList = builder.objectRef<ListShape>("AppsApplicationList").implement({
  fields: (t) => ({
    data: t.expose("data", { type: [Application] }),
    canView: t.exposeBoolean("canView", {
      description:
        "Whether the caller may read the application with AppsGetApplicationThread. The permission may be denied on the vacancy's department.",
    }),
    pagination: t.expose("pagination", { type: Pagination }),
    asOf: t.expose("asOf", {
      type: "DateTime",
      description:
        "The time of this result. Send it as `unchangedSince` so that later changes are not overwritten.",
    }),
  }),
});

query("AppsGetApplicationList", {
  description: "A page of the applications that match the filter.",
  type: ApplicationList,
  args: builder.args((t) => ({ filter: t.field({ type: ListFilter, required: true }) })),
  access: { code: "apps:listApplication", scope: ({ filter }) => filter, anyDepartment: true },
  asOf: true,
  resolve: async ({ filter: asked }, call) => {
    const { db, now } = call.ctx;
    const vacancy = await findVacancyByExternalId(db, call.customer.id, asked.externalVacancyId);
    const known = await requireOn(call, vacancy, "apps:listApplication", "apps:listApplication");
    const { filter, order } = filterOf(known, asked, now);
    // APP-29: skip counts pages, not rows.
    const rows = { skip: asked.skipEq * asked.limitEq, size: asked.limitEq };
    const kept = {
      seqs: await seqsOf(db, known.id, asked.keptApplicationIds ?? []),
      stageIds: stageIdsOf(known),
    };
    const { seqs, page } = await pageAsOpened(db, call.customer.id, filter, order, rows, kept);
    const { organizationId } = call.customer;
    const data = (await withVisibleNames(call, await readApplications(db, seqs))).map((row) => ({
      ...row,
      organizationId,
    }));
    // Changes within the same millisecond count as later: a false conflict is better than a lost update.
    const canView = await holdsOn(call, "apps:viewApplication", known.hierarchyId);
    return { data, canView, pagination: page, asOf: now - 1 };
  },
});

const StatusCount = builder
  .objectRef<{ status: Row<"applications">["status"]; count: number }>("AppsApplicationStatusCount")
  .implement({
    fields: (t) => ({
      status: t.expose("status", { type: ApplicationStatus }),
      count: t.exposeInt("count"),
    }),
  });

const StatusCounts = builder
  .objectRef<Awaited<ReturnType<typeof searchedStatusCounts>> | null>("AppsVacancyApplicationStatusCount")
  .implement({
    fields: (t) => ({
      statusCount: t.field({ type: [StatusCount], resolve: (counts) => counts ?? [] }),
      isCounted: t.boolean({
        description:
          "False if a search text matches too many applications to count. No applications are returned then.",
        resolve: (counts) => counts !== null,
      }),
    }),
  });

query("AppsGetVacancyApplicationStatusCount", {
  description: "The number of a vacancy's applications by status.",
  type: StatusCounts,
  args: {
    ...builder.args((t) => ({
      vacancyId: t.id({ required: true }),
      filter: t.field({
        type: ListFilter,
        description:
          "Counts only applications that match this filter of the list, whatever its statuses. If omitted, all of the vacancy's are counted.",
      }),
    })),
    ...scopeArgs,
  },
  access: inAnyDepartment("apps:listApplication"),
  resolve: async ({ vacancyId, filter: asked }, call) => {
    const { db, now } = call.ctx;
    const vacancy = await findVacancy(db, vacancyId);
    const known = await requireOn(call, vacancy, "apps:listApplication", "apps:listApplication");
    if (asked && asked.externalVacancyId !== known.externalVacancyId)
      throw invalid("The filter is for another vacancy");
    const { statuses: _statuses, ...others }: ApplicationFilter = asked
      ? filterOf(known, asked, now).filter
      : { vacancyId: known.id, stageIds: stageIdsOf(known) };
    return (await searchedStatusCounts(db, call.customer.id, others)) ?? null;
  },
});

const StageCount = builder
  .objectRef<Awaited<ReturnType<typeof stageCounts>>[number]>("AppsVacancyStageCount")
  .implement({
    fields: (t) => ({
      stageId: t.exposeID("stageId"),
      progress: t.expose("progress", {
        type: AssessmentStatus,
        nullable: true,
        description: "Null if the application has no assessment at the stage.",
      }),
      count: t.exposeInt("count"),
    }),
  });
const StageCounts = builder
  .objectRef<{ counts: Awaited<ReturnType<typeof stageCounts>> }>("AppsVacancyStageCounts")
  .implement({ fields: (t) => ({ counts: t.expose("counts", { type: [StageCount] }) }) });

query("AppsGetVacancyStageCounts", {
  description: "The number of a vacancy's applications by stage.",
  type: StageCounts,
  args: { ...idArgs("vacancyId"), ...scopeArgs },
  access: inAnyDepartment("apps:listApplication"),
  resolve: async ({ vacancyId }, call) => {
    const { db } = call.ctx;
    const { id } = await requireOn(
      call,
      await findVacancy(db, vacancyId),
      "apps:listApplication",
      "apps:listApplication",
    );
    return { counts: await stageCounts(db, id) };
  },
});
