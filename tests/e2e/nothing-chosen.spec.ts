import { nothingChosen } from "./support/archivable";
import { people } from "./support/test";

const item = "Please select at least one item.";
for (const list of [
  { rows: "WF-06", list: "workflow-sets/workflows", told: "Please select at least one workflow" },
  { rows: "WFS-06 WFS-08", list: "workflow-sets", told: "Please select at least one workflow set" },
  {
    rows: "VAC-09 VAC-18",
    list: "vacancies",
    told: "Please select at least one vacancy",
    person: people.recruiter,
  },
  { rows: "CUST-09 CUST-16 SHELL-29", list: "customers", told: item },
  { rows: "ORG-04 ORG-08", list: "organisations", told: item },
  { rows: "USER-28", list: "users", told: item },
  { rows: "GRP-04 GRP-16", list: "groups", told: item },
])
  nothingChosen({ person: people.staff, ...list });
