// Written by `npm run contract`. Do not edit.
import { seed as declineReasons } from "./decline-reasons";
import { seed as savedViews } from "./saved-views";
import { seed as workflowLibrary } from "./workflow-library";

/** The areas' additions to a customer of the demo data: each file here exports `seed`. */
export const areaSeeds = [declineReasons, savedViews, workflowLibrary];
