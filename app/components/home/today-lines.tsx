import { useTexts } from "~/components/context/console-context";
import { ButtonLink } from "~/components/ui/button";
import type { IconName } from "~/components/ui/icons";
import { EmptyState } from "~/components/ui/empty-state";
import { toneAttribute, type Tone } from "~/components/ui/tones";
import { home } from "~/i18n/home";
import type { LineGroup, ShownLine } from "~/models/home/today.server";
import { LinkedText } from "./linked-text";

const groups: readonly (readonly [LineGroup, Tone])[] = [
  ["wrong", "red"],
  ["due", "amber"],
  ["known", "gray"],
];

type TodayLinesProps = {
  base: string;
  lines: readonly ShownLine[];
  areas: readonly { to: string; label: string; icon: IconName }[];
  /** False if some tasks could not be counted. */
  isWhole: boolean;
};

/** Open tasks, worst first: each line is a sentence whose number links to its rows (HOME-01). */
export function TodayLines({ base, lines, areas, isWhole }: TodayLinesProps) {
  const t = useTexts(home);
  if (lines.length === 0 && !isWhole) return null;
  if (lines.length === 0)
    return (
      <div className="card">
        <EmptyState
          icon="check-circle"
          title={t("nothing")}
          text={t("nothingText")}
          action={
            <div className="row rt-r-fw-wrap rt-r-jc-center">
              {areas.slice(0, 5).map(({ to, label, icon }) => (
                <ButtonLink key={to} to={`${base}/${to}`} icon={icon}>
                  {label}
                </ButtonLink>
              ))}
            </div>
          }
        />
      </div>
    );
  return (
    <div className="card today-lines">
      {groups.map(([group, tone]) => {
        const own = lines.filter((line) => line.group === group);
        return own.length === 0 ? null : (
          <section key={group} aria-labelledby={`today-${group}`}>
            <h2
              id={`today-${group}`}
              className="today-group small rt-r-py-2 rt-r-px-4 muted rt-r-weight-medium"
            >
              {t(`groups.${group}`)}
            </h2>
            <ul className="figures">
              {own.map(({ key, text, href }) => (
                <li
                  key={key}
                  className="today-line rt-r-display-grid rt-r-ai-center rt-r-gap-3 rt-r-py-2 rt-r-px-4 breaks"
                >
                  <span className="dot" {...toneAttribute(tone)} />
                  <LinkedText text={text} href={`${base}/${href}`} />
                </li>
              ))}
            </ul>
          </section>
        );
      })}
    </div>
  );
}
