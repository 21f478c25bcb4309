import { join } from "node:path";
import BetterSqlite3 from "better-sqlite3";
import { describe, expect, test } from "vitest";
import { applicantId } from "../../regional-api/areas/applications/candidates.rules";
import { roleTemplateStatements } from "../../regional-api/core/permissions";
import { searchKey } from "../../regional-api/core/text";
import { applicationsWith } from "../../regional-api/store/search/applications";
import { lookupOf } from "../../regional-api/store/search/trigrams";
import { giveCredits, leaveOutOnPostgres, onPostgres, tablesOf } from "./fixtures/engine";
import { signedIn } from "./fixtures/client";
import { addApplication, addCandidate, stages, vacancies } from "./fixtures/hiring";
import { invitation } from "./fixtures/application-operations";
import { retail as scope } from "./fixtures/ids";
import { addGroup, ids, people, scopeOf } from "./fixtures/world";
import { everyByte } from "./fixtures/snapshot";
import { useClient, useSydney, useWorld } from "./fixtures/use-world";

const world = useWorld("all tests", { AUTH_CALLS_PER_MINUTE: "1000" });
const recruiter = useClient(world, "recruiter", "all tests");
const staff = useClient(world, "staff", "all tests");
const db = useSydney(world);

const { organizationId, customerId } = scope;

const update = (_id: string, changes: Record<string, unknown>, client = recruiter) =>
  client.send("AppsUpdateApplicationCandidate", { _id, ...scope, ...changes });
const remove = (candidateId: string, client = staff) =>
  client.send("AppsDeleteCandidateById", { candidateId, ...scope });
const purge = (_id: string, client = staff) =>
  client.send("AppsPurgeApplicationCandidate", { _id, ...scope });
const vacanciesOf = (candidateId: string, client = staff, more = {}) =>
  client.send("AppsGetVacancyListByCandidateId", { candidateId, ...scope, ...more });

const candidate = (id: string) =>
  db.statement<Record<string, unknown>>("SELECT * FROM candidates WHERE id = ?").get(id);
const searched = async (text: string) => {
  if (onPostgres) {
    // PostgreSQL has no search table that could be queried directly.
    const hierarchyIds = db.statement<string>("SELECT DISTINCT hierarchyId FROM applications").pluck().all();
    const wanted = { customerId, hierarchyIds, key: searchKey(text), words: [], skip: 0, limit: 100 };
    const byIds = db.statement<{ id: string }>("SELECT id FROM applications WHERE seq = ?");
    return (await applicationsWith(db.reader, wanted)).map((seq) => byIds.get(seq)?.id);
  }
  const by = await lookupOf(db.reader, "application_search", customerId, searchKey(text), [
    "name",
    "email",
    "applicationId",
  ]);
  return typeof by === "string"
    ? []
    : db
        .statement<{ id: string }>(
          `SELECT a.id FROM application_search AS s JOIN applications AS a ON a.seq = s.rowid
           WHERE application_search MATCH ?`,
        )
        .all(by.match)
        .map(({ id }) => id);
};

