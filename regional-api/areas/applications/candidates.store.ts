/** Candidates, and the erasure of their personal data. */
import { findBy, insertOf, insertOnce, rowAmong, selectByIds, updateBy } from "../../core/statements.store";
import { randomBytes } from "node:crypto";
import { expressionBuilder, type Expression } from "kysely";
import { editionOf, type Edition } from "../../core/optimistic-lock";
import { deidentified } from "./candidates.rules";
import { forgetReasons } from "./rule-decisions.store";
import { endText } from "../candidate-messages/candidate-messages.store";
import { holdConflict } from "../holds/holds.rules";
import { isHeld } from "../holds/holds.store";
import { searchKey } from "../../core/text";
import { fewApplicationsWith } from "../../store/search/applications";
import { anyOf, contains, from as tableBy, jsonText, literal } from "../../store/dialect";
import type { Reader, Writer } from "../../store/engine";
import type { NewRow, Row, Tables } from "../../store/tables";
import { prepared, sql } from "../../store/sql";

const selectVacancies = prepared<{ candidateId: string }>()((p) =>
  sql
    .selectFrom("applications as a")
    .innerJoin("vacancies as v", "v.id", "a.vacancyId")
    .select(["v.id", "v.title"])
    .where("a.candidateId", "=", p.candidateId)
    .orderBy("a.vacancyId"),
);

const selectChanges = prepared<{ candidateId: string }>()((p) =>
  sql
    .selectFrom("candidate_changes")
    .selectAll()
    .where("candidateId", "=", p.candidateId)
    .orderBy("changedAt"),
);

/** Returns a candidate's corrections and de-identification with their authors, oldest first. */
export const changesOfCandidate = (db: Reader, candidateId: string) => selectChanges.all(db, { candidateId });

/** Returns a candidate of this region. */
export const findCandidate = findBy("candidates", "id");

const selectAmong = selectByIds("candidates");

/** Returns a candidate by id. Concurrent calls are batched into one query. */
export const candidateAmong = rowAmong(selectAmong);

/** Returns a customer's candidate by email, in lower case. */
export const findCandidateByEmail = findBy("candidates", "customerId", "email");

/** Returns the vacancies a candidate applied to, oldest vacancy first. */
export const vacanciesOfCandidate = (db: Reader, candidateId: string) =>
  selectVacancies.all(db, { candidateId });

/** Correctable fields of a candidate; omitted ones stay unchanged. */
export interface CandidateChanges {
  readonly firstName?: string;
  readonly lastName?: string;
  readonly email?: string;
  readonly phoneNumber?: string | null;
  readonly location?: { readonly address: string; readonly lat: number; readonly lng: number } | null;
}

export const nameKeyOf = (firstName: string, lastName: string) => searchKey(`${firstName} ${lastName}`);

/** Stores a new candidate and derives the key that names are sorted and searched by. */
export async function insertCandidate(
  db: Writer,
  candidate: Omit<NewRow<"candidates">, "nameKey">,
): Promise<void> {
  const nameKey = nameKeyOf(candidate.firstName, candidate.lastName);
  await db.run(sql.insertInto("candidates").values({ ...candidate, nameKey }));
}

/**
 * Corrects a candidate. Keeps the replaced email and phone number, because messages were sent to them (see
 * forgetMessages).
 */
export async function updateCandidate(
  db: Writer,
  candidate: Row<"candidates">,
  { location, ...changes }: CandidateChanges,
  edition: Edition,
  now: number,
): Promise<void> {
  const next = { ...candidate, ...changes };
  for (const [before, after] of [
    [candidate.email, next.email],
    [candidate.phoneNumber, next.phoneNumber],
  ]) {
    if (before && before !== after) {
      await insertFormer.run(db, { candidateId: candidate.id, contact: before });
    }
  }
  await db.run(
    sql
      .updateTable("candidates")
      .set({
        ...changes,
        nameKey: nameKeyOf(next.firstName, next.lastName),
        ...(location !== undefined && {
          locationAddress: location?.address ?? null,
          locationLat: location?.lat ?? null,
          locationLng: location?.lng ?? null,
        }),
        ...editionOf(edition),
        updatedAt: now,
      })
      .where("id", "=", candidate.id),
  );
  const fields = fieldsChanged(candidate, { location, ...changes });
  if (fields.length > 0)
    await insertChange(db, {
      candidateId: candidate.id,
      kind: "CORRECTED",
      fields: JSON.stringify(fields),
      changedBy: edition.changedBy,
      changedAt: now,
    });
}

