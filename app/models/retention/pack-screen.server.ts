import { vacanciesArea } from "~/areas/vacancies";
import { deedGates, type Gate } from "~/services/gates";

const page = vacanciesArea.further[":vacancyId/applications/:applicationId"];

/** The access packs of a candidate: their page and what the packs need. */
export const packGate: Gate = {
  flag: [...page.flag, "edgeRetentionEnabled"],
  right: [...page.right, ...deedGates.makePack.right],
};
