import type { Migration } from "./migration";

/** A dashboard's layout is edited on several devices: the second of two saves is told of the first (DI-07). */
export const regionDashboardLayouts: Migration = {
  number: 82,
  name: "region-dashboard-layouts",
  file: "region",
  sql: `
    ALTER TABLE dashboard_layouts ADD COLUMN version INTEGER NOT NULL DEFAULT 1;
    ALTER TABLE dashboard_layouts ADD COLUMN changedAt INTEGER;
    ALTER TABLE dashboard_layouts ADD COLUMN changedBy TEXT;
  `,
};