describe("AppsUpdateApplicationCandidate", () => {
  test("CAND-06 CAND-11 CAND-12 updates the sent fields in every application, and in the search", async () => {
    const candidateId = addCandidate(db, {
      firstName: "Olde",
      lastName: "Name",
      phoneNumber: "+61412345678",
    });
    const first = addApplication(db, { candidateId });
    const second = addApplication(db, { candidateId, vacancy: "second" });
    const place = { address: "Sydney, NSW, Australia", coordinate: { lat: -33.87, lng: 151.21 } };
    const changes = { firstName: " Newe ", email: " New@Mail.Example ", location: place };
    expect((await update(first.id, changes)).error).toBeUndefined();
    expect(candidate(candidateId)).toMatchObject({
      firstName: "Newe",
      lastName: "Name",
      email: "new@mail.example",
      phoneNumber: "+61412345678",
      locationAddress: "Sydney, NSW, Australia",
      locationLat: -33.87,
    });
    expect((await searched("newe name")).sort()).toEqual([first.id, second.id].sort());
    expect(await searched("olde")).toEqual([]);
    // Blank clears clearable fields; the rest stays.
    const cleared = { lastName: "", phoneNumber: "", location: { address: "" } };
    expect((await update(second.id, cleared)).error).toBeUndefined();
    expect(candidate(candidateId)).toMatchObject({
      firstName: "Newe",
      lastName: "",
      phoneNumber: null,
      locationAddress: null,
      locationLat: null,
    });
  });

  test.each([
    ["Please enter the first name", { firstName: " " }],
    ["Please keep the first name within 50 characters", { firstName: "f".repeat(51) }],
    ["Please keep the last name within 50 characters", { lastName: "l".repeat(51) }],
    ["Please keep your email within 50 characters", { email: `${"e".repeat(50)}@mail.example` }],
    ["Please enter a valid email", { email: "" }],
    ["Please enter a valid email", { email: "a@b" }],
    ["Please enter a valid phone number", { phoneNumber: "+61 1" }],
    ["Please select a location from the list", { location: { address: "Typed only" } }],
  ])("CAND-02..07 CAND-19 %s", async (message, changes) => {
    const { id, candidateId } = addApplication(db);
    const before = candidate(candidateId);
    expect(await update(id, changes)).toMatchObject({ error: "Validation Error", message });
    expect(candidate(candidateId)).toEqual(before);
  });

  test("CAND-04 INV-05 a longer email from an invite may be kept, but another of that length is refused", async () => {
    const email = `${"e".repeat(60)}@mail.example`;
    const { id, candidateId } = addApplication(db, { candidateId: addCandidate(db, { email }) });
    const sent = { firstName: "Longe", email: ` ${email.toUpperCase()} ` };
    expect((await update(id, sent)).error).toBeUndefined();
    expect(candidate(candidateId)).toMatchObject({ firstName: "Longe", email });
    expect(await update(id, { email: `x${email}` })).toMatchObject({
      error: "Validation Error",
      message: "Please keep your email within 50 characters",
    });
  });

  test("CAND-07 a stored number may be kept although no longer valid; another such number is refused", async () => {
    const phoneNumber = "+6141234567";
    const { id, candidateId } = addApplication(db, { candidateId: addCandidate(db, { phoneNumber }) });
    expect((await update(id, { firstName: "Kepta", phoneNumber: ` ${phoneNumber} ` })).error).toBeUndefined();
    expect(candidate(candidateId)).toMatchObject({ firstName: "Kepta", phoneNumber });
    expect(await update(id, { phoneNumber: `${phoneNumber}1234` })).toMatchObject({
      error: "Validation Error",
      message: "Please enter a valid phone number",
    });
  });

  test("a taken email, a concurrent correction and a de-identified candidate are conflicts", async () => {
    const { id, candidateId } = addApplication(db);
    addCandidate(db, { email: "taken@mail.example" });
    expect(await update(id, { email: "taken@mail.example" })).toMatchObject({
      error: "Conflict Error",
      message: "Another candidate has this email",
    });
    const version = Number(candidate(candidateId)?.["version"]);
    expect((await update(id, { firstName: "First", version })).error).toBeUndefined();
    const late = await update(id, { firstName: "Second", version });
    expect(late).toMatchObject({ code: "CONFLICT", message: "This has been changed since it was read" });
    expect(candidate(candidateId)).toMatchObject({ firstName: "First" });
    await purge(id);
    expect((await update(id, { firstName: "Third" })).error).toBe("Conflict Error");
  });

  test("CAND-09 GEN-16 a candidate who also applied to an inaccessible department cannot be changed", async () => {
    const department = { ...scopeOf("retail"), hierarchyId: ids.department };
    addGroup(db, "retail", people.departmentHead, [
      ...roleTemplateStatements("ph-role-recruiter", department, "edge"),
      {
        effect: "Allow",
        actions: ["apps:deleteApplication"],
        resources: [`edge:apps:ap-southeast-2:${organizationId}:${customerId}:${ids.department}`],
      },
    ]);
    const head = await signedIn(world.app, "departmentHead");
    const own = addApplication(db, { vacancy: "department" });
    expect((await update(own.id, { firstName: "Own" }, head)).error).toBeUndefined();
    const other = addApplication(db, { candidateId: own.candidateId });
    expect((await update(own.id, { firstName: "Shared" }, head)).error).toBe("FORBIDDEN");
    expect((await update(other.id, { firstName: "Shared" }, head)).error).toBe("Not Found Error");
    expect((await remove(own.candidateId, head)).error).toBe("FORBIDDEN");
    expect((await purge(own.id, head)).error).toBe("FORBIDDEN");
    expect((await vacanciesOf(own.candidateId, head)).error).toBe("FORBIDDEN");
    expect((await vacanciesOf(own.candidateId, recruiter)).result).toEqual([
      { _id: vacancies.main, title: "Vacancy main" },
      { _id: vacancies.department, title: "Vacancy department" },
    ]);
    expect(candidate(own.candidateId)).toMatchObject({ firstName: "Own" });
  });

  test("GEN-24 the scope's department includes all below it", async () => {
    const { id, candidateId } = addApplication(db);
    const below = addApplication(db, { vacancy: "department" });
    const scoped = { hierarchyId: ids.department };
    expect((await update(below.id, { firstName: "Below", ...scoped })).error).toBeUndefined();
    expect((await update(id, { firstName: "Above", ...scoped })).error).toBe("Not Found Error");
    expect((await vacanciesOf(below.candidateId, staff, scoped)).error).toBeUndefined();
    expect((await vacanciesOf(candidateId, staff, scoped)).error).toBe("Not Found Error");
  });
});

