import { bit, edition, integer, json, oneOf, table, text, time } from "./columns";

export const peopleTables = {
  /** A user's own layout of a customer's dashboard (DI-07); without a row, the default applies. */
  dashboard_layouts: table(
    {
      userId: text(),
      customerId: text().references("customers"),
      /**
       * JSON: places as in areas/insights/dashboard-layout.rules.ts; null after a reset, which counts as a
       * save.
       */
      layout: json(),
      updatedAt: time(),
      ...edition(1),
    },
    { primaryKey: ["userId", "customerId"] },
  ),
  /**
   * A named set of filters, sort and columns of a list, private or shared with the customer's users (GEN-32).
   */
  saved_views: table(
    {
      id: text().primary(),
      customerId: text().references("customers"),
      /** Creator of the view. */
      userId: text(),
      /** Name of the list in the console. */
      list: text(),
      name: text(),
      /** `searchKey` of the name. */
      nameKey: text(),
      /** Query string of the list's URL, without "?". */
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
  /** The view that a user's list opens with (GEN-35). */
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
  /**
   * A file of users: checked first, then created in batches of rows, and shown for 30 days (UPLOAD-25,
   * GEN-22).
   */
  end_user_uploads: table(
    {
      uploadId: text(),
      customerId: text().references("customers"),
      /** Department in which the users are created. */
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
      /** Time when creating the users began; null while the file is being checked. */
      begunAt: time().optional(),
      /** Time when the last row became a user or failed. */
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
  /** A row of an upload, and its result; `status` is null until it is processed. */
  end_user_upload_rows: table(
    {
      customerId: text(),
      uploadId: text(),
      /** Row number as a spreadsheet shows it. */
      fileRow: integer(),
      /** JSON: the row's values as in the file. */
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
