/** Compares the counts maintained by triggers with the rows. */
import { bit } from "./dialect";
import type { Reader } from "./engine";
import { prepared, sql } from "./sql";

const countedIn = (table: "users" | "vacancies") =>
  prepared<object>()(() =>
    sql
      .selectFrom(table)
      .select((row) => [
        "customerId",
        "hierarchyId",
        bit(row("archivedAt", "is not", null)).as("isArchived"),
        row.fn.countAll<number>().as("count"),
      ])
      .groupBy(["customerId", "hierarchyId", "isArchived"]),
  );
const counted = { users: countedIn("users"), vacancies: countedIn("vacancies") };

const selectKept = prepared<{ list: keyof typeof counted }>()((p) =>
  sql
    .selectFrom("list_counts")
    .select(["customerId", "hierarchyId", "isArchived", "count"])
    .where("list", "=", p.list)
    .where("count", "<>", 0),
);

const wrongGroupCounts = prepared<object>()(() =>
  sql
    .selectFrom("groups as g")
    .select((all) => all.fn.countAll<number>().as("count"))
    .where((g) =>
      g(
        "g.usersCount",
        "<>",
        g
          .selectFrom("group_members as m")
          .innerJoin("users as u", "u.id", "m.userId")
          .select((all) => all.fn.countAll<number>().as("count"))
          .whereRef("m.groupId", "=", "g.id")
          .where("u.archivedAt", "is", null),
      ),
    ),
);

const wrongVacancyCounts = prepared<object>()(() =>
  sql
    .with("counted", (all) =>
      all
        .selectFrom("applications")
        .select((row) => ["vacancyId", row.fn.countAll<number>().as("count")])
        .groupBy("vacancyId"),
    )
    .selectFrom("vacancies as v")
    .leftJoin("counted as c", "c.vacancyId", "v.id")
    .select((all) => all.fn.countAll<number>().as("count"))
    .where((v) => v("v.applicationCount", "<>", v.fn.coalesce("c.count", v.lit(0)))),
);

/** Returns a message for each kind of count that differs from the rows; empty if all match. */
export async function wrongCounts(moment: Reader): Promise<string[]> {
  const found: [count: number, what: string][] = [];
  for (const list of ["users", "vacancies"] as const) {
    const textOf = (row: object) => JSON.stringify(Object.values(row));
    const kept = new Set((await selectKept.all(moment, { list })).map(textOf));
    const rows = (await counted[list].all(moment, {})).map(textOf);
    const alike = rows.filter((row) => kept.has(row)).length;
    found.push([Math.max(rows.length, kept.size) - alike, `numbers of the ${list} of departments`]);
  }
  found.push([(await wrongGroupCounts.get(moment, {}))?.count ?? 0, "numbers of the people of groups"]);
  found.push([
    (await wrongVacancyCounts.get(moment, {}))?.count ?? 0,
    "numbers of the candidates of vacancies",
  ]);
  return found.flatMap(([count, what]) => (count > 0 ? [`${count} ${what} are not those of the rows`] : []));
}
