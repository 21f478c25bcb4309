/** The page of an access pack (RET-12): all data held about a candidate, worded for the candidate. */
import { escapeMarkup } from "../../core/markup";
import { parseRuleRecord, type Condition, type Trigger } from "../workflows/stage-rules";
import { parseWorkflowCopy } from "../workflows/workflow-stages";
import type { PackFacts, Row } from "./pack-facts";

/** One item's values by heading; empty values are left out. */
type Facts = Readonly<Record<string, string>>;

const named: Readonly<Record<string, string>> = {
  APPS_ASSESSMENT_ORDER_COMPLETED: "Not started",
  APPS_ASSESSMENT_INPROGRESS: "In progress",
  FI: "Chat interview",
  SI: "Video interview",
  SMS: "Text message",
  Send: "Sent",
  Delivery: "Delivered",
  Open: "Opened",
  Click: "Link clicked",
  CLICK: "Link clicked",
  Bounce: "Could not be delivered",
  Complaint: "Reported as spam",
  WAITING: "Being made",
};
const prefixes: readonly (readonly [RegExp, string])[] = [
  [/^APPS_(APPLICATION|ASSESSMENT)_/, ""],
  [/\bFI_/, "CHAT_INTERVIEW_"],
  [/\bSI_/, "VIDEO_INTERVIEW_"],
  [/\bLI_/, "LIVE_INTERVIEW_"],
];

const capitalize = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);
const text = (value: unknown) =>
  typeof value === "string" || typeof value === "number" ? String(value) : "";

/** A code in words: its entry in `named`, or words derived from the code. */
function words(code: unknown): string {
  const bare = prefixes.reduce((left, [prefix, name]) => left.replace(prefix, name), text(code));
  return named[text(code)] ?? capitalize(bare.replaceAll("_", " ").toLowerCase());
}
const yesOrNo = (value: unknown) => (value == null ? "" : value === 1 || value === true ? "Yes" : "No");

const days = new Intl.DateTimeFormat("en-GB", {
  day: "numeric",
  month: "long",
  year: "numeric",
  timeZone: "UTC",
});
const day = (at: unknown) => (typeof at === "number" ? days.format(at) : "");
const time = (at: unknown) =>
  typeof at === "number" ? `${days.format(at)}, ${new Date(at).toISOString().slice(11, 16)} UTC` : "";

function duration(ms: unknown): string {
  if (typeof ms !== "number") return "";
  const minutes = Math.max(1, Math.round(ms / 60_000));
  return minutes === 1 ? "1 minute" : `${minutes} minutes`;
}

/** Splits "firstName" into "first name". */
const fieldWords = (name: string) => name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

const operators: Readonly<Record<Condition["comparisonOperator"], string>> = {
  gt: "is more than",
  gte: "is at least",
  lt: "is less than",
  lte: "is at most",
  contains: "is",
  is: "is",
};
const resultNames: Readonly<Record<Condition["onField"], string>> = {
  recommendation: "the recommendation",
  recommendationScore: "the recommendation score",
  plagiarismQuestionCount: "the number of answers with plagiarism",
  profanityQuestionCount: "the number of answers with profanity",
  isLowTextQuality: "low text quality",
};

function ruleSentence({ conditions, action }: Trigger): string {
  const valueWords = (value: unknown) =>
    typeof value === "boolean"
      ? yesOrNo(value).toLowerCase()
      : typeof value === "string"
        ? words(value)
        : text(value);
  const all = conditions.map(({ onField, comparisonOperator, comparisonValue }) => {
    const value = [comparisonValue].flat().map(valueWords).join(" or ");
    return `${resultNames[onField]} ${operators[comparisonOperator]} ${value}`;
  });
  const outcome =
    action.type === "MOVE_STAGE"
      ? "move to the next stage"
      : `set the status to ${words(action.payload.status)}`;
  return `If ${all.join(" and ")}, ${outcome}`;
}

const cell = (name: "th" | "td", value: string, scope = "") =>
  `<${name}${scope && ` scope="${scope}"`}>${escapeMarkup(value)}</${name}>`;

/** Renders an item as a table of headings and values. */
const renderFacts = (facts: Facts): string => {
  const rows = Object.entries(facts)
    .filter(([, value]) => value !== "")
    .map(([name, value]) => `<tr>${cell("th", name, "row")}${cell("td", value)}</tr>`);
  return rows.length === 0 ? "" : `<div><table>${rows.join("\n")}</table></div>`;
};

/** Renders items of one kind as a table with common headings, without columns that are empty for all. */
function asTable(all: readonly Facts[]): string {
  const names = Object.keys(all[0] ?? {}).filter((name) => all.some((facts) => facts[name]));
  if (names.length === 0) return "";
  const head = names.map((name) => cell("th", name, "col")).join("");
  const body = all.map((facts) => `<tr>${names.map((name) => cell("td", facts[name] ?? "")).join("")}</tr>`);
  return `<div><table><thead><tr>${head}</tr></thead><tbody>\n${body.join("\n")}\n</tbody></table></div>`;
}

