import { atsTenantsArea } from "./ats-tenants";
import { customersArea } from "./customers";
import { groupsArea } from "./groups";
import { organizationsArea } from "./organizations";
import {
  atsRequestsArea,
  decisionsArea,
  departmentsArea,
  eventLogsArea,
  insightsArea,
  recordArea,
} from "./pages";
import { policiesArea } from "./policies";
import { usersArea } from "./users";
import { vacanciesArea } from "./vacancies";
import { workflowSetsArea } from "./workflow-sets";
import { workflowsArea } from "./workflows";

/**
 * All areas, in menu order (SHELL-12). Source of the gates, menu, "Go to", URL ids, list names, rights and
 * audit-log links. Imports every text of the console, so browser code may only import types from it.
 */
export const areas = [
  vacanciesArea,
  workflowsArea,
  workflowSetsArea,
  decisionsArea,
  usersArea,
  groupsArea,
  policiesArea,
  departmentsArea,
  customersArea,
  organizationsArea,
  insightsArea,
  eventLogsArea,
  atsRequestsArea,
  recordArea,
  atsTenantsArea,
] as const;

export type Area = (typeof areas)[number];
/** Areas whose records can be archived and restored. */
export type ArchivableArea = Extract<Area, { archiveList: string }>;
/** Areas with a create page. */
export type CreateArea = Extract<Area, { screens: { create: object } }>;
