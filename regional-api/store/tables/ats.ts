import type { GeneratedAlways } from "kysely";
import type { ArchivableColumns, Bit } from "./columns";

interface AtsTemplateTable {
  id: string;
  atsName: string;
  displayName: string;
  /** JSON: the items of TEN-13, in order. */
  atsTemplateItems: string;
  createdAt: number;
  updatedAt: number;
}

/** Archived for good (TEN-07). */
interface AtsTenantTable extends ArchivableColumns {
  hierarchyId: string;
  atsName: string;
  externalTenantId: string;
  customerName: string;
  /** JSON object; secret. */
  credential: string;
  /** JSON object (TEN-04). */
  extra: string;
}

/** `status` takes the rows of ATSR-07; extra and payload are JSON objects, responses and tags JSON lists. */
interface AtsRequestTable {
  seq: GeneratedAlways<number>;
  id: string;
  customerId: string;
  atsName: string;
  requestType: string;
  status: `ATS_REQUEST_${"STARTED" | "FAILED" | "COMPLETED" | "IGNORED"}`;
  masterId: string | null;
  externalTenantId: string;
  requestCount: number;
  retryable: Bit;
  retryCount: number;
  extra: string;
  payload: string;
  /** [{status, data, timestamp}]. */
  responses: string;
  tags: string;
  createdAt: number;
  updatedAt: number;
}

export interface AtsTables {
  ats_templates: AtsTemplateTable;
  ats_tenants: AtsTenantTable;
  ats_requests: AtsRequestTable;
}
