// Written by `npm run contract`. Do not edit.
import { seed as declineReasons } from "./decline-reasons";
import { seed as savedViews } from "./saved-views";
import { seed as workflowLibrary } from "./workflow-library";

/** What areas add to a customer of the demo data: a file here exports `seed`. */
export const areaSeeds = [declineReasons, savedViews, workflowLibrary];
