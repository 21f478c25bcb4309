import { Proportions } from "~/components/applications/pipeline";
import { useTexts } from "~/components/context/console-context";
import { linePoints } from "~/components/insights/chart-geometry";
import { ButtonLink } from "~/components/ui/button";
import { Callout } from "~/components/ui/callout";
import { home } from "~/i18n/home";
import { formatNumber } from "~/i18n/numbers";
import type { TodayCard } from "~/models/home/today.server";

type VacancyCardsProps = {
  base: string;
  /** Null if they could not be loaded. */
  cards: readonly TodayCard[] | null;
  isOwn: boolean;
};

/** Up to twelve vacancies: their stages, new candidates, and arrivals in 30 days (HOME-06). */
export function VacancyCards({ base, cards, isOwn }: VacancyCardsProps) {
  const t = useTexts(home);
  if (cards?.length === 0) return null;
  return (
    <section aria-labelledby="today-vacancies" className="today-vacancies">
      <div className="today-head rt-Flex rt-r-ai-center rt-r-jc-space-between rt-r-mt-4 rt-r-mb-3">
        <h2 id="today-vacancies">{t(isOwn ? "cards.own" : "cards.recent")}</h2>{" "}
        <ButtonLink to={`${base}/vacancies`} variant="ghost" size="small">
          {t("cards.all")}
        </ButtonLink>
      </div>
      {cards === null ? (
        <Callout tone="error" title={t("cards.failed")} />
      ) : (
        <ul className="today-cards rt-r-display-grid rt-r-gap-4">
          {cards.map((card) => (
            <VacancyCard key={card._id} base={base} card={card} />
          ))}
        </ul>
      )}
    </section>
  );
}

function VacancyCard({ base, card }: { base: string; card: TodayCard }) {
  const t = useTexts(home);
  const { _id, title, locationAddress, canView, came, completed, stages, days } = card;
  const href = `${base}/vacancies/${_id}`;
  const news = [
    ...(came > 0 ? [t("cards.came", { count: came })] : []),
    ...(completed > 0 ? [t("cards.completed", { count: completed })] : []),
  ];
  return (
    <li className="card today-card rt-Flex rt-r-fd-column rt-r-p-4">
      <h3 className="rt-truncate">{canView ? <a href={href}>{title}</a> : title}</h3>
      {locationAddress && <p className="small muted">{locationAddress}</p>}
      <ul className="today-stages rt-r-my-3">
        {stages.map(({ _id: stageId, name, total, progress }, index) => {
          const words = (
            <>
              <span className="rt-truncate">{name}</span> <b>{formatNumber(total)}</b>{" "}
              <Proportions counts={progress} />
            </>
          );
          return (
            <li key={stageId}>
              {canView ? (
                <a
                  className="today-stage rt-r-display-grid rt-r-ai-center rt-r-rg-2 rt-r-cg-3 rt-r-px-2 figures"
                  href={index === 0 ? href : `${href}?stageId=${stageId}`}
                >
                  {words}
                </a>
              ) : (
                <span className="today-stage rt-r-display-grid rt-r-ai-center rt-r-rg-2 rt-r-cg-3 rt-r-px-2 figures">
                  {words}
                </span>
              )}
            </li>
          );
        })}
      </ul>
      <div className="today-foot small rt-r-display-grid rt-r-ai-end rt-r-gap-3 rt-r-pt-3">
        <span className={news.length > 0 ? "today-news" : "muted"}>
          {news.length > 0 ? news.join(" · ") : t("cards.quiet")}
        </span>{" "}
        <Trend days={days} />
      </div>
    </li>
  );
}

/** Applications by day as a line; the text next to it has the same facts. */
function Trend({ days }: { days: readonly number[] }) {
  const t = useTexts(home);
  const rows = days.map((count) => ({ label: "", count }));
  const points = linePoints(rows, Math.max(1, ...days));
  const line = points.map(({ x, y }) => `${x.toFixed(1)},${(2 + y * 0.96).toFixed(1)}`).join(" ");
  return (
    <span
      className="today-trend"
      title={t("cards.trend", { count: days.reduce((sum, one) => sum + one, 0) })}
    >
      <span className="visually-hidden">
        {t("cards.trend", { count: days.reduce((sum, one) => sum + one, 0) })}
      </span>
      <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
        <polygon points={`0,100 ${line} 100,100`} />
        <polyline points={line} />
      </svg>
    </span>
  );
}