const insertChange = insertOf("candidate_changes");
const insertFormer = insertOnce("candidate_former_contacts", "candidateId", "contact");

/** Returns the changed fields, by their input names. */
function fieldsChanged(
  candidate: Row<"candidates">,
  { location, ...changes }: CandidateChanges,
): (keyof CandidateChanges)[] {
  const fields = (Object.keys(changes) as (keyof typeof changes)[]).filter(
    (name) => (changes[name] ?? null) !== candidate[name],
  );
  const isMoved = location !== undefined && (location?.address ?? null) !== candidate.locationAddress;
  return [...fields, ...(isMoved ? (["location"] as const) : [])];
}

// ---- erasing personal data ----

const selectFormer = prepared<{ candidateId: string }>()((p) =>
  sql.selectFrom("candidate_former_contacts").select("contact").where("candidateId", "=", p.candidateId),
);

/**
 * Selects one person's messages: those about their assessments, and those to their address unless they are
 * about another person's assessment.
 */
interface ContactQuery {
  readonly customerId: string;
  readonly candidateId: string;
  readonly contact: string;
}

const isForeign = (assessmentId: Expression<string | null>, candidateId: string) =>
  expressionBuilder<Tables>().exists(
    sql
      .selectFrom("assessments as s")
      .innerJoin("applications as a", "a.id", "s.applicationId")
      .select("s.id")
      .where("s.id", "=", assessmentId)
      .where("a.candidateId", "<>", candidateId),
  );

const ownAssessments = (candidateId: string) =>
  sql
    .selectFrom("applications as a")
    .innerJoin("assessments as s", "s.applicationId", "a.id")
    .select("s.id")
    .where("a.candidateId", "=", candidateId);

/** A contact to search for in saved searches, plain and URL-encoded. */
interface SavedSearchContact {
  readonly customerId: string;
  readonly contact: string;
  readonly written: string;
}

/** True if the address also belongs to a console user. */
const isUsers = (contact: string) =>
  expressionBuilder<Tables>().exists(sql.selectFrom("users").select("users.id").where("email", "=", contact));

/** Normalizes a list's query: lower case, without spaces (encoded as "+" in a query). */
const normalizedQuery = (query: "query" | "origin") => {
  const { fn } = expressionBuilder<Tables, "saved_views" | "bulk_jobs">();
  return fn<string>("replace", [fn("lower", [query]), literal("+"), literal("")]);
};

const mails = sql.updateTable("email_events").set({ mailRecipient: "" });
const messages = sql.updateTable("sms_events").set({ smsDestinationPhoneNumber: "" });