const renderSection = (title: string, content: string, level: 2 | 3 = 2) =>
  content && `<h${level}>${escapeMarkup(title)}</h${level}>${content}`;

const sortByTime = (rows: readonly (readonly [unknown, Facts])[]) =>
  [...rows].sort(([a], [b]) => Number(a) - Number(b)).map(([, facts]) => facts);

const style =
  "body{font:1rem/1.5 system-ui,sans-serif;margin:2rem;max-width:80rem}div{overflow-x:auto}table{border-collapse:collapse}th,td{border:1px solid #999;padding:.25rem .5rem;text-align:start;vertical-align:top;white-space:pre-wrap}";

/** The page of a pack, as self-contained HTML. */
export function packPage({ customerName, madeAt, rows, vacancies, reasons }: PackFacts): string {
  const rowsOf = (table: string): readonly Row[] => rows[table] ?? [];
  const [person = {}] = rowsOf("candidates");
  const heading = `What ${customerName} holds about ${text(person["firstName"])} ${text(person["lastName"])}`;

  const placeOf = (applicationId: unknown) => {
    const application = rowsOf("applications").find(({ id }) => id === applicationId) ?? {};
    const vacancy = vacancies.find(({ id }) => id === application["vacancyId"]);
    const stages = vacancy ? parseWorkflowCopy(vacancy.workflow).stages : [];
    return {
      vacancy: vacancy?.title ?? "",
      stage: (stageId: unknown) => stages.find(({ _id }) => _id === stageId)?.name ?? "A stage",
    };
  };

  const contactsBefore = rowsOf("candidate_former_contacts").map(({ contact }) => text(contact));
  const ownFacts = renderFacts({
    "First name": text(person["firstName"]),
    "Last name": text(person["lastName"]),
    Email: text(person["email"]),
    "Phone number": text(person["phoneNumber"]),
    "Earlier email addresses and phone numbers": contactsBefore.join("\n"),
    Address: text(person["locationAddress"]),
    Latitude: text(person["locationLat"]),
    Longitude: text(person["locationLng"]),
    "First entered": time(person["createdAt"]),
    "Last changed": time(person["updatedAt"]),
    "Last activity": time(person["lastActivityAt"]),
    "De-identified": time(person["deidentifiedAt"]),
  });

  const applications = rowsOf("applications").map((application) => {
    const place = placeOf(application["id"]);
    return renderSection(
      place.vacancy,
      renderFacts({
        Applied: time(application["createdAt"]),
        Status: words(application["status"]),
        "Current stage": place.stage(application["stageId"]),
        "Moved on by a person": yesOrNo(application["isManuallyProgressed"]),
        "Last changed": time(application["updatedAt"]),
      }),
      3,
    );
  });

  const stages = rowsOf("assessments").map((assessment) => {
    const place = placeOf(assessment["applicationId"]);
    return renderSection(
      `${place.stage(assessment["stageId"])} – ${place.vacancy}`,
      renderFacts({
        Kind: words(assessment["product"]),
        Progress: words(assessment["status"]),
        Invited: time(assessment["createdAt"]),
        Started: time(assessment["consentedAt"]),
        Submitted: time(assessment["submittedAt"]),
        "Time taken": duration(assessment["durationMs"]),
        "Questions answered": text(assessment["answeredCount"]),
        Device: text(assessment["deviceType"]),
        "Rating given by the candidate, 0 to 10": text(assessment["feedbackRating"]),
        Assessed: time(assessment["predictedAt"]),
        Recommendation: words(assessment["recommendation"]),
        "Recommendation score, 0 to 100": text(assessment["recommendationScore"]),
        Plagiarism: yesOrNo(assessment["isPlagiarism"]),
        "Answers with plagiarism": text(assessment["plagiarismQuestionCount"]),
        Profanity: yesOrNo(assessment["isProfanity"]),
        "Answers with profanity": text(assessment["profanityQuestionCount"]),
        "Unusual answers": yesOrNo(assessment["isOutlier"]),
        "Number of unusual answers": text(assessment["outlierQuestionCount"]),
        "Written with artificial intelligence": yesOrNo(assessment["isAgc"]),
        "Answers written with artificial intelligence": text(assessment["agcQuestionCount"]),
        "Low text quality": yesOrNo(assessment["isLowTextQuality"]),
        "Reviewers’ rating": words(assessment["rating"]),
        "Reviews completed": text(assessment["completedReviewerCount"]),
        Comment: text(assessment["comment"]),
        "Seen by a reviewer": yesOrNo(assessment["isViewed"]),
        "Report removed": time(assessment["reportRemovedAt"]),
        "Last changed": time(assessment["updatedAt"]),
      }),
      3,
    );
  });

  const message = (at: unknown, event: unknown, kind: string, row: Row): [unknown, Facts] => [
    at,
    {
      Time: time(at),
      Kind: kind,
      "What happened": words(event),
      Details: text(row["smsMessageStatusDescription"]),
      From: text(row["mailSender"] ?? row["smsOriginationPhoneNumber"]),
      To: text(row["recipient"] ?? row["mailRecipient"] ?? row["smsDestinationPhoneNumber"]),
      "Message about": words(row["templateType"]),
      Subject: text(row["subject"]),
      Text: text(row["text"]),
      Carrier: text(row["carrierName"]),
    },
  ];
  const messages = sortByTime([
    ...rowsOf("outbox").map((row) => message(row["createdAt"], "Written", words(row["channel"]), row)),
    ...rowsOf("email_events").map((row) => message(row["timestamp"], row["eventType"], "Email", row)),
    ...rowsOf("sms_events").map((row) =>
      message(row["timestamp"], row["smsMessageStatus"], "Text message", row),
    ),
  ]);

  const by = (changedBy: unknown) => (changedBy == null ? "The system" : `A user of ${customerName}`);
  const changed = (change: Row): Facts => {
    const { vacancy, stage } = placeOf(change["applicationId"]);
    const value = (of: unknown) => (change["kind"] === "STAGE" ? stage(of) : words(of));
    return {
      Time: time(change["changedAt"]),
      Vacancy: vacancy,
      "What changed": words(change["kind"]),
      Before: value(change["before"]),
      After: value(change["after"]),
      "Reason given": reasons.get(text(change["declineReason"])) ?? "",
    };
  };
  const ruleFacts = (change: Row): Facts => {
    const { workflowName, stageName, trigger } = parseRuleRecord(text(change["rule"]));
    return { ...changed(change), Workflow: workflowName, Stage: stageName, Rule: ruleSentence(trigger) };
  };
  const changes = rowsOf("application_changes");
  const verdicts: Readonly<Record<string, string>> = { CONFIRMED: "Confirmed", CHANGED: "Changed" };
  const reviews = rowsOf("rule_decisions").map((decision): Facts => {
    const { workflowName, trigger } = parseRuleRecord(text(decision["rule"]));
    return {
      Decided: time(decision["decidedAt"]),
      Vacancy: placeOf(decision["applicationId"]).vacancy,
      Workflow: workflowName,
      Rule: ruleSentence(trigger),
      "Waits for a person": yesOrNo(decision["isWaiting"]),
      Review: verdicts[text(decision["verdict"])] ?? "",
      "Status given in its place": words(decision["changedTo"]),
      Reason: text(decision["reviewReason"]),
      Reviewed: time(decision["reviewedAt"]),
      "Reviewed by": decision["reviewedBy"] == null ? "" : by(decision["reviewedBy"]),
      Contested: time(decision["contestedAt"]),
    };
  });
  const corrections = rowsOf("candidate_changes").map((change): Facts => {
    const fields = JSON.parse(text(change["fields"]) || "[]") as readonly string[];
    return {
      Time: time(change["changedAt"]),
      "What happened": words(change["kind"]),
      Details: fields.map(fieldWords).join(", "),
      "Made by": by(change["changedBy"]),
    };
  });

  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeMarkup(heading)}</title><style>${style}</style></head>
