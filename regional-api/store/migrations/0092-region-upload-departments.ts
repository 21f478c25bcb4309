import type { Migration } from "./migration";

/** A file of users belongs to the department that it was sent for; older ones belong to the customer's root. */
export const regionUploadDepartments: Migration = {
  number: 92,
  name: "region-upload-departments",
  file: "region",
  sql: `
    ALTER TABLE end_user_uploads ADD COLUMN hierarchyId TEXT NOT NULL DEFAULT '';
    UPDATE end_user_uploads
    SET hierarchyId = coalesce((SELECT rootHierarchyId FROM customers WHERE id = end_user_uploads.customerId), '');
  `,
};