/** For EXPLAIN QUERY PLAN tests. */
export const forgetQueries = {
  mailsAboutAssessments: prepared<{ candidateId: string }>()((p) =>
    mails.where("assessmentId", "in", ownAssessments(p.candidateId)),
  ),
  mailsTo: prepared<ContactQuery>()((p) =>
    mails
      .where("customerId", "=", p.customerId)
      .where("mailRecipient", "=", p.contact)
      .where((mail) => mail.not(isForeign(mail.ref("email_events.assessmentId"), p.candidateId))),
  ),
  smsAboutAssessments: prepared<{ candidateId: string }>()((p) =>
    messages.where("assessmentId", "in", ownAssessments(p.candidateId)),
  ),
  smsTo: prepared<ContactQuery>()((p) =>
    messages
      .where("customerId", "=", p.customerId)
      .where("smsDestinationPhoneNumber", "=", p.contact)
      .where((sms) => sms.not(isForeign(sms.ref("sms_events.assessmentId"), p.candidateId))),
  ),
  viewsThatLook: prepared<SavedSearchContact>()((p) =>
    sql
      .selectFrom("saved_views")
      .select(["id", "name", "query"])
      .where("customerId", "=", p.customerId)
      .where((view) =>
        view.or([
          contains(normalizedQuery("query"), p.written),
          contains(view.fn("lower", ["name"]), p.contact),
        ]),
      )
      // A search for an address that a console user shares may be about that user.
      .where((view) => view.not(isUsers(p.contact))),
  ),
  jobsThatLooked: prepared<SavedSearchContact>()((p) =>
    sql
      .selectFrom("bulk_jobs")
      .select(["seq", "origin"])
      .where("customerId", "=", p.customerId)
      .where(contains(normalizedQuery("origin"), p.written))
      .where((job) => job.not(isUsers(p.contact))),
  ),
  searchedViews: prepared<{ customerId: string }>()((p) =>
    sql
      .selectFrom("saved_views")
      .select(["id", "name", "query"])
      .where("customerId", "=", p.customerId)
      .where("list", "=", literal("applications")),
  ),
  searchedJobs: prepared<{ customerId: string }>()((p) =>
    sql
      .selectFrom("bulk_jobs")
      .select(["seq", "origin"])
      .where("customerId", "=", p.customerId)
      .where(jsonText("work", "vacancyId"), "is not", null)
      .where(contains("origin", literal("q="))),
  ),
  candidatesOf: prepared<{ seqs: readonly number[] }>()((p) =>
    sql
      .selectFrom("applications as a")
      .innerJoin("candidates as c", "c.id", "a.candidateId")
      .select(["c.id", "c.customerId"])
      .where(anyOf("a.seq", p.seqs)),
  ),
  textsWaiting: prepared<ContactQuery>()((p) =>
    sql
      // Uses the recipient index, because many other texts may be waiting.
      .selectFrom(tableBy("outbox", { index: "outbox_recipient" }))
      .select("id")
      .where("customerId", "=", p.customerId)
      .where("recipient", "=", p.contact)
      .where("channel", "=", literal("SMS"))
      .where("sentAt", "is", null)
      .where("givenUpAt", "is", null)
      .where((message) => message.not(isForeign(jsonText("outbox.data", "assessmentId"), p.candidateId))),
  ),
  // Mails to console users, e.g. for a password reset, are about no assessment.
  messagesTo: prepared<ContactQuery>()((p) => {
    const assessmentId = jsonText("outbox.data", "assessmentId");
    return sql
      .deleteFrom("outbox")
      .where("customerId", "=", p.customerId)
      .where("recipient", "=", p.contact)
      .where((message) => message.not(isForeign(assessmentId, p.candidateId)))
      .where((message) =>
        message.or([message(assessmentId, "is not", null), message.not(isUsers(p.contact))]),
      );
  }),
};

const updateOrigin = updateBy("bulk_jobs", ["seq"], "origin");

/** True if the text contains the contact as a whole word; a longer contact belongs to someone else. */
function containsWord(text: string, contact: string): boolean {
  const lower = text.toLowerCase();
  for (let at = lower.indexOf(contact); at >= 0; at = lower.indexOf(contact, at + 1)) {
    const [before, after] = [lower.slice(0, at), lower.slice(at + contact.length)];
    if (!/[\p{L}\p{N}.%+_-]$/u.test(before) && !/^\.?[\p{L}\p{N}-]/u.test(after)) return true;
  }
  return false;
}

/** True if a list's query searches for the contact, with or without spaces. */
const searchesFor = (query: string, contact: string): boolean =>
  [...new URLSearchParams(query).values()].some(
    (value) => containsWord(value, contact) || containsWord(value.replaceAll(/\s/g, ""), contact),
  );

