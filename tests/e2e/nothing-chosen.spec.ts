import { areas } from "../../app/areas";
import { nothingChosen } from "./support/archivable";
import { people } from "./support/test";

/** Areas with their own messages, requirements, and lists that staff cannot open. */
const own: Readonly<Record<string, { rows: string; told?: string; person?: string }>> = {
  "workflow-sets/workflows": { rows: "WF-06", told: "Please select at least one workflow" },
  "workflow-sets": { rows: "WFS-06 WFS-08", told: "Please select at least one workflow set" },
  vacancies: { rows: "VAC-09 VAC-18", told: "Please select at least one vacancy", person: people.recruiter },
  customers: { rows: "CUST-09 CUST-16 SHELL-29" },
  organisations: { rows: "ORG-04 SHELL-29" },
  users: { rows: "USER-28" },
  groups: { rows: "GRP-04 GRP-16" },
};

for (const area of areas) {
  if (!("archiveList" in area)) continue;
  const told = "Please select at least one item.";
  nothingChosen({ rows: "SHELL-29", list: area.path, person: people.staff, told, ...own[area.path] });
}