<body><h1>${escapeMarkup(heading)}</h1><p>As of ${time(madeAt)}. All times are in UTC. The other files in this pack contain the same data in machine-readable form, with the IDs under which it is stored.</p>
${[
  renderSection("Personal details", ownFacts),
  renderSection("Applications", applications.join("\n")),
  renderSection("Interviews and stages", stages.join("\n")),
  renderSection("Messages", asTable(messages)),
  renderSection(
    "Decisions made by rules",
    asTable(changes.filter(({ rule }) => rule != null).map(ruleFacts)),
  ),
  renderSection("Reviews of decisions made by rules", asTable(reviews)),
  renderSection(
    "Other changes to applications",
    asTable(
      changes
        .filter(({ rule }) => rule == null)
        .map((change) => ({ ...changed(change), "Made by": by(change["changedBy"]) })),
    ),
  ),
  renderSection(
    "Decline messages not sent yet",
    asTable(
      rowsOf("decline_messages").map(({ applicationId, declinedAt }) => ({
        Vacancy: placeOf(applicationId).vacancy,
        Declined: time(declinedAt),
      })),
    ),
  ),
  renderSection("Corrections of personal details", asTable(corrections)),
  renderSection(
    "Holds that prevent this data from being removed",
    asTable(
      rowsOf("retention_holds").map(({ placedAt, reviewAt, releasedAt }) => ({
        Placed: time(placedAt),
        "Review date": day(reviewAt),
        Released: time(releasedAt),
      })),
    ),
  ),
  renderSection(
    "Access packs",
    asTable(
      rowsOf("access_packs").map(({ askedAt, state, readyAt, endsAt }) => ({
        Requested: time(askedAt),
        State: words(state),
        Made: time(readyAt),
        "Removed after": time(endsAt),
      })),
    ),
  ),
]
  .filter(Boolean)
  .join("\n")}
</body></html>`;
}
