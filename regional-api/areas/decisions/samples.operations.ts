/** Random samples of decisions, for people to spot-check the rules (DEC-05). */
import { z } from "zod/v4";
import { declareBounds, firstRow, pageSize } from "../../core/bounds";
import { builder, idArgs, rowType, argsOf } from "../../core/builder";
import { onRootDepartment, scopeArgs } from "../../core/department-access";
import { personField } from "../../core/versioned-type";
import { lineRule } from "../../core/text-rules";
import { conflict, notFound } from "../../core/errors";
import { newId } from "../../core/ids";
import { mutation, query } from "../../core/operation";
import { pageType } from "../../core/page-types";
import { pageOf } from "../../core/paging";
import { validate } from "../../core/validate";
import { IdResult } from "../../core/shared-types";
import { workflows } from "../workflows/workflows.entity";
import { toVisibleDecisions, type VisibleDecision } from "./decision-access";
import { DecisionType, Result } from "./decisions.operations";
import { readDecisions } from "./decisions.store";
import {
  countSamples,
  drawDecisions,
  findSample,
  insertSample,
  insertSampleRow,
  listSamples,
  sampledSeqs,
  type Sample,
} from "./samples.store";

declareBounds({ pages: { "DECGetSamples.skipEq": firstRow, "DECGetSamples.limitEq": pageSize } });

const SampleType = rowType<Sample>()(
  "DECSample",
  {
    _id: "ID",
    drawnAt: "DateTime",
    seed: "String",
    periodFrom: "DateTime",
    periodBefore: "DateTime",
    drawnCount: "Int",
    reviewedCount: "Int",
    changedCount: "Int",
  },
  (t) => ({
    drawnBy: t.string(personField(({ drawnBy }) => drawnBy)),
    workflowName: t.string({
      nullable: true,
      description: "The workflow whose rules were sampled. Null for all workflows.",
      resolve: async ({ workflowId }, _args, { db }) =>
        workflowId === null ? null : ((await workflows.rows.findAmong(db, workflowId))?.name ?? workflowId),
    }),
    result: t.expose("result", { type: Result, nullable: true }),
  }),
);

const SamplePage = pageType("DECSamplePage", SampleType);

query("DECGetSamples", {
  description: "Samples of decisions made by rules, latest first.",
  type: SamplePage,
  args: {
    ...scopeArgs,
    ...argsOf({ skipEq: "Int", limitEq: "Int" }),
  },
  access: onRootDepartment("apps:reviewDecision"),
  resolve: async ({ skipEq, limitEq }, { ctx, customer }) => {
    const page = pageOf(await countSamples(ctx.db, customer.id), skipEq, limitEq);
    return { data: await listSamples(ctx.db, customer.id, limitEq, page.offset), pagination: page };
  },
});

const SampleWithDecisions = builder
  .objectRef<{ sample: Sample; decisions: VisibleDecision[] }>("DECSampleWithDecisions")
  .implement({
    fields: (t) => ({
      sample: t.expose("sample", { type: SampleType }),
      decisions: t.expose("decisions", {
        type: [DecisionType],
        description: "The sampled decisions that still exist, latest first.",
      }),
    }),
  });

query("DECGetSample", {
  description: "A sample with its decisions.",
  type: SampleWithDecisions,
  args: { ...idArgs("_id"), ...scopeArgs },
  access: onRootDepartment("apps:reviewDecision"),
  resolve: async ({ _id }, call) => {
    const { db } = call.ctx;
    const sample = await findSample(db, _id);
    if (sample?.customerId !== call.customer.id) throw notFound();
    const rows = await readDecisions(db, await sampledSeqs(db, sample.id));
    rows.sort((a, b) => b.decidedAt - a.decidedAt || b.seq - a.seq);
    return { sample, decisions: await toVisibleDecisions(call, rows) };
  },
});

const drawn = z
  .object({
    size: z
      .int()
      .min(1, "Please enter a whole number from 1 to 200")
      .max(200, "Please enter a whole number from 1 to 200"),
    seed: lineRule("sampleSeed", 50, "the seed", "Please enter a seed"),
    from: z.number(),
    before: z.number(),
  })
  .refine(({ from, before }) => from < before, "The period must start before it ends");

mutation("DECDrawSample", {
  description:
    "Draws a random sample of a period's decisions. The same seed and the same decisions give the same sample.",
  type: IdResult,
  args: {
    ...scopeArgs,
    ...builder.args((t) => ({
      from: t.field({ type: "DateTime", required: true }),
      before: t.field({ type: "DateTime", required: true, description: "Exclusive end of the period." }),
      workflowId: t.id({ description: "Only decisions by this workflow's rules." }),
      result: t.field({ type: Result, description: "Only decisions with this result." }),
      size: t.int({ required: true }),
      seed: t.string({ required: true }),
    })),
  },
  access: onRootDepartment("apps:reviewDecision"),
  changes: "none because a sample changes no decision, and is kept with who drew it and when",
  resolve: async ({ workflowId, result, ...sent }, { ctx, caller, customer }) => {
    const { db, now } = ctx;
    const { size, seed, from, before } = validate(drawn, sent);
    const parameters = {
      ...{ customerId: customer.id, from, before },
      workflowId: workflowId ?? undefined,
      result: result ?? undefined,
    };
    const rows = await drawDecisions(db, parameters, seed, size);
    if (rows.length === 0) throw conflict("No rule made a decision in this period");
    const id = newId(now);
    const reviewed = rows.filter(({ verdict }) => verdict !== null);
    await insertSample(db, {
      id,
      customerId: customer.id,
      drawnBy: caller.user.id,
      drawnAt: now,
      seed,
      periodFrom: from,
      periodBefore: before,
      workflowId: workflowId ?? null,
      result: result ?? null,
      drawnCount: rows.length,
      // Decisions that are already reviewed count from the start.
      reviewedCount: reviewed.length,
      changedCount: reviewed.filter(({ verdict }) => verdict === "CHANGED").length,
    });
    for (const { id: decisionId, verdict } of rows)
      await insertSampleRow(db, { sampleId: id, decisionId, verdict });
    return { id };
  },
});
