import { useStatusName } from "~/components/workflows/status-name";
import { useTexts } from "~/components/context/console-context";
import { useHistory } from "~/components/context/history";
import { Icon, type IconName } from "~/components/ui/icons";
import { Time } from "~/components/ui/time";
import { applications } from "~/i18n/applications";
import { notificationSettings } from "~/i18n/notification-settings";
import { rules } from "~/i18n/rules";
import { thread } from "~/i18n/thread";
import { ruleInWords } from "~/models/workflows/workflow-rules";
import { applicationStatuses } from "~/models/applications/application-options";
import { isAgedOut, keptDays } from "~/models/event-logs/kept-days";
import type { ThreadEntry } from "~/models/applications/thread.server";
import { templateWords } from "~/models/settings/notification-events";
import { Message } from "./thread-message";

type ThreadProps = {
  applicationId: string;
  candidateId: string;
  entries: readonly ThreadEntry[];
  /** Time at which the entries were read. */
  asOf: string;
  stages: readonly { _id: string; name: string }[];
  /** `{base}/notifications` if the person may open it. */
  logHref: string | null;
  /** The form that corrects the candidate's email, if the person may. */
  editHref: string | null;
};

const icons: Record<ThreadEntry["kind"], IconName> = {
  APPLIED: "plus",
  ORDERED: "send",
  STARTED: "clock",
  SUBMITTED: "check-circle",
  MOVED: "arrow-right",
  STATUS: "flag",
  MESSAGE: "mail",
  CORRECTED: "edit",
  DEIDENTIFIED: "eye-off",
};

/** Everything that happened to an application, newest first (APP-55). */
export function Thread({
  applicationId,
  candidateId,
  entries,
  asOf,
  stages,
  logHref,
  editHref,
}: ThreadProps) {
  const t = useTexts(thread);
  const history = useHistory();
  const stageName = (id: string | null) => stages.find(({ _id }) => _id === id)?.name ?? "-";
  return (
    <section className="card" aria-labelledby="thread">
      <div className="card-head">
        <h2 id="thread">{t("title")}</h2>
        <div className="row">
          {history("APPLICATION", applicationId, t("applicationHistory"))}
          {history("CANDIDATE", candidateId, t("candidateHistory"))}
        </div>
      </div>
      <ol className="thread rt-r-py-2 rt-r-px-4">
        {entries.map((entry, index) => (
          <li key={index} className="rt-r-position-relative rt-r-display-grid rt-r-rg-1 rt-r-cg-3 rt-r-py-2">
            <span className="thread-icon rt-r-display-grid rt-r-ai-center rt-r-ji-center muted">
              <Icon name={entry.message?.channel === "SMS" ? "message" : icons[entry.kind]} />
            </span>
            <div className="breaks">
              <div>
                <EntryText {...{ entry, entries, asOf, stageName }} />{" "}
                <Author entry={entry} stageName={stageName} />
              </div>
              {entry.message && <Message message={entry.message} at={entry.at} logHref={logHref} />}
              {editHref && entry.message?.events.at(-1)?.type === "Bounce" && (
                <a href={editHref}>{t("editEmail")}</a>
              )}
            </div>
            <Time at={entry.at} kind="dateTime" />
          </li>
        ))}
      </ol>
      {entries.some(({ at }) => isAgedOut(at, asOf)) && (
        <p className="small muted">{t("kept", { days: keptDays })}</p>
      )}
    </section>
  );
}

type PartProps = { entry: ThreadEntry; stageName: (id: string | null) => string };

function EntryText({ entry, entries, asOf, stageName }: PartProps & Pick<ThreadProps, "entries" | "asOf">) {
  const t = useTexts(thread);
  const a = useTexts(applications);
  const n = useTexts(notificationSettings);
  const { kind, stageId, before, after, fields, message } = entry;
  const statusName = (value: string | null) => {
    const status = applicationStatuses.find((one) => one === value);
    return status ? a(`status.${status}`) : (value ?? "-");
  };
  if (message)
    return (
      <>
        {message.channel === "EMAIL"
          ? t("entries.EMAIL", { subject: message.subject ?? templateWords(message.templateType, n) })
          : t("entries.SMS", { template: templateWords(message.templateType, n) })}
      </>
    );
  switch (kind) {
    case "MOVED":
      return <>{t("entries.MOVED", { before: stageName(before), after: stageName(after) })}</>;
    case "STATUS":
      return (
        <>
          {t("entries.STATUS", { before: statusName(before), after: statusName(after) })}
          {entry.declineReason && `: ${entry.declineReason}`}
        </>
      );
    case "CORRECTED":
      return <>{t("entries.CORRECTED", { fields: fields.map((name) => fieldText(t, name)).join(", ") })}</>;
    case "MESSAGE":
      return null;
    case "ORDERED": {
      // An invite message with events counts as an invitation, unless its SMS failed. Without one the candidate was not
      // invited or, at that age, messages are no longer stored.
      const isInvited = entries.some(
        ({ stageId: at, message }) =>
          at === stageId &&
          /^(FI|SI)_INVITE$/.test(message?.templateType ?? "") &&
          message?.events.length !== 0 &&
          !(message?.channel === "SMS" && message.events.some(({ type }) => type === "FAILED")),
      );
      const uninvited = isAgedOut(entry.at, asOf) ? "entries.OPENED_AGED" : "entries.OPENED";
      return <>{t(isInvited ? "entries.ORDERED" : uninvited, { stage: stageName(stageId) })}</>;
    }
    default:
      return <>{t(`entries.${kind}`, { stage: stageName(stageId) })}</>;
  }
}

const fieldNames = ["firstName", "lastName", "email", "phoneNumber", "location"] as const;

function fieldText(t: ReturnType<typeof useTexts<(typeof thread)["en"]>>, name: string): string {
  const known = fieldNames.find((one) => one === name);
  return known ? t(`fields.${known}`) : name;
}

/** The person or rule that caused an entry; empty for other entries. */
function Author({ entry: { kind, changedBy, ruleStageId, rule }, stageName }: PartProps) {
  const t = useTexts(thread);
  const words = useTexts(rules);
  const statusName = useStatusName();
  if (changedBy !== null)
    return (
      <span className="muted">
        <bdi>{t("by", { name: changedBy })}</bdi>
      </span>
    );
  if (rule !== null)
    return (
      <span className="muted">
        {t("byNamedRule", {
          rule: ruleInWords(rule.trigger, words, statusName),
          workflow: rule.workflowName,
        })}
      </span>
    );
  if (ruleStageId !== null)
    return <span className="muted">{t("byRule", { stage: stageName(ruleStageId) })}</span>;
  return kind === "MOVED" || kind === "STATUS" ? <span className="muted">{t("bySystem")}</span> : null;
}
