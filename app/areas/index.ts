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
 * Every area, in the menu's order (SHELL-12). Gates, menu, "Go to", addresses' ids, lists' names, rights and links of the
 * record come from here. It names every text of the console: nothing that runs in the browser imports it but for types.
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
/** The areas whose records are archived and restored. */
export type ArchivableArea = Extract<Area, { archiveList: string }>;
/** The areas whose records are created on a page of the console. */
export type CreateArea = Extract<Area, { screens: { create: object } }>;