const countOf = (vacancyId: string) =>
  db.statement<{ n: number }>("SELECT applicationCount AS n FROM vacancies WHERE id = ?").get(vacancyId)?.n ??
  0;

test("CAND-25 deleting a candidate deletes all applications and lowers the counts", async () => {
  const { candidateId } = addApplication(db, { candidateId: addCandidate(db, { lastName: "Toremove" }) });
  addApplication(db, { candidateId, vacancy: "second", stageId: stages.video });
  const before = [countOf(vacancies.main), countOf(vacancies.second)];
  expect((await remove(candidateId)).error).toBeUndefined();
  expect([countOf(vacancies.main), countOf(vacancies.second)]).toEqual(before.map((count) => count - 1));
  expect(candidate(candidateId)).toBeUndefined();
  const left = db.statement("SELECT 1 FROM applications WHERE candidateId = ?").all(candidateId);
  expect(left).toEqual([]);
  expect(await searched("toremove")).toEqual([]);
  expect((await remove(candidateId)).error).toBe("Not Found Error");
  const kept = db.statement<{ n: number }>("SELECT sum(count) AS n FROM application_counts").get()?.n;
  expect(kept).toBe(db.statement<{ n: number }>("SELECT count(*) AS n FROM applications").get()?.n);
});

test("CAND-29 a de-identified candidate cannot be de-identified again, moved or messaged, but deleted", async () => {
  const { id, candidateId } = addApplication(db);
  expect((await purge(id)).error).toBeUndefined();
  expect((await purge(id)).error).toBe("Conflict Error");
  for (const name of ["AppsMoveApplication", "AppsResendApplicationAssessmentLink"]) {
    const given = { _ids: [id], ...scope, stageId: stages.video, isManuallyProgressed: true };
    expect(await recruiter.result(name, given)).toMatchObject([{ refusal: "DEIDENTIFIED" }]);
  }
  expect((await staff.send("AppsResendApplicationMiReport", { _id: id, ...scope })).error).toBe(
    "Conflict Error",
  );
  expect((await remove(candidateId)).error).toBeUndefined();
});

const asText = (value: unknown): string =>
  value instanceof Uint8Array ? Buffer.from(value).toString("utf8") : String(value);

/** Every value of every row of every table as text, including the internal tables of virtual ones. */
function everythingStored(): string {
  return world.databases
    .all()
    .flatMap((one) =>
      tablesOf(one).flatMap((name) =>
        one.sqlite
          .prepare<[], Record<string, unknown>>(`SELECT * FROM ${name}`)
          .all()
          .flatMap((row) => Object.values(row).map(asText)),
      ),
    )
    .join("\n");
}

