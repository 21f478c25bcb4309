import { quoted } from "../schema/quoted";
import { table, text } from "../tables/columns";
import type { Migration } from "./migration";
import { inOrder, newTable } from "./pieces";

const ofVacancies = (of: string) => `
    INSERT INTO vacancy_people (customerId, email, vacancyId)
      SELECT DISTINCT v.customerId, lower(json_extract(one.value, '$.email')), v.id
        FROM vacancies AS v, json_each(v.managers) AS one ${of};`;
/** Not as JSON: jsonb refuses half of a surrogate pair, which a name can have. Emails have no quotes or escapes. */
const ofNew = `
      INSERT INTO vacancy_people (customerId, email, vacancyId)
        SELECT DISTINCT NEW.customerId, lower(one[1]) COLLATE "C", NEW.id
          FROM regexp_matches(NEW.managers, '"email": ?"([^"]*)"', 'g') AS one;`;
const emptied = "DELETE FROM vacancy_people WHERE vacancyId = NEW.id;";
const isNamed = "NEW.managers <> '[]'";
const isChanged = "NEW.managers <> OLD.managers";

const trigger = (name: string, event: string, when: string, body: string) => `
    CREATE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      ${quoted(body).trim()}
      RETURN NULL;
    END $$;
    CREATE TRIGGER ${name} ${event} ON vacancies FOR EACH ROW WHEN (${quoted(when)}) EXECUTE FUNCTION ${name}();`;

/** Finds a person's vacancies by their email, instead of reading all of the customer's. */
export const regionVacancyPeople: Migration = {
  number: 245,
  name: "region-vacancy-people",
  file: "region",
  ...inOrder(
    newTable(
      "vacancy_people",
      table(
        {
          customerId: text(),
          email: text(),
          vacancyId: text().references("vacancies", "CASCADE"),
        },
        {
          primaryKey: ["customerId", "email", "vacancyId"],
          indexes: { vacancy_people_vacancy: "vacancyId" },
        },
      ),
    ),
    {
      sql: `
    ${ofVacancies("")}
    CREATE TRIGGER vacancies_people_added AFTER INSERT ON vacancies WHEN ${isNamed} BEGIN
      ${ofVacancies("WHERE v.id = NEW.id")}
    END;
    CREATE TRIGGER vacancies_people_changed AFTER UPDATE OF managers ON vacancies WHEN ${isChanged} BEGIN
      ${emptied}
      ${ofVacancies("WHERE v.id = NEW.id")}
    END;`,
      postgres: `
    ${quoted(`INSERT INTO vacancy_people (customerId, email, vacancyId)
      SELECT DISTINCT v.customerId, lower(one[1]) COLLATE "C", v.id
        FROM vacancies AS v, regexp_matches(v.managers, '"email": ?"([^"]*)"', 'g') AS one;`)}
    ${trigger("vacancies_people_added", "AFTER INSERT", isNamed, ofNew)}
    ${trigger("vacancies_people_changed", "AFTER UPDATE OF managers", isChanged, `${emptied}${ofNew}`)}`,
    },
  ),
};
