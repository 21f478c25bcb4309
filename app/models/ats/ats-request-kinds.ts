import { atsRequests } from "~/i18n/ats";

export type AtsRequestType = keyof (typeof atsRequests)["en"]["types"];

/** Searchable kinds of requests (ATSR-05, ATSR-06). */
export const atsRequestTypes = Object.keys(atsRequests.en.types) as AtsRequestType[];

export type AtsRequestStatus = (typeof atsRequestStatuses)[number];

export const atsRequestStatuses = [
  "ATS_REQUEST_STARTED",
  "ATS_REQUEST_FAILED",
  "ATS_REQUEST_COMPLETED",
  "ATS_REQUEST_IGNORED",
] as const;