describe.each(["AppsPurgeApplicationCandidate", "AppsDeleteCandidateById"] as const)("%s", (operation) => {
  test("CAND-25 CAND-27 no trace of a person is left in any table of any file", async () => {
    // Letters found nowhere else here, so that even a trigram would reveal the person.
    const marker = operation === "AppsDeleteCandidateById" ? "ꙮ" : "ꙭ";
    const slug = operation === "AppsDeleteCandidateById" ? "quixotryx" : "zyzzyvabx";
    const person = {
      firstName: `${marker}Xantippe${slug}`,
      lastName: `${marker}Quirinalis`,
      email: `${slug}@vanishing.example`,
      phoneNumber: operation === "AppsDeleteCandidateById" ? "+61412999001" : "+61412999002",
    };
    const other = addApplication(db, { candidateId: addCandidate(db, { phoneNumber: person.phoneNumber }) });

    // The person is invited, corrected, moved on, reminded, reported on and searched for.

    giveCredits(db, customerId, 100);
    const headers = { "idempotency-key": `invite-${operation}` };
    const invited = { ...person, firstName: `${marker}Xan`, email: `former.${slug}@vanishing.example` };
    const input = invitation(invited);
    await recruiter.result("CommonInviteCandidate", { atsApplicationInput: input }, { headers });
    const found = await searched(invited.email);
    expect(found).toHaveLength(1);
    const [id = ""] = found;
    const location = { address: `${marker}Ultima Thule`, coordinate: { lat: 77.466, lng: -69.2304 } };
    expect((await update(id, { ...person, location })).error).toBeUndefined();
    const newPhone = operation === "AppsDeleteCandidateById" ? "+61412999003" : "+61412999004";
    expect((await update(id, { phoneNumber: newPhone })).error).toBeUndefined();
    db.statement(
      "UPDATE assessments SET status = 'APPS_ASSESSMENT_COMPLETED', submittedAt = 5, insightsLink = 'https://insights.example/' || ? WHERE applicationId = ?",
    ).run(slug, id);
    db.statement("UPDATE assessments SET comment = ? WHERE applicationId = ?").run(`${marker} was late`, id);
    await recruiter.result("AppsResendApplicationMiReport", { _id: id, ...scope });
    await recruiter.send(
      "AppsMoveApplication",
      { _ids: [id], stageId: stages.video, isManuallyProgressed: true, ...scope },
      { headers: { "idempotency-key": `move-${operation}` } },
    );
    // Searches for the person were saved: as views, and in a bulk action on the results.
    const views = {
      [`${operation}, to all`]: "status=APPS_APPLICATION_NEW",
      [`${operation}, by address`]: `recipient=Former.${slug}%40vanishing.example&tz=UTC`,
      [`About ${person.email}`]: "status=APPS_APPLICATION_HIRED",
      [`${operation}, by number`]: String(
        new URLSearchParams({ phone: newPhone.replace(/^(...)(...)/, "$1 $2 ") }),
      ),
    };
    for (const [name, query] of Object.entries(views)) {
      const made = { ...scope, list: "email-events", name, query, isShared: false };
      await recruiter.result("CommonCreateSavedView", made);
    }
    db.statement(
      `INSERT INTO bulk_jobs (jobId, customerId, createdBy, homeRegion, work, origin, state, asOf, createdAt)
       VALUES (?, ?, ?, 'ap-southeast-2', '{}', ?, 'DONE', 1, ?)`,
    ).run(operation, customerId, "somebody", `/vacancies/1?q=${slug}%40vanishing.example`, world.now());
    // A mail without an assessment, as other products log them, and one about another person's phone.
    const event = db.statement(
      `INSERT INTO email_events (id, customerId, eventType, mailMessageId, mailRecipient, mailSender, masterId,
         assessmentId, subject, templateId, templateType, timestamp)
       VALUES ('decline', ?, 'Send', 'm', ?, 's', NULL, NULL, 's', 't', 'APPLICATION_DECLINE', 1)`,
    );
    event.run(customerId, invited.email);
    const traces = [
      marker,
      slug,
      searchKey(person.firstName),
      newPhone,
      location.address,
      "77.466",
      input.externalApplicantId,
      applicantId(customerId, person.email),
    ];
    const before = everythingStored();
    for (const trace of [marker, slug, newPhone, person.phoneNumber, "77.466", input.externalApplicantId])
      expect(before).toContain(trace);
    const sms = db.sqlite.prepare("SELECT count(*) FROM sms_events WHERE assessmentId IS NOT NULL").pluck();
    const smsCount = sms.get();
    expect(smsCount).toBeGreaterThan(0);
    const row = db.statement<Record<string, unknown>>("SELECT * FROM applications WHERE id = ?").get(id);

    const candidateId = String(row?.["candidateId"]);
    const gone = operation === "AppsDeleteCandidateById" ? await remove(candidateId) : await purge(id);
    expect(gone.error).toBeUndefined();

    const after = everythingStored();
    for (const trace of traces) expect(after).not.toContain(trace);
    for (const word of ["xantippe", "quirinalis", slug, "vanishing", marker])
      expect(await searched(word)).toEqual([]);
    // The number still belongs to the other person, and the log still counts what was sent.
    expect(candidate(other.candidateId)).toMatchObject({ phoneNumber: person.phoneNumber });
    expect(after.split(person.phoneNumber)).toHaveLength(2);
    expect(sms.get()).toBe(smsCount);
    if (!onPostgres)
      db.sqlite.exec("INSERT INTO application_search (application_search) VALUES ('integrity-check')");

    expect(
      db
        .statement("SELECT name FROM saved_views WHERE name LIKE ? OR name LIKE 'About %'")
        .all(`${operation}%`),
    ).toEqual([{ name: `${operation}, to all` }]);
    expect(db.statement("SELECT origin FROM bulk_jobs WHERE jobId = ?").get(operation)).toEqual({
      origin: "/vacancies/1",
    });

    if (operation === "AppsPurgeApplicationCandidate") {
      expect(candidate(candidateId)).toMatchObject({
        firstName: "Deleted",
        lastName: "Candidate",
        email: null,
        phoneNumber: null,
        locationAddress: null,
        locationLat: null,
        locationLng: null,
      });
      const kept = db.statement<Record<string, unknown>>("SELECT * FROM applications WHERE id = ?").get(id);
      expect(kept).toEqual({ ...row, candidateNameKey: "", candidateEmail: "" });
      const [chat] = db
        .statement(
          "SELECT status, submittedAt, insightsLink FROM assessments WHERE applicationId = ? AND product = 'FI'",
        )
        .all(id);
      expect(chat).toEqual({ status: "APPS_ASSESSMENT_COMPLETED", submittedAt: 5, insightsLink: null });
      // The application is still found by its id (SRCH-13).
      expect(await searched(id)).toEqual([id]);
    }

    // Free pages of the files and the write-ahead log have none either. PostgreSQL vacuums its own.
    if (onPostgres) return;
    await new Promise((resolve) => setImmediate(resolve));
    const bytes = everyByte(world.dataDir);
    for (const trace of [...traces, "anishing.example"]) expect(bytes.includes(trace)).toBe(false);
  });
});

