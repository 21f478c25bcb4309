/** The file of an access pack (RET-12): what machines read as JSON, and the same for people as a page. */
import { strToU8, zipSync } from "fflate";
import { escapeMarkup } from "../../core/markup";
import { parseWorkflowCopy } from "../workflows/workflow-stages";

type Row = Readonly<Record<string, unknown>>;
type Rows = Readonly<Record<string, readonly Row[]>>;

interface Vacancy {
  readonly id: string;
  readonly title: string;
  readonly workflow: string;
}

export interface PackFacts {
  readonly customerName: string;
  readonly madeAt: number;
  /** Every row of the candidate, by table. */
  readonly rows: Rows;
  readonly vacancies: readonly Vacancy[];
}

const text = (value: unknown): string =>
  value === null || value === undefined
    ? ""
    : typeof value === "object"
      ? JSON.stringify(value)
      : String(value);

const isTime = (name: string, value: unknown) =>
  typeof value === "number" && /(At|timestamp|until)$/.test(name);

/** A value as people read it: times in UTC. */
const readable = (name: string, value: unknown): string =>
  isTime(name, value)
    ? `${new Date(Number(value)).toISOString().slice(0, 16).replace("T", " ")} UTC`
    : text(value);

function tableOf(title: string, rows: readonly Row[]): string {
  if (rows.length === 0) return "";
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const head = names.map((name) => `<th scope="col">${escapeMarkup(name)}</th>`).join("");
  const body = rows
    .map(
      (row) =>
        `<tr>${names.map((name) => `<td>${escapeMarkup(readable(name, row[name]))}</td>`).join("")}</tr>`,
    )
    .join("\n");
  return `<h2>${escapeMarkup(title)}</h2><div><table><thead><tr>${head}</tr></thead><tbody>\n${body}\n</tbody></table></div>`;
}

const stagesOf = ({ rows, vacancies }: PackFacts): Row[] =>
  (rows["applications"] ?? []).flatMap((application) => {
    const vacancy = vacancies.find(({ id }) => id === application["vacancyId"]);
    const stages = vacancy ? parseWorkflowCopy(vacancy.workflow).stages : [];
    return (rows["assessments"] ?? [])
      .filter(({ applicationId }) => applicationId === application["id"])
      .map((assessment) => ({
        vacancy: vacancy?.title ?? "",
        stage: stages.find(({ _id }) => _id === assessment["stageId"])?.name ?? assessment["stageId"],
        status: assessment["status"],
        begunAt: assessment["consentedAt"],
        submittedAt: assessment["submittedAt"],
        recommendation: assessment["recommendation"] ?? assessment["rating"],
        score: assessment["recommendationScore"],
        comment: assessment["comment"],
      }));
  });

const messagesOf = ({ rows }: PackFacts): Row[] => [
  ...(rows["outbox"] ?? []).map(({ channel, recipient, subject, text: words, createdAt }) => ({
    channel,
    to: recipient,
    subject,
    text: words,
    event: "Written",
    at: createdAt,
  })),
  ...(rows["email_events"] ?? []).map(({ mailRecipient, subject, eventType, timestamp }) => ({
    channel: "EMAIL",
    to: mailRecipient,
    subject,
    text: "",
    event: eventType,
    at: timestamp,
  })),
  ...(rows["sms_events"] ?? []).map(
    ({ smsDestinationPhoneNumber, templateType, smsMessageStatus, timestamp }) => ({
      channel: "SMS",
      to: smsDestinationPhoneNumber,
      subject: templateType,
      text: "",
      event: smsMessageStatus,
      at: timestamp,
    }),
  ),
];

const decisionsOf = ({ rows }: PackFacts): Row[] =>
  (rows["application_changes"] ?? [])
    .filter(({ rule }) => rule != null)
    .map(({ changedAt, kind, before, after, rule }) => ({
      changedAt,
      kind,
      before,
      after,
      rule: JSON.parse(String(rule)) as unknown,
    }));

const style =
  "body{font:1rem/1.5 system-ui,sans-serif;margin:2rem;max-width:80rem}div{overflow-x:auto}table{border-collapse:collapse}th,td{border:1px solid #999;padding:.25rem .5rem;text-align:start;vertical-align:top;white-space:pre-wrap}";

/** The pack as a ZIP file: candidate.json holds everything, by table; the other files what people ask for first. */
export function packFile(facts: PackFacts): Buffer {
  const { customerName, madeAt, rows } = facts;
  const [stages, messages, decisions] = [stagesOf(facts), messagesOf(facts), decisionsOf(facts)];
  const [person] = rows["candidates"] ?? [];
  const name = `${text(person?.["firstName"])} ${text(person?.["lastName"])}`.trim();
  const heading = `What ${customerName} holds about ${name}`;
  const page = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeMarkup(heading)}</title><style>${style}</style></head>
<body><h1>${escapeMarkup(heading)}</h1><p>As of ${readable("madeAt", madeAt)}. The same is in candidate.json for machines.</p>
${tableOf("Interviews and stages", stages)}
${tableOf("Messages", messages)}
${tableOf(
  "Decisions made by rules",
  decisions.map(({ rule, ...decision }) => ({ ...decision, rule: text(rule) })),
)}
${Object.entries(rows)
  .map(([table, some]) => tableOf(table.replaceAll("_", " "), some))
  .join("\n")}
</body></html>`;
  const json = (value: unknown) => strToU8(JSON.stringify(value, null, 2));
  const mtime = new Date(madeAt);
  const file = zipSync(
    {
      "index.html": strToU8(page),
      "candidate.json": json({ customer: customerName, madeAt: mtime.toISOString(), ...rows }),
      "stages.json": json(stages),
      "messages.json": json(messages),
      "decisions.json": json(decisions),
    },
    { mtime },
  );
  return Buffer.from(file.buffer, file.byteOffset, file.byteLength);
}
