/** Enums shared by the rules and the lists of applications. */
import { applicationStatuses } from "../../../shared/application-statuses";
import { builder } from "../../core/builder";

export const ApplicationStatus = builder.enumType("AppsApplicationStatus", { values: applicationStatuses });

export const Recommendation = builder.enumType("AppsRecommendation", { values: ["YES", "MAYBE", "NO"] });
