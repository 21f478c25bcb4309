import type { Async, Reader, Writer } from "../../../regional-api/store/engine";
import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { searchKey } from "../../../regional-api/core/text";
import { lookupOf } from "../../../regional-api/store/search/trigrams";
import { demoCustomers, demoVacancyId } from "../../../regional-api/seed/ids";
import type { Database } from "../../../regional-api/store/database";
import { expectKept, rows, useSeeded } from "./seeded";

let db: Database;
const seeded = useSeeded();
beforeAll(() => {
  db = seeded.databases.region("ap-southeast-2");
});
const customerId = demoCustomers.acmeRetail.id;
const vacancyId = demoVacancyId("acmeRetail", 0);

/** Rolls back the changes of `work`. */
async function inVain(work: (writer: Writer) => Async<void>): Promise<void> {
  const undone = new Error("undone");
  const whole = db.write(async (writer) => {
    await work(writer);
    throw undone;
  });
  await whole.catch((error: unknown) => {
    if (error !== undone) throw error;
  });
}

const insertCopy = (table: string, id: string, changes: Record<string, unknown>): string => {
  const [row] = rows(db, `SELECT * FROM ${table} WHERE id = ?`, id);
  const copy = { ...row, ...changes };
  delete copy["seq"];
  const columns = Object.keys(copy);
  db.sqlite
    .prepare(`INSERT INTO ${table} (${columns.join(", ")}) VALUES (${columns.map(() => "?").join(", ")})`)
    .run(Object.values(copy));
  return String(copy["id"]);
};

describe("triggers keep counters, copies and search in step", () => {
  it("INV-14 APP-39 APP-42 CAND-12 CAND-25 after any sequence of changes", async () => {
    const ids = rows<{ id: string; candidateId: string }>(
      db,
      "SELECT id, candidateId FROM applications WHERE vacancyId = ? LIMIT 40",
      vacancyId,
    );
    const statuses = ["NEW", "HIRED", "DECLINED"].map((status) => `APPS_APPLICATION_${status}`);
    const stages = rows<{ id: string }>(
      db,
      "SELECT value ->> '_id' AS id FROM vacancies, json_each(workflow, '$.stages') WHERE vacancies.id = ?",
      vacancyId,
    ).map(({ id }) => id);
    let fresh = 0;
    const change = fc.record({
      kind: fc.constantFrom("status", "move", "submit", "view", "rename", "de-identify", "delete", "invite"),
      at: fc.nat(ids.length - 1),
      choice: fc.nat(2),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 25 }), async (changes) => {
        await inVain(() => {
          for (const { kind, at, choice } of changes) {
            const { id, candidateId } = ids[at] ?? { id: "", candidateId: "" };
            const run = (query: string, ...values: unknown[]) => db.sqlite.prepare(query).run(...values);
            if (kind === "status")
              run("UPDATE applications SET status = ? WHERE id = ?", statuses[choice], id);
            if (kind === "move")
              run(
                "UPDATE applications SET stageId = ?, status = ? WHERE id = ?",
                stages[choice % 2],
                statuses[choice],
                id,
              );
            if (kind === "submit")
              run(
                `UPDATE assessments SET status = 'APPS_ASSESSMENT_COMPLETED', recommendation = 'MAYBE', recommendationScore = ?,
                   consentedAt = createdAt, submittedAt = createdAt + 5 WHERE applicationId = ?`,
                choice,
                id,
              );
            if (kind === "view")
              run("UPDATE assessments SET isViewed = 1 - isViewed WHERE applicationId = ?", id);
            if (kind === "rename")
              run(
                "UPDATE candidates SET nameKey = ?, email = ? WHERE id = ?",
                `name ${choice}`,
                `new${at}@x.example`,
                candidateId,
              );
            if (kind === "de-identify")
              run("UPDATE candidates SET nameKey = '', email = NULL WHERE id = ?", candidateId);
            if (kind === "delete") run("DELETE FROM candidates WHERE id = ?", candidateId);
            if (kind === "invite" && rows(db, "SELECT 1 FROM applications WHERE id = ?", id).length > 0) {
              fresh += 1;
              const suffix = String(fresh).padStart(20, "0");
              const candidate = insertCopy("candidates", candidateId, {
                id: `aaaa${suffix}`,
                email: `c${fresh}@y.example`,
              });
              const application = insertCopy("applications", id, {
                id: `bbbb${suffix}`,
                candidateId: candidate,
                stageId: stages[choice % 2],
                assessmentStatus: "",
                assessmentResult: null,
                assessmentScore: null,
                assessmentIsViewed: 0,
                assessmentSubmittedAt: null,
              });
              const [assessment] = rows<{ id: string }>(
                db,
                "SELECT id FROM assessments WHERE applicationId = ?",
                id,
              );
              insertCopy("assessments", assessment?.id ?? "", {
                id: `cccc${suffix}`,
                applicationId: application,
                stageId: stages[choice % 2],
              });
            }
          }
          expectKept(db);
        });
      }),
      { numRuns: 40 },
    );
    expectKept(db);
  });

  it("VAC-44 VAC-57 a new or renamed vacancy is found by its new title only", async () => {
    const find = async (reader: Reader, text: string) => {
      const columns = ["title", "externalVacancyId"] as const;
      const by = await lookupOf(reader, "vacancy_search", customerId, searchKey(text), columns);
      return typeof by === "object"
        ? rows<{ id: string }>(
            db,
            "SELECT id FROM vacancies WHERE seq IN (SELECT rowid FROM vacancy_search WHERE vacancy_search MATCH ?)",
            by.match,
          ).map(({ id }) => id)
        : [];
    };
    await inVain(async (writer) => {
      const id = insertCopy("vacancies", vacancyId, {
        id: "d".repeat(24),
        titleKey: "quartz polisher",
        externalVacancyId: "QZ-1",
      });
      expect(await find(writer, "Quartz")).toEqual([id]);
      db.sqlite.prepare("UPDATE vacancies SET titleKey = 'opal polisher' WHERE id = ?").run(id);
      expect(await find(writer, "quartz")).toEqual([]);
      expect(await find(writer, "OPÁL pol")).toEqual([id]);
      db.sqlite.prepare("DELETE FROM vacancies WHERE id = ?").run(id);
      expect(await find(writer, "opal")).toEqual([]);
    });
  });
});

