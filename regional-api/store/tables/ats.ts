import { bit, edition, integer, json, oneOf, sequence, table, text, time } from "./columns";

export const atsTables = {
  ats_templates: table({
    id: text().primary(),
    atsName: text().unique(),
    displayName: text(),
    /** JSON: the template's items, in order (TEN-13). */
    atsTemplateItems: json(),
    createdAt: time(),
    updatedAt: time(),
  }),
  /** Connections of customers to applicant-tracking systems. Archiving is final (TEN-07). */
  ats_tenants: table(
    {
      id: text().primary(),
      customerId: text().references("customers"),
      hierarchyId: text().references("hierarchies"),
      atsName: text(),
      externalTenantId: text().check("externalTenantId <> ''"),
      customerName: text().check("customerName <> ''"),
      /** JSON object with secrets. */
      credential: json(),
      /** JSON object (TEN-04). */
      extra: json(),
      createdAt: time(),
      updatedAt: time(),
      archivedAt: time().optional(),
      ...edition(1),
    },
    {
      indexes: {
        ats_tenants_active: "customerId, createdAt, id WHERE archivedAt IS NULL",
      },
    },
  ),
  /**
   * Requests exchanged with applicant-tracking systems. `status` has the values of ATSR-07; extra and payload
   * are JSON objects, responses and tags JSON arrays.
   */
  ats_requests: table(
    {
      seq: sequence(),
      id: text().unique("ats_requests_id"),
      customerId: text().references("customers"),
      atsName: text(),
      requestType: text(),
      status: oneOf(
        "ATS_REQUEST_STARTED",
        "ATS_REQUEST_FAILED",
        "ATS_REQUEST_COMPLETED",
        "ATS_REQUEST_IGNORED",
      ),
      masterId: text().optional(),
      externalTenantId: text(),
      requestCount: integer(),
      retryable: bit(),
      retryCount: integer(),
      extra: json(),
      payload: json(),
      /** JSON: [{status, data, timestamp}]. */
      responses: json(),
      tags: json(),
      createdAt: time(),
      updatedAt: time(),
    },
    {
      indexes: {
        ats_requests_created:
          "customerId, atsName, createdAt, seq, requestType, status, masterId, externalTenantId",
        ats_requests_master:
          "customerId, atsName, masterId, createdAt, seq, requestType, status, externalTenantId",
      },
    },
  ),
};
