import type { Migration } from "./migration";

/**
 * What the search of all records needs beside the full-text tables. The vocabularies become lists of instances: the
 * next trigram is one step of the index, where the lists of rows counted how often each occurs. A text message is
 * found by its id.
 */
export const regionSearch: Migration = {
  number: 62,
  name: "region-search",
  file: "region",
  sql: `
    DROP TABLE application_search_terms;
    DROP TABLE vacancy_search_terms;
    CREATE VIRTUAL TABLE application_search_terms USING fts5vocab (application_search, instance);
    CREATE VIRTUAL TABLE vacancy_search_terms USING fts5vocab (vacancy_search, instance);
    CREATE INDEX sms_events_message ON sms_events (smsMessageId);
  `,
};
