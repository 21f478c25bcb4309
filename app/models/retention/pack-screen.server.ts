import { vacanciesArea } from "~/areas/vacancies";
import { actionGates, type Gate } from "~/services/gates";

const page = vacanciesArea.further[":vacancyId/applications/:applicationId"];

/** Gate of a candidate's access packs: their page's, plus the packs' own. */
export const packGate: Gate = {
  flag: [...page.flag, "edgeRetentionEnabled"],
  right: [...page.right, ...actionGates.makePack.right],
};
