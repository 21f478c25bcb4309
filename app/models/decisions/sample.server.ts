import { dayAfter } from "~/models/list/days";
import { pageArgs } from "~/models/list/list-state";
import type { CustomerApi, FormApi } from "~/services/customer-api.server";
import { graphql } from "~/services/graphql";
import { mutationOf, pageQueryOf, queryOf } from "~/services/operation.server";
import type { ResultOf } from "~/services/regional-api.server";
import { decisionFields } from "./decision.server";

const sampleFields = graphql(`
  fragment SampleFields on DECSample @_unmask {
    _id
    drawnAt
    drawnBy
    seed
    periodFrom
    periodBefore
    workflowName
    result
    drawnCount
    reviewedCount
    changedCount
  }
`);

export type Sample = ResultOf<typeof sampleFields>;

const fetchSamples = pageQueryOf("DECGetSamples", sampleFields);

/** A page of samples, newest first (DEC-05). Throws ApiError. */
export const getSamples = (api: CustomerApi, state: { page: number; size: number }) =>
  fetchSamples(api, pageArgs(state));

const sampleWithDecisionsFields = graphql(
  `
    fragment SampleWithDecisionsFields on DECSampleWithDecisions @_unmask {
      sample {
        ...SampleFields
      }
      decisions {
        ...DecisionFields
      }
    }
  `,
  [sampleFields, decisionFields],
);
const fetchSample = queryOf("DECGetSample", sampleWithDecisionsFields);

/** A sample with its decisions. Throws ApiError. */
export const getSample = (api: CustomerApi, _id: string) => fetchSample(api, { _id });

const sendDraw = mutationOf("DECDrawSample", "_id");

type Draw = { from: string; to: string; workflow: string; result: string; size: number; seed: string };

/** Draws a sample from a range of UTC days; returns its id. Throws ApiError. */
export const drawSample = (
  api: FormApi,
  { from, to, workflow, result, size, seed }: Draw & { result: Sample["result"] | "" },
) =>
  sendDraw(api, {
    from: `${from}T00:00:00.000Z`,
    before: `${dayAfter(to)}T00:00:00.000Z`,
    ...(workflow !== "" && { workflowId: workflow }),
    ...(result !== "" && result !== null && { result }),
    size,
    seed,
  });
