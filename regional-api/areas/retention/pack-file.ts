/** File of an access pack (RET-12): JSON for machines, and a page for people. */
import { strToU8, zipSync } from "fflate";
import { parseWorkflowCopy } from "../workflows/workflow-stages";
import type { PackFacts, Row } from "./pack-facts";
import { packPage } from "./pack-page";

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

/**
 * Returns the pack as a ZIP file: candidate.json has everything, by table; the other files have what
 * candidates most often ask for.
 */
export function packFile(facts: PackFacts): Buffer {
  const { customerName, madeAt, rows } = facts;
  const json = (value: unknown) => strToU8(JSON.stringify(value, null, 2));
  const mtime = new Date(madeAt);
  const file = zipSync(
    {
      "index.html": strToU8(packPage(facts)),
      "candidate.json": json({ customer: customerName, madeAt: mtime.toISOString(), ...rows }),
      "stages.json": json(stagesOf(facts)),
      "messages.json": json(messagesOf(facts)),
      "decisions.json": json(decisionsOf(facts)),
    },
    { mtime },
  );
  return Buffer.from(file.buffer, file.byteOffset, file.byteLength);
}
