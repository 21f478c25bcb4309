import { useTexts } from "~/components/context/console-context";
import { applications } from "~/i18n/applications";
import { formatNumber } from "~/i18n/numbers";
import { progressNames, type ProgressStatus } from "~/models/applications/application-options";
import type { ApplicationsData } from "~/models/applications/application-screen.server";
import { parts, sharesOf } from "./shares";

type Stage = ApplicationsData["stages"][number];

type StagesProps = {
  stages: readonly Stage[];
  currentId: string | undefined;
  hrefOf: (stage: Stage, index: number) => string;
};

/** A vacancy's stages as steps of one bar: candidates at each and their progress there (APP-02, APP-54). */
export function StageTabs({ stages, currentId, hrefOf }: StagesProps) {
  const t = useTexts(applications);
  return (
    <nav className="pipeline" aria-label={t("stages")} data-steady="">
      {stages.map((stage, index) => (
        <a
          key={stage._id}
          href={hrefOf(stage, index)}
          data-keep-scroll=""
          aria-current={stage._id === currentId ? "page" : undefined}
        >
          <span className="pipeline-name rt-truncate rt-r-weight-medium">{stage.name}</span>{" "}
          {stage.counts && (
            <>
              <span className="pipeline-count">{formatNumber(stage.counts.ALL)}</span>
              <Proportions counts={stage.counts} />
            </>
          )}
        </a>
      ))}
    </nav>
  );
}

/** A stage's candidates by progress as a bar; the numbers are next to it. */
export function Proportions({ counts }: { counts: Record<(typeof parts)[number], number> }) {
  const widths = sharesOf(parts.map((part) => counts[part]));
  const shown = parts.map((part, index) => ({
    part,
    width: widths[index] ?? 0,
    start: widths.slice(0, index).reduce((sum, width) => sum + width, 0),
  }));
  return (
    <svg className="pipeline-bar" height="6" aria-hidden="true">
      {shown
        .filter(({ width }) => width > 0)
        .map(({ part, start, width }) => (
          <rect
            key={part}
            className={`part-${part.toLowerCase().replace("_", "-")}`}
            x={`${start}%`}
            y="-1"
            width={`${width}%`}
            height="8"
          />
        ))}
    </svg>
  );
}

type ProgressTabsProps = {
  current: ProgressStatus;
  counts: Record<ProgressStatus, number> | null;
  hrefOf: (name: ProgressStatus) => string;
};

/** Tabs for the progress of candidates at the selected stage (APP-04). */
export function ProgressTabs({ current, counts, hrefOf }: ProgressTabsProps) {
  const t = useTexts(applications);
  return (
    <nav className="progress-tabs rt-Flex rt-r-fw-wrap" aria-label={t("progressTabs")} data-steady="">
      {progressNames.map((name) => (
        <a
          key={name}
          href={hrefOf(name)}
          aria-current={name === current ? "page" : undefined}
          data-keep-scroll=""
        >
          {name !== "ALL" && <span className={`dot part-${name.toLowerCase().replace("_", "-")}`} />}
          {t(`progress.${name}`)} {counts && <span className="figures">{formatNumber(counts[name])}</span>}
        </a>
      ))}
    </nav>
  );
}
