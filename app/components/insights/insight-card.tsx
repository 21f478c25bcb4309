import { type KeyboardEvent, type MouseEvent, useRef, useState } from "react";
import { useConsole, useTexts } from "~/components/context/console-context";
import { ButtonLink } from "~/components/ui/button";
import { Callout } from "~/components/ui/callout";
import { Icon } from "~/components/ui/icons";
import { insights } from "~/i18n/insights";
import { formatNumber } from "~/i18n/numbers";
import { cards, type CardName, type Figure, hasData, type Trends } from "~/models/insights/cards";
import type { LoadError } from "~/services/failure.server";
import { Chart } from "./chart";
import { figureText } from "./figure-words";
import { ChangeLine, TrendLine } from "./trend-line";

/** State of a card: loading, shown or failed. */
export type CardState =
  { state: "loading" } | { state: "shown"; figure: Figure } | { state: "failed"; error: LoadError };

type InsightCardProps = {
  card: CardName;
  state: CardState;
  /** Days after which an interview that was not submitted counts as lost (DI-19). */
  threshold: number;
  /** The page itself, for no-JS; scripts request the one figure instead. */
  pageHref: string;
  onRetry: () => void;
  /** Change and line of the single figures; null if they could not be loaded. */
  trends: Trends | null;
  /** The day that is not over, in UTC. */
  today: string;
  /** With JS: the title has a handle whose keys move the card. */
  onMoveKey?: ((event: KeyboardEvent) => void) | undefined;
};

/** Id of a card's handle, to return the focus to it. */
export const handleId = (card: CardName) => `insight-move-${card}`;
/** Id of the text that explains a handle's keys. */
export const keysId = "insight-keys";

/** One figure of the dashboard: its title, which is the only drag handle, and its content. */
export function InsightCard(props: InsightCardProps) {
  const { card, state, pageHref, onRetry, onMoveKey } = props;
  const t = useTexts(insights);
  const title = t(`cards.${card}`);
  const id = `insight-${card}`;
  const heading = useRef<HTMLHeadingElement>(null);
  const [isRetried, setIsRetried] = useState(false);
  const retry = (event: MouseEvent) => {
    event.preventDefault();
    // Moves the focus, since the link is about to disappear.
    heading.current?.focus();
    setIsRetried(true);
    onRetry();
  };
  return (
    <section
      className="card insight rt-Flex rt-r-fd-column rt-r-overflow-hidden"
      aria-labelledby={id}
      aria-busy={state.state === "loading" || undefined}
    >
      <div className="insight-head rt-Flex rt-r-ai-start rt-r-jc-space-between rt-r-gap-2">
        <div className="insight-title rt-r-position-relative rt-r-py-1">
          {onMoveKey && (
            <button
              type="button"
              id={handleId(card)}
              className="insight-handle rt-r-position-absolute rt-r-display-grid rt-r-ai-center rt-r-ji-center rt-r-p-0 muted"
              aria-label={t("move", { card: title })}
              aria-describedby={keysId}
              onKeyDown={onMoveKey}
            >
              <Icon name="drag" />
            </button>
          )}
          <h2 ref={heading} id={id} tabIndex={-1}>
            {title}
          </h2>
        </div>
      </div>
      <div className="insight-body rt-Flex rt-r-fd-column rt-r-gap-2 rt-r-pt-0 rt-r-px-4 rt-r-pb-4 rt-r-overflow-auto">
        {/* Always present, so that its later content is announced. */}
        <div role="status" className={state.state === "failed" ? undefined : "visually-hidden"}>
          {state.state === "failed" && (
            <Callout
              tone={state.error.tone}
              title={state.error.title}
              action={
                <ButtonLink to={pageHref} size="small" icon="refresh" onClick={retry}>
                  {t("retry")}
                  <span className="visually-hidden"> {title}</span>
                </ButtonLink>
              }
            >
              {state.error.description}
            </Callout>
          )}
          {state.state === "shown" && isRetried && t("loaded", { card: title })}
        </div>
        {state.state === "loading" && (
          <>
            <span className="insight-waiting rt-r-mt-4" aria-hidden="true" />
            <span className="visually-hidden">{t("loading", { card: title })}</span>
          </>
        )}
        {state.state === "shown" && <Content {...props} figure={state.figure} />}
      </div>
    </section>
  );
}

type ContentProps = Pick<InsightCardProps, "card" | "threshold" | "trends" | "today"> & { figure: Figure };

function Content({ card, figure, threshold, trends, today }: ContentProps) {
  const t = useTexts(insights);
  const { language } = useConsole();
  const about = t(`about.${card}`, { days: threshold });
  if (!hasData(figure)) {
    return (
      <>
        <p className="insight-none">{t("noData")}</p>
        <p className="insight-about muted small">{about}</p>
      </>
    );
  }
  if (figure.kind === "rows") {
    return (
      <>
        <p className="insight-about muted small">{about}</p>
        <Chart card={card} rows={figure.rows} today={today} />
      </>
    );
  }
  const trend = trends?.of[card];
  return (
    <>
      <p className="insight-figure">{figureText(figure.value ?? 0, cards[card].look, language, t)}</p>
      {trends && trend && <ChangeLine {...{ card, trends, trend }} />}
      <p className="insight-about muted small">
        {figure.of
          ? t("about.engagementOf", {
              count: formatNumber(figure.of.count),
              total: formatNumber(figure.of.total),
            })
          : about}
      </p>
      {trends && trend && <TrendLine {...{ card, trends, trend, today }} />}
    </>
  );
}
