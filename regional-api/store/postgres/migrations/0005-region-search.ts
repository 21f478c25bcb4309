import type { PostgresMigration } from "./migration";

/**
 * Parts of a text are found by their trigrams, beside whose they are; what is too short for one by a walk from the newest
 * on. Names in the record are found by their words, folded as search/search-key.ts does.
 */
export const regionSearch: PostgresMigration = {
  number: 5,
  name: "region-search",
  schema: "region",
  sql: `
    CREATE INDEX applications_search ON applications
      USING gin ("customerId", "candidateNameKey" gin_trgm_ops, "candidateEmail" gin_trgm_ops, id gin_trgm_ops);
    CREATE INDEX applications_seq ON applications ("customerId", seq);
    CREATE INDEX vacancies_search ON vacancies
      USING gin ("customerId", "titleKey" gin_trgm_ops, lower("externalVacancyId") gin_trgm_ops);
    CREATE INDEX users_search ON users USING gin ("customerId", "nameKey" gin_trgm_ops, email gin_trgm_ops);
    CREATE INDEX email_recipients_search ON email_recipients USING gin ("customerId", recipient gin_trgm_ops);
    CREATE TABLE record_search (
      seq bigint PRIMARY KEY,
      words tsvector NOT NULL
    );
    CREATE INDEX record_search_words ON record_search USING gin (words);
  `,
};