describe("full-text search", () => {
  const found = async (text: string, customer = customerId): Promise<string[]> => {
    // Regardless of the number of trigrams a short text starts, the results are compared.
    const most = 100_000;
    const by = await lookupOf(
      db.reader,
      "application_search",
      customer,
      searchKey(text),
      ["name", "email", "applicationId"],
      {
        maxTrigrams: most,
      },
    );
    if (typeof by === "string") return [];
    return rows<{ id: string }>(
      db,
      `SELECT a.id FROM application_search s JOIN applications a ON a.seq = s.rowid
       WHERE application_search MATCH ? AND a.customerId = ? ORDER BY s.rowid DESC`,
      by.match,
      customer,
    ).map(({ id }) => id);
  };

  it("SRCH-07 finds part of a name, email or id of any length, like a full scan", async () => {
    const all = rows<{
      id: string;
      nameKey: string;
      email: string | null;
      firstName: string;
      lastName: string;
    }>(
      db,
      "SELECT a.id, c.* , a.id AS id FROM applications a JOIN candidates c ON c.id = a.candidateId WHERE a.customerId = ? ORDER BY a.seq DESC",
      customerId,
    );
    const texts = all.flatMap(({ id, firstName, lastName, email }) => [
      firstName,
      `${firstName} ${lastName}`,
      email ?? "",
      id,
    ]);
    const slice = fc
      .record({
        text: fc.constantFrom(...texts.filter((text) => text !== "")),
        from: fc.nat(30),
        length: fc.integer({ min: 1, max: 8 }),
      })
      .map(({ text, from, length }) =>
        [...text]
          .slice(from % [...text].length)
          .slice(0, length)
          .join(""),
      );
    const typed = fc.oneof(
      { weight: 5, arbitrary: slice },
      { weight: 1, arbitrary: fc.string({ unit: "grapheme", maxLength: 5 }) },
    );
    await fc.assert(
      fc.asyncProperty(typed, async (text) => {
        const key = searchKey(text);
        const expected =
          key === ""
            ? []
            : all.filter(({ nameKey, email, id }) =>
                [nameKey, email ?? "", id].some((value) => value.includes(key)),
              );
        expect(await found(text)).toEqual(expected.map(({ id }) => id));
      }),
      { numRuns: 250 },
    );
  });
});

describe("searchKey", () => {
  it("ignores case, accents, strokes and blanks, and keeps the characters of other scripts", () => {
    expect(searchKey("  ÉLOÏSE \u00a0 Łuczak ")).toBe("eloise luczak");
    expect(searchKey("Te\u0301o")).toBe(searchKey("Téo"));
    expect(searchKey("प्रिया")).not.toBe(searchKey("पराया"));
    expect(searchKey("민준")).toBe("민준");
    expect(searchKey("İLKER")).toBe("ilker");
    expect(searchKey("ΝΙΚΟΣ Α")).toBe(searchKey("νικοσ α"));
  });
});
