import { useTexts } from "~/components/context/console-context";
import { Disclosure } from "~/components/ui/layout";
import { Time } from "~/components/ui/time";
import { workflows } from "~/i18n/workflows";
import type { WorkflowAnswer } from "~/models/workflows/workflow-form.server";
import { useStatusName } from "./status-name";
import { WorkflowFlow } from "./workflow-flow";
import { fullName } from "~/models/users/full-name";

type Rehearsal = NonNullable<WorkflowAnswer["rehearsal"]>;
type Item = Rehearsal["items"][number];

const groups = {
  movedOn: ({ movesOn }: Item) => movesOn,
  statusChanged: ({ status }: Item) => status !== null,
  neither: ({ movesOn, status }: Item) => !movesOn && status === null,
} as const;
const names = ["movedOn", "statusChanged", "neither"] as const;

type RehearsalPanelProps = {
  rehearsal: Rehearsal;
  /** A new workflow is rehearsed on the whole customer. */
  isNew: boolean;
  /** Base URL of applications, if accessible. */
  vacanciesHref: string | undefined;
};

/** A rehearsal of rules: its counts on the workflow's drawing, and the assessments behind each. */
export function RehearsalPanel({ rehearsal, isNew, vacanciesHref }: RehearsalPanelProps) {
  const t = useTexts(workflows);
  const { total, items, stages } = rehearsal;
  const hidden = total - items.length;
  return (
    <section
      className="rt-r-display-grid rt-r-gap-4 rt-r-mt-4"
      aria-label={t("rehearsal.title")}
      aria-live="polite"
    >
      <h3>{t("rehearsal.title")}</h3>
      {total === 0 ? (
        <p>{t(isNew ? "rehearsal.none" : "rehearsal.noneOfWorkflow")}</p>
      ) : (
        <>
          <p>{t(isNew ? "rehearsal.ofCustomer" : "rehearsal.ofWorkflow", { count: total })}</p>
          <WorkflowFlow stages={stages} effects={rehearsal} />
          {items.length > 0 && (
            <div className="card card-body">
              {names.map((name) => (
                <Group
                  key={name}
                  label={t(`rehearsal.${name}`)}
                  items={items.filter(groups[name])}
                  href={vacanciesHref}
                />
              ))}
            </div>
          )}
          {hidden > 0 && <p className="field-hint">{t("rehearsal.hidden", { count: hidden })}</p>}
        </>
      )}
    </section>
  );
}

type GroupProps = { label: string; items: readonly Item[]; href: string | undefined };

function Group({ label, items, href }: GroupProps) {
  const t = useTexts(workflows);
  const statusName = useStatusName();
  if (items.length === 0) return null;
  const outcome = ({ movesOn, status }: Item) =>
    [movesOn && t("rehearsal.nextStage"), status && statusName(status)].filter(Boolean).join(", ") || "-";
  const nameOf = (item: Item) => <bdi>{item.isDeidentified ? t("rehearsal.deleted") : fullName(item)}</bdi>;
  return (
    <Disclosure summary={label} aside={items.length}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolls, so the keyboard must reach it */}
      <div className="rehearsal-list rt-r-overflow-auto" tabIndex={0} role="region" aria-label={label}>
        <table className="plain-table small">
          <thead>
            <tr>
              <th scope="col">{t("rehearsal.candidate")}</th>
              <th scope="col">{t("rehearsal.vacancy")}</th>
              <th scope="col">{t("rehearsal.completed")}</th>
              <th scope="col">{t("rehearsal.score")}</th>
              <th scope="col">{t("rehearsal.recommendation")}</th>
              <th scope="col">{t("rehearsal.outcome")}</th>
            </tr>
          </thead>
          <tbody>
            {items.map((item) => (
              <tr key={item._id}>
                <th scope="row">
                  {href === undefined ? (
                    nameOf(item)
                  ) : (
                    // Opens in a new tab, so that nothing typed is lost.
                    <a
                      href={`${href}/${item.vacancyId}/applications/${item.applicationId}`}
                      target="_blank"
                      rel="noreferrer"
                    >
                      {nameOf(item)}
                    </a>
                  )}
                </th>
                <td>
                  <bdi>{item.vacancyName}</bdi>
                </td>
                <td>
                  <Time at={item.submittedAt} kind="dateTime" />
                </td>
                <td>{item.recommendationScore ?? "-"}</td>
                <td>{item.recommendation ? t(`rules.values.${item.recommendation}`) : "-"}</td>
                <td>{outcome(item)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Disclosure>
  );
}
