/** A vacancy's stages as columns, each with its longest-waiting candidates (PIPE-01). */
import { waitingStatuses } from "../../../shared/application-statuses";
import { builder, idArgs } from "../../core/builder";
import { holdsOn, inAnyDepartment, requireOn, scopeArgs } from "../../core/department-access";
import { query } from "../../core/operation";
import { mapSequentially } from "../../store/sequential";
import { findVacancy } from "../vacancies/vacancies.store";
import { withVisibleNames } from "./application-access";
import { stageIdsOf } from "./application-filter";
import { Application, type ApplicationShape } from "./application-types";
import { applicationSeqs, countApplications, readApplications } from "./applications.store";

/** Cards per column. */
const maxCards = 10;

interface ColumnShape {
  stageId: string;
  count: number;
  applications: ApplicationShape[];
}

const Column = builder.objectRef<ColumnShape>("AppsBoardColumn").implement({
  fields: (t) => ({
    stageId: t.exposeID("stageId"),
    count: t.exposeInt("count", {
      description: "The number of applications waiting at the stage, counted as in the application list.",
    }),
    applications: t.expose("applications", {
      type: [Application],
      description: "The ten applications that have been waiting longest.",
    }),
  }),
});

const Board = builder
  .objectRef<{ columns: ColumnShape[]; canView: boolean; asOf: number }>("AppsVacancyBoard")
  .implement({
    fields: (t) => ({
      columns: t.expose("columns", { type: [Column] }),
      canView: t.exposeBoolean("canView"),
      asOf: t.expose("asOf", {
        type: "DateTime",
        description: "The time of this result. Send it back as `unchangedSince`.",
      }),
    }),
  });

query("AppsGetVacancyBoard", {
  description:
    "The applications waiting at each stage of a vacancy: their number, and the ten waiting longest.",
  type: Board,
  args: { ...idArgs("vacancyId"), ...scopeArgs },
  access: inAnyDepartment("apps:listApplication"),
  asOf: true,
  resolve: async ({ vacancyId }, call) => {
    const { db, now } = call.ctx;
    const vacancy = await findVacancy(db, vacancyId);
    const known = await requireOn(call, vacancy, "apps:listApplication", "apps:listApplication");
    const { organizationId } = call.customer;
    const columns = await mapSequentially(stageIdsOf(known), async (stageId) => {
      const filter = { vacancyId: known.id, stageIds: [stageId], statuses: waitingStatuses };
      const seqs = await applicationSeqs(db, filter, { sort: "stageSince", order: "asc" }, maxCards, 0);
      const rows = await withVisibleNames(call, await readApplications(db, seqs));
      return {
        stageId,
        count: await countApplications(db, filter),
        applications: rows.map((row) => ({ ...row, organizationId })),
      };
    });
    // Changes within the same millisecond count as later: a false conflict is better than a lost update.
    return {
      columns,
      canView: await holdsOn(call, "apps:viewApplication", known.hierarchyId),
      asOf: now - 1,
    };
  },
});