async function removeViews(db: Writer, views: readonly { readonly id: string }[]): Promise<void> {
  const ids = views.map(({ id }) => id);
  if (ids.length > 0) await db.run(sql.deleteFrom("saved_views").where(anyOf("id", ids)));
}

/** A text that matches more applications than this is not about one person. */
const maxMatchesOfOne = 100;

/**
 * Erases search texts that find this person by part of the name or email. Bulk jobs lose the text, which they
 * no longer need. A saved view is deleted only if its text finds no one else: "ann" may be about several
 * people.
 */
async function forgetTexts(db: Writer, person: Row<"candidates">): Promise<void> {
  const { id, customerId, nameKey, email } = person;
  const textOf = (query: string) => new URLSearchParams(query).get("q")?.trim() ?? "";
  const finds = (text: string) =>
    text !== "" &&
    (nameKey.includes(searchKey(text)) || (email ?? "").toLowerCase().includes(text.toLowerCase()));
  for (const { seq, origin } of await forgetQueries.searchedJobs.all(db, { customerId })) {
    const [list = "", query = ""] = origin?.split("?") ?? [];
    if (finds(textOf(query))) await updateOrigin.run(db, { seq, origin: list });
  }
  const isOnly = async (text: string) => {
    const seqs = await fewApplicationsWith(db, customerId, searchKey(text), maxMatchesOfOne);
    const found = seqs && (await forgetQueries.candidatesOf.all(db, { seqs }));
    return found?.every((one) => one.id === id || one.customerId !== customerId) === true;
  };
  const views = await forgetQueries.searchedViews.all(db, { customerId });
  const only: typeof views = [];
  for (const view of views)
    if ((finds(textOf(view.query)) && (await isOnly(textOf(view.query)))) || isNamed(view.name, person))
      only.push(view);
  await removeViews(db, only);
}

/** True if the text contains the person's full name. */
const isNamed = (text: string, { firstName, lastName }: Row<"candidates">): boolean =>
  `${firstName}${lastName}`.trim() !== "" &&
  containsWord(searchKey(text), searchKey(`${firstName} ${lastName}`.trim()));

/**
 * Removes saved views that search for a contact, and clears such queries of bulk jobs. After the erasure they
 * would match no one.
 */
async function forgetSearches(db: Writer, customerId: string, stored: string): Promise<void> {
  const contact = stored.toLowerCase();
  if (contact === "") return;
  const lookedFor = { customerId, contact, written: encodeURIComponent(contact).toLowerCase() };
  const views = (await forgetQueries.viewsThatLook.all(db, lookedFor)).filter(
    ({ name, query }) => containsWord(name, contact) || searchesFor(query, contact),
  );
  await removeViews(db, views);
  for (const { seq, origin } of await forgetQueries.jobsThatLooked.all(db, lookedFor)) {
    const [list = "", query = ""] = origin?.split("?") ?? [];
    if (searchesFor(query, contact)) await updateOrigin.run(db, { seq, origin: list });
  }
}

/**
 * Erases a person's contacts from the event logs and from saved searches, and deletes their queued messages.
 * Text messages that no carrier has accepted yet are marked as failed.
 */
async function forgetMessages(db: Writer, person: Row<"candidates">): Promise<void> {
  const { id: candidateId, customerId, email, phoneNumber } = person;
  await forgetTexts(db, person);
  const former = (await selectFormer.all(db, { candidateId })).map(({ contact }) => contact);
  const contacts = new Set([email, phoneNumber, ...former].filter((contact) => contact !== null));
  const { mailsAboutAssessments, mailsTo, smsAboutAssessments, smsTo, textsWaiting, messagesTo } =
    forgetQueries;
  await mailsAboutAssessments.run(db, { candidateId });
  await smsAboutAssessments.run(db, { candidateId });
  for (const contact of contacts) {
    const addressed = { customerId, candidateId, contact };
    await (contact.includes("@") ? mailsTo : smsTo).run(db, addressed);
    for (const { id } of await textsWaiting.all(db, addressed)) await endText(db, id, "REMOVED", db.now);
    await messagesTo.run(db, addressed);
    await forgetSearches(db, customerId, contact);
  }
  await db.run(sql.deleteFrom("candidate_former_contacts").where("candidateId", "=", candidateId));
}

