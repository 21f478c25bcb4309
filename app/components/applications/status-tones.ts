import type { Tone } from "~/components/ui/tones";
import type { ApplicationStatus } from "~/models/applications/application-options";

/** Badge tones by status; gray for the others. */
export const statusTones: Readonly<Partial<Record<ApplicationStatus, Tone>>> = {
  APPS_APPLICATION_NEW: "accent",
  APPS_APPLICATION_SHORTLISTED: "cyan",
  APPS_APPLICATION_LONGLISTED: "cyan",
  APPS_APPLICATION_INTERVIEW: "purple",
  APPS_APPLICATION_OFFERED: "purple",
  APPS_APPLICATION_HIRED: "green",
};
