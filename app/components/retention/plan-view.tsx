import { useTexts } from "~/components/context/console-context";
import { axisOf, barsOf, labelIndexes } from "~/components/insights/chart-geometry";
import { Card, DataList, Disclosure } from "~/components/ui/layout";
import { Time } from "~/components/ui/time";
import { formatDate } from "~/i18n/dates";
import { formatNumber } from "~/i18n/numbers";
import { retention } from "~/i18n/retention";
import type { RetentionPlan } from "~/models/retention/retention.server";
import { useUtcDay } from "./utc-day";

/** Number of vacancies visible at once. */
const shownVacancies = 10;

/** Returns a function for counts as text: "1,204 candidates", "310 videos". */
function useCounts() {
  const t = useTexts(retention);
  return (candidates: number, videos: number) => ({
    candidates: t("candidateCount", { count: candidates, figure: formatNumber(candidates) }),
    videos: t("videoCount", { count: videos, figure: formatNumber(videos) }),
  });
}

type PlanViewProps = {
  plan: RetentionPlan;
  /** Base URL of vacancies; null if not accessible. */
  vacanciesHref: string | null;
};

/** Preview of removals: the next run, by month as chart and table, and by vacancy (RET-02). */
export function PlanView({ plan, vacanciesHref }: PlanViewProps) {
  const t = useTexts(retention);
  const counts = useCounts();
  const dayOf = useUtcDay();
  const { due, kept, lastRun, vacancies } = plan;
  return (
    <>
      <Card title={t("plan.title")}>
        <p className="muted rt-r-mb-3">{t("plan.summary")}</p>
        <DataList
          items={[
            { label: t("plan.next"), value: dayOf(plan.nextRunAt) },
            { label: t("plan.due"), value: t("plan.dueText", counts(due.candidates, due.reports)) },
            { label: t("plan.oldest"), value: plan.oldestAt && <Time at={plan.oldestAt} /> },
            { label: t("plan.kept"), value: t("plan.dueText", counts(kept.candidates, kept.reports)) },
            {
              label: t("plan.lastRun"),
              value: lastRun
                ? t("plan.lastRunText", {
                    day: dayOf(lastRun.day),
                    ...counts(lastRun.candidates, lastRun.reports),
                  })
                : t("plan.noRun"),
            },
          ]}
        />
      </Card>
      <Card title={t("plan.months")}>
        <MonthBars months={plan.months} />
        <MonthTable months={plan.months} />
      </Card>
      <Card title={t("plan.vacancies")}>
        {vacancies.length === 0 ? (
          <p className="muted">{t("plan.noVacancies")}</p>
        ) : (
          <>
            <VacancyTable vacancies={vacancies.slice(0, shownVacancies)} vacanciesHref={vacanciesHref} />
            {vacancies.length > shownVacancies && (
              <Disclosure summary={t("plan.more", { count: vacancies.length - shownVacancies })}>
                <VacancyTable vacancies={vacancies.slice(shownVacancies)} vacanciesHref={vacanciesHref} />
              </Disclosure>
            )}
            {plan.vacancyCount > vacancies.length && (
              <p className="small muted">
                {t("plan.moreVacancies", { count: vacancies.length, all: formatNumber(plan.vacancyCount) })}
              </p>
            )}
          </>
        )}
      </Card>
    </>
  );
}

type VacancyTableProps = Pick<RetentionPlan, "vacancies"> & Pick<PlanViewProps, "vacanciesHref">;

function VacancyTable({ vacancies, vacanciesHref }: VacancyTableProps) {
  const t = useTexts(retention);
  return (
    <table className="plain-table figures">
      <thead>
        <tr>
          <th scope="col">{t("plan.vacancy")}</th>
          <th scope="col">{t("plan.candidates")}</th>
        </tr>
      </thead>
      <tbody>
        {vacancies.map(({ _id, title, candidates }) => (
          <tr key={_id}>
            <th scope="row" className="breaks">
              {vacanciesHref === null ? (
                <bdi>{title}</bdi>
              ) : (
                <a href={`${vacanciesHref}/${_id}`}>
                  <bdi>{title}</bdi>
                </a>
              )}
            </th>
            <td>{formatNumber(candidates)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** "Aug 2026" in UTC: a formatted day without its day. */
const monthOf = (at: string) => formatDate(new Date(at), "en-GB", "UTC").slice(3);

type Months = RetentionPlan["months"];

const percent = (value: number) => `${value.toFixed(3)}%`;

/** Values charted per month, side by side. */
const drawn = ["candidates", "reports"] as const;

/** Candidates and videos per month as bars, in the style of Discover Insights. The table next to it has the same. */
function MonthBars({ months }: { months: Months }) {
  const t = useTexts(retention);
  const rows = months.flatMap((month) =>
    drawn.map((what) => ({ label: monthOf(month.month).slice(0, 3), count: month[what], what })),
  );
  const { ticks, top } = axisOf(rows);
  // Number of labels that fit on a phone.
  const labelled = labelIndexes(months.length, 6);
  return (
    <>
      <p className="retention-legend small" aria-hidden="true">
        <span className="retention-key" /> {t("plan.candidates")}
        <span className="retention-key reports" /> {t("plan.videos")}
      </p>
      <div className="retention-plot" aria-hidden="true">
        <svg width="100%" height="100%">
          {ticks.map((tick) => (
            <g key={tick}>
              <line
                stroke={tick === 0 ? "var(--gray-7)" : "var(--gray-4)"}
                x1="0"
                x2="100%"
                y1={percent(100 - (100 * tick) / top)}
                y2={percent(100 - (100 * tick) / top)}
              />
              <text
                className="retention-tick"
                x="-8"
                y={percent(100 - (100 * tick) / top)}
                dy="4"
                textAnchor="end"
              >
                {formatNumber(tick)}
              </text>
            </g>
          ))}
          {barsOf(rows, top).map(({ x, y, width, height }, index) => (
            <g key={index}>
              <rect
                className={rows[index]?.what === "reports" ? "retention-bar reports" : "retention-bar"}
                x={percent(x)}
                y={percent(y)}
                width={percent(width)}
                height={percent(height)}
                rx="2"
              />
              {index % drawn.length === 0 && labelled.includes(index / drawn.length) && (
                <text className="retention-tick" x={percent(x + width)} y="100%" dy="18" textAnchor="middle">
                  {rows[index]?.label}
                </text>
              )}
            </g>
          ))}
        </svg>
      </div>
    </>
  );
}

function MonthTable({ months }: { months: Months }) {
  const t = useTexts(retention);
  return (
    <table className="plain-table figures">
      <thead>
        <tr>
          <th scope="col">{t("plan.month")}</th>
          <th scope="col">{t("plan.candidates")}</th>
          <th scope="col">{t("plan.videos")}</th>
        </tr>
      </thead>
      <tbody>
        {months.map(({ month, candidates, reports }) => (
          <tr key={month}>
            <th scope="row">{monthOf(month)}</th>
            <td>{formatNumber(candidates)}</td>
            <td>{formatNumber(reports)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