test("RET-06 CAND-27 removes saved searches for an address, but keeps those for longer addresses of others", async () => {
  const { id } = addApplication(db, { candidateId: addCandidate(db, { email: "ann@apart.example" }) });
  const queries = {
    "by a longer address": "recipient=joann%40apart.example",
    "by another domain": "recipient=ann%40apart.example.org",
    "by the address": "recipient=+Ann%40Apart.example",
  };
  for (const [name, query] of Object.entries(queries)) {
    const made = { ...scope, list: "email-events", name, query, isShared: false };
    await recruiter.result("CommonCreateSavedView", made);
  }
  expect((await purge(id)).error).toBeUndefined();
  expect(db.statement("SELECT name FROM saved_views WHERE name LIKE 'by %' ORDER BY name").all()).toEqual([
    { name: "by a longer address" },
    { name: "by another domain" },
  ]);
});

test("BULK-19 CAND-27 a text matching a de-identified candidate is removed from bulk actions, from views only if unique", async () => {
  const made = ["Zebulon", "Zebedee"].map((firstName) =>
    addCandidate(db, {
      firstName,
      lastName: "Quartermain",
      email: `${firstName.toLowerCase()}.q146@part.example`,
    }),
  );
  const [first] = made.map((candidateId) => addApplication(db, { candidateId }));
  // Possible search texts: parts of address or name in any case, and what two candidates share.
  const texts = ["zebulon.q146", "Zebul", "ZEBULON quarter", "quartermain", "q146@part", "eb", "somebody"];
  const common = texts.slice(3);
  for (const [index, text] of texts.entries()) {
    const query = new URLSearchParams({ q: text, status: "APPS_APPLICATION_NEW" }).toString();
    const view = { ...scope, list: "applications", name: `part ${index}`, query, isShared: false };
    await recruiter.result("CommonCreateSavedView", view);
    db.statement(
      `INSERT INTO bulk_jobs (jobId, customerId, createdBy, homeRegion, work, origin, state, asOf, createdAt)
       VALUES (?, ?, 'u', 'ap-southeast-2', '{"action":"APPLICATION_RESEND","vacancyId":"v"}', ?, 'DONE', 1, 1)`,
    ).run(`part ${index}`, scope.customerId, `/vacancies/v?${query}`);
  }
  const named = {
    ...scope,
    list: "applications",
    name: "part of Zébulon Quartermain",
    query: "",
    isShared: false,
  };
  await recruiter.result("CommonCreateSavedView", named);
  expect((await purge(first?.id ?? "")).error).toBeUndefined();
  const origins = db
    .statement<{ origin: string }>("SELECT origin FROM bulk_jobs WHERE jobId LIKE 'part %' ORDER BY jobId")
    .all()
    .map(({ origin }) => origin);
  expect(origins).toEqual([
    ...Array<string>(6).fill("/vacancies/v"),
    "/vacancies/v?q=somebody&status=APPS_APPLICATION_NEW",
  ]);
  const views = db
    .statement<{ query: string }>("SELECT query FROM saved_views WHERE name LIKE 'part %' ORDER BY name")
    .all();
  expect(views.map(({ query }) => new URLSearchParams(query).get("q"))).toEqual(common);
});

test("the search index is intact for another process after cleaning", () => {
  leaveOutOnPostgres("its files");
  const reader = new BetterSqlite3(join(world.dataDir, "ap-southeast-2.sqlite"), { readonly: true });
  expect(reader.pragma("integrity_check", { simple: true })).toBe("ok");
  reader.close();
});
