/** Shared parts of the candidate lists that span all vacancies. */
import { expressionBuilder } from "kysely";
import { sql } from "../../store/sql";
import type { Tables } from "../../store/tables";

const application = expressionBuilder<Pick<Tables, "applications">, "applications">();

/** Leaves out the applications of archived vacancies. */
export const ofActiveVacancies = (customerId: string) =>
  application(
    "vacancyId",
    "not in",
    sql
      .selectFrom("vacancies")
      .select("id")
      .where("customerId", "=", customerId)
      .where("archivedAt", "is not", null),
  );

/** A page in the order of the list's index. */
export interface OrderedPage {
  readonly order: "asc" | "desc";
  readonly limit: number;
  readonly offset: number;
}
