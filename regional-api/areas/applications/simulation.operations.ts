/** Operations for testers; production leaves them out of the schema (RULE-24). */
import { assessmentResults } from "../workflows/assessment-results";
import { validate } from "../../core/validate";
import { conflict, notFound } from "../../core/errors";
import { findAssessment } from "./applications.store";
import { advanceAssessment } from "./assessment-progress.store";
import { findInDirectory } from "../../core/customers.store";
import { AssessmentStatus } from "./application-types";
import { builder } from "../../core/builder";
import { IdResult } from "../../core/shared-types";
import { mutation } from "../../core/operation";
import { applicationKind, applicationOfAssessment } from "./applications.record";

/**
 * Simulation operations. They must not declare types of their own, which would remain in the public schema.
 */
export const simulations: readonly string[] = ["SimAdvanceAssessment"];

mutation("SimAdvanceAssessment", {
  description: "Sets the status and the results of an assessment, as the platform would.",
  type: IdResult,
  args: builder.args((t) => ({
    assessmentId: t.id({ required: true }),
    status: t.field({ type: AssessmentStatus, required: true }),
    results: t.field({ type: "JSON", description: "The result names of APP-33 with their values." }),
  })),
  access: { wildcard: () => null },
  changes: {
    of: applicationKind,
    ids: async ({ assessmentId }, { db }) => [await applicationOfAssessment(db, assessmentId)],
  },
  resolve: async ({ assessmentId, status, results }, { ctx, caller }) => {
    const assessment = await findAssessment(ctx.db, assessmentId);
    const customer = assessment && (await findInDirectory(ctx.db, assessment.customerId));
    if (!assessment || !customer || !caller.grants.hasWildcard(customer.organizationId)) throw notFound();
    if (assessment.status === "APPS_ASSESSMENT_COMPLETED") throw conflict("The assessment is completed");
    await advanceAssessment(ctx.db, assessment, status, validate(assessmentResults, results ?? {}), ctx);
    return { id: assessment.id };
  },
});
