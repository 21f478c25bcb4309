/** The log of requests exchanged with applicant-tracking systems, for support (ATSR). */
import { z } from "zod/v4";
import { invalid, notFound } from "../../core/errors";
import { countedPage } from "../../core/paging";
import {
  countAtsRequests,
  findAtsRequest,
  listAtsRequests,
  type AtsRequest,
  type AtsRequestSearch,
} from "./ats-requests.store";
import type { Scope } from "../../core/access";
import { builder, idArgs } from "../../core/builder";
import type { ApiContext } from "../../core/context";
import { query } from "../../core/operation";
import { pageType } from "../../core/page-types";
import { declareBounds, pageNumber, pageSize } from "../../core/bounds";

declareBounds({
  pages: {
    "AtsGetRequestListInput.skip": pageNumber,
    "AtsGetRequestListInput.limit": pageSize,
  },
});

const Status = builder.enumType("AtsRequestStatus", {
  values: ["ATS_REQUEST_STARTED", "ATS_REQUEST_FAILED", "ATS_REQUEST_COMPLETED", "ATS_REQUEST_IGNORED"],
});

const responseList = z.array(
  z.object({ status: z.number().nullish(), data: z.unknown(), timestamp: z.string() }),
);
type ResponseShape = z.infer<typeof responseList>[number];

const tagList = z.array(z.string());

const Response = builder.objectRef<ResponseShape>("AtsRequestResponse").implement({
  fields: (t) => ({
    status: t.int({ nullable: true, resolve: ({ status }) => status ?? null }),
    data: t.field({ type: "JSON", nullable: true, resolve: ({ data }) => data ?? null }),
    timestamp: t.exposeString("timestamp"),
  }),
});

const Request = builder.objectRef<AtsRequest>("AtsRequest").implement({
  fields: (t) => ({
    _id: t.exposeID("id"),
    masterId: t.exposeString("masterId", { nullable: true }),
    requestType: t.exposeString("requestType"),
    atsName: t.exposeString("atsName"),
    customerId: t.exposeID("customerId"),
    externalTenantId: t.exposeString("externalTenantId"),
    requestCount: t.exposeInt("requestCount"),
    retryable: t.boolean({ resolve: ({ retryable }) => retryable === 1 }),
    retryCount: t.exposeInt("retryCount"),
    status: t.expose("status", { type: Status }),
    extra: t.field({ type: "JSON", nullable: true, resolve: ({ extra }): unknown => JSON.parse(extra) }),
    payload: t.field({
      type: "JSON",
      nullable: true,
      resolve: ({ payload }): unknown => JSON.parse(payload),
    }),
    responses: t.field({
      type: [Response],
      resolve: ({ responses }) => responseList.parse(JSON.parse(responses)),
    }),
    tags: t.stringList({ resolve: ({ tags }) => tagList.parse(JSON.parse(tags)) }),
    createdAt: t.expose("createdAt", { type: "DateTime" }),
    updatedAt: t.expose("updatedAt", { type: "DateTime" }),
  }),
});

const RequestListType = pageType("AtsRequestList", Request);

const ListInput = builder.inputType("AtsGetRequestListInput", {
  fields: (t) => ({
    limit: t.int({ required: true }),
    /** In pages, not rows (SHELL-27). */
    skip: t.int({ required: true }),
    customerId: t.id({ required: true }),
    atsName: t.string({ required: true }),
    requestType: t.string(),
    masterId: t.string(),
    externalTenantId: t.string(),
    status: t.field({ type: Status }),
    createdAtFrom: t.field({ type: "DateTime" }),
    createdAtTo: t.field({ type: "DateTime" }),
  }),
});

type ListArgs = { getRequestListInput: AtsRequestSearch & { limit: number; skip: number } };

// Requests have no permission of their own; the right to view tenants covers them (PERM-66).
query("AtsGetRequestList", {
  description: "A page of the requests exchanged with applicant tracking systems.",
  type: RequestListType,
  args: builder.args((t) => ({ getRequestListInput: t.field({ type: ListInput, required: true }) })),
  access: {
    code: "ats:viewTenant",
    scope: ({ getRequestListInput: { customerId } }: ListArgs): Scope => ({ customerId }),
  },
  resolve: async ({ getRequestListInput: { limit, skip, ...search } }, { ctx }) => {
    if (!search.atsName) throw invalid("Please select an ATS name");
    return countedPage(skip * limit, limit, {
      count: (end) => countAtsRequests(ctx.db, search, end),
      rows: (part) => listAtsRequests(ctx.db, search, part),
    });
  },
});

/** Returns the scope of the customer that the request belongs to, for the access check. */
async function scopeOfRequest({ _id }: { _id: string }, ctx: ApiContext): Promise<Scope> {
  const request = await findAtsRequest(ctx.db, _id);
  if (!request) throw notFound();
  return { customerId: request.customerId };
}

query("AtsGetRequestById", {
  description: "One request exchanged with an applicant tracking system, by its id.",
  type: Request,
  args: idArgs("_id"),
  access: { code: "ats:viewTenant", scope: scopeOfRequest },
  resolve: async ({ _id }, { ctx }) => {
    const request = await findAtsRequest(ctx.db, _id);
    if (!request) throw notFound();
    return request;
  },
});
