import type { Bit } from "./columns";

/** A person's own arrangement of one customer's dashboard; without a row the default holds (DI-07). */
export interface DashboardLayoutTable {
  userId: string;
  customerId: string;
  /** JSON. */
  layout: string;
  updatedAt: number;
}

/** The result of a user upload, shown again for 30 days and given again to a repeated call (UPLOAD-25, UPLOAD-31). */
export interface EndUserUploadTable {
  uploadId: string;
  customerId: string;
  /** The uploader's user id. */
  createdBy: string;
  mfaEnabled: Bit;
  forcePasswordReset: Bit;
  notes: string | null;
  total: number;
  created: number;
  failed: number;
  /** JSON: [{row, email, status, userId, reason}] and what the error report needs. */
  results: string;
  createdAt: number;
}

export interface PeopleSchema {
  dashboard_layouts: DashboardLayoutTable;
  end_user_uploads: EndUserUploadTable;
}