/** Report data that is erased with the person, or at the end of its retention period. */
const countReports = prepared<{ candidateId: string }>()((p) =>
  sql
    .selectFrom("applications as a")
    .innerJoin("assessments as s", "s.applicationId", "a.id")
    .select((s) => s.fn.countAll<number>().as("count"))
    .where("a.candidateId", "=", p.candidateId)
    .where("s.insightsLink", "is not", null),
);

const clearReports = prepared<{ candidateId: string }>()((p) =>
  sql
    .updateTable("assessments")
    .set({ insightsLink: null, comment: null })
    .where("applicationId", "in", (eb) =>
      eb.selectFrom("applications").select("id").where("candidateId", "=", p.candidateId),
    ),
);

/**
 * Statements that erase a person. Each checks for legal holds itself and leaves a held person unchanged
 * (RET-09).
 */
const removing = {
  deidentify: prepared<{ id: string; externalApplicantId: string; now: number; idleSince: number }>()((p) =>
    sql
      .updateTable("candidates")
      .set({
        externalApplicantId: p.externalApplicantId,
        ...deidentified,
        updatedAt: p.now,
        deidentifiedAt: p.now,
      })
      .where("id", "=", p.id)
      .where("deidentifiedAt", "is", null)
      .where("lastActivityAt", "<", p.idleSince)
      .where((candidate) => candidate.not(isHeld(candidate.ref("candidates.id")))),
  ),
  applications: prepared<{ candidateId: string }>()((p) =>
    sql
      .deleteFrom("applications")
      .where("candidateId", "=", p.candidateId)
      .where((application) => application.not(isHeld(application.ref("applications.candidateId")))),
  ),
  candidate: prepared<{ id: string }>()((p) =>
    sql
      .deleteFrom("candidates")
      .where("id", "=", p.id)
      .where((candidate) => candidate.not(isHeld(candidate.ref("candidates.id")))),
  ),
};

/**
 * De-identifies a candidate (CAND-27): erases personal data from the candidate's row, the search, the event
 * logs, the outbox and the reviewers' comments; application outcomes stay. The provider id is replaced by a
 * random one, because it is a digest of the email and could be matched by guessing the email. Throws a
 * Conflict Error if the candidate is under a legal hold or was active at `idleSince` (milliseconds UTC) or
 * later.
 */
export async function deidentifyCandidate(
  db: Writer,
  candidate: Row<"candidates">,
  {
    changedBy,
    now,
    idleSince = Number.MAX_SAFE_INTEGER,
  }: { changedBy: string | null; now: number; idleSince?: number },
): Promise<{ reports: number }> {
  const { id } = candidate;
  const externalApplicantId = randomBytes(32).toString("hex");
  if ((await removing.deidentify.run(db, { id, externalApplicantId, now, idleSince })).changes === 0)
    throw holdConflict();
  await forgetMessages(db, candidate);
  await insertChange(db, {
    candidateId: id,
    fields: "[]",
    changedBy,
    changedAt: now,
    kind: "DEIDENTIFIED",
  });
  const reports = (await countReports.get(db, { candidateId: id }))?.count ?? 0;
  await clearReports.run(db, { candidateId: id });
  await forgetReasons(db, id);
  db.leaveNoTrace();
  return { reports };
}

/**
 * Deletes a candidate with all applications and messages (CAND-25). Throws a Conflict Error if the candidate
 * is under a legal hold.
 */
export async function deleteCandidate(db: Writer, candidate: Row<"candidates">): Promise<void> {
  await forgetMessages(db, candidate);
  await removing.applications.run(db, { candidateId: candidate.id });
  if ((await removing.candidate.run(db, { id: candidate.id })).changes === 0) throw holdConflict();
  db.leaveNoTrace();
}
