import type { Migration } from "./migration";

/** Candidates are found by their phone number, with or without its country code (SRCH-07): by the end that both have. */
export const regionCandidatePhones: Migration = {
  number: 109,
  name: "region-candidate-phones",
  file: "region",
  sql: `
    CREATE INDEX candidates_phone ON candidates (customerId, substr(phoneNumber, -7)) WHERE phoneNumber IS NOT NULL;
  `,
};
