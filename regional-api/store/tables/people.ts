import { bit, edition, integer, json, oneOf, table, text, time } from "./columns";

export const peopleTables = {
  /** A person's own arrangement of one customer's dashboard; without a row the default holds (DI-07). */
  dashboard_layouts: table(
    {
      userId: text(),
      customerId: text().references("customers"),
      /** JSON: the places of areas/insights/dashboard-layout.rules.ts, or null after a reset, which is a save too. */
      layout: json(),
      updatedAt: time(),
      ...edition(1),
    },
    { primaryKey: ["userId", "customerId"] },
  ),
  /** A name for filters, sort and columns of a list, one's own or shared with the customer's staff (GEN-32). */
  saved_views: table(
    {
      id: text().primary(),
      customerId: text().references("customers"),
      /** Who made it. */
      userId: text(),
      /** What the console calls the list. */
      list: text(),
      name: text(),
      /** `searchKey` of the name. */
      nameKey: text(),
      /** The query of the list's address, without "?". */
      query: text(),
      isShared: bit(),
      createdAt: time(),
      ...edition(1),
    },
    {
      indexes: {
        saved_views_of_customer: "customerId, list, nameKey, id",
      },
    },
  ),
  /** The view that a person begins a list with (GEN-35). */
  default_views: table(
    {
      customerId: text().references("customers"),
      userId: text(),
      list: text(),
      viewId: text().references("saved_views", "CASCADE"),
    },
    {
      primaryKey: ["userId", "customerId", "list"],
      indexes: {
        default_views_view: "viewId",
        default_views_customer: "customerId",
      },
    },
  ),
  /** A file of users: looked at before anybody is made, made row by row, shown for 30 days (UPLOAD-25, GEN-22). */
  end_user_uploads: table(
    {
      uploadId: text(),
      customerId: text().references("customers"),
      /** The department that its users are made in. */
      hierarchyId: text().defaultForOldRows(""),
      /** The uploader's user id. */
      createdBy: text(),
      fileName: text(),
      /** JSON: the names of the file's columns. */
      header: json(),
      mfaEnabled: bit(),
      forcePasswordReset: bit(),
      notes: text().optional(),
      createdAt: time(),
      /** When making the users began; null while the file is looked at. */
      begunAt: time().optional(),
      /** When every row had become a user or failed. */
      doneAt: time().optional(),
    },
    {
      primaryKey: ["customerId", "uploadId"],
      hasRowid: true,
      indexes: {
        end_user_uploads_expiry: "createdAt",
        end_user_uploads_unbegun: "createdAt WHERE begunAt IS NULL",
      },
    },
  ),
  /** A row of such a file, and what became of it; `status` is null before that. */
  end_user_upload_rows: table(
    {
      customerId: text(),
      uploadId: text(),
      /** The number that a spreadsheet shows beside it. */
      fileRow: integer(),
      /** JSON: its values as they stood in the file. */
      cells: json(),
      status: oneOf("CREATED", "FAILED").optional(),
      email: text().optional(),
      userId: text().optional(),
      reason: text().optional(),
    },
    {
      primaryKey: ["customerId", "uploadId", "fileRow"],
      hasRowid: true,
      constraints: [
        "FOREIGN KEY (customerId, uploadId) REFERENCES end_user_uploads (customerId, uploadId) ON DELETE CASCADE",
      ],
    },
  ),
};
