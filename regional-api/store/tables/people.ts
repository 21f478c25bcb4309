import type { Bit, EditionColumns } from "./columns";

/** A person's own arrangement of one customer's dashboard; without a row the default holds (DI-07). */
interface DashboardLayoutTable extends EditionColumns {
  userId: string;
  customerId: string;
  /** JSON: the places of areas/insights/dashboard-layout.rules.ts, or null after a reset, which is a save too. */
  layout: string;
  updatedAt: number;
}

/** A name for filters, sort and columns of a list, one's own or shared with the customer's staff (GEN-32). */
interface SavedViewTable extends EditionColumns {
  id: string;
  customerId: string;
  /** Who made it. */
  userId: string;
  /** What the console calls the list. */
  list: string;
  name: string;
  /** `searchKey` of the name. */
  nameKey: string;
  /** The query of the list's address, without "?". */
  query: string;
  isShared: Bit;
  createdAt: number;
}

/** The view that a person begins a list with (GEN-35). */
interface DefaultViewTable {
  customerId: string;
  userId: string;
  list: string;
  viewId: string;
}

/** A file of users: looked at before anybody is made, made row by row, shown for 30 days (UPLOAD-25, UPLOAD-31). */
interface EndUserUploadTable {
  uploadId: string;
  customerId: string;
  /** The department that its users are made in. */
  hierarchyId: string;
  /** The uploader's user id. */
  createdBy: string;
  fileName: string;
  /** JSON: the names of the file's columns. */
  header: string;
  mfaEnabled: Bit;
  forcePasswordReset: Bit;
  notes: string | null;
  createdAt: number;
  /** When making the users began; null while the file is looked at. */
  begunAt: number | null;
  /** When every row had become a user or failed. */
  doneAt: number | null;
}

/** A row of such a file, and what became of it; `status` is null before that. */
interface EndUserUploadRowTable {
  customerId: string;
  uploadId: string;
  /** The number that a spreadsheet shows beside it. */
  fileRow: number;
  /** JSON: its values as they stood in the file. */
  cells: string;
  status: "CREATED" | "FAILED" | null;
  email: string | null;
  userId: string | null;
  reason: string | null;
}

export interface PeopleTables {
  dashboard_layouts: DashboardLayoutTable;
  saved_views: SavedViewTable;
  default_views: DefaultViewTable;
  end_user_uploads: EndUserUploadTable;
  end_user_upload_rows: EndUserUploadRowTable;
}
