import { SelectField } from "~/components/form/choice-fields";
import { PostForm, SubmitButton } from "~/components/form/post-form";
import { usePostedValues } from "~/components/table/posted-values";
import { useTexts } from "~/components/context/console-context";
import { Badge } from "~/components/ui/badge";
import { EmptyState } from "~/components/ui/empty-state";
import { applications } from "~/i18n/applications";
import { board as texts } from "~/i18n/board";
import { formatNumber } from "~/i18n/numbers";
import { settableStatuses, waitingStatuses } from "~/models/applications/application-options";
import type { BoardData } from "~/models/applications/board-screen.server";
import { declineText } from "~/models/applications/candidate-messages";
import { type Intent, withDetail } from "~/services/intents";
import { CandidateName, DaysInStage } from "./application-columns";
import { statusTones } from "./status-tones";
import { DeclineReasonField } from "./decline-reason-field";
import { applicationHref } from "./application-hrefs";
import { resultText, resultTones } from "./result-columns";

type BoardProps = Omit<BoardData, "problem" | "vacancy"> & {
  intents: Record<"card" | "ticked", Intent>;
  vacancyPath: string;
};

type ColumnData = BoardData["columns"][number];
type CardRow = ColumnData["rows"][number];

const boardForm = "board";

/** Query of the list of candidates waiting at a stage, longest first; it has as many rows as the column counts. */
function listSearch({ _id, isFirst }: ColumnData): string {
  const params = new URLSearchParams(isFirst ? {} : { stageId: _id });
  for (const status of waitingStatuses) params.append("status", status);
  params.set("sort", "stageSince");
  params.set("order", "asc");
  return `?${params}`;
}

/** A vacancy's stages as columns; a narrow window shows one of them (PIPE-01, PIPE-08). */
export function Board({
  columns,
  stageId,
  asOf,
  messages,
  declining,
  may,
  intents,
  vacancyPath,
}: BoardProps) {
  const t = useTexts(texts);
  const a = useTexts(applications);
  const { posted } = usePostedValues(boardForm);
  const nextOptions = (from: number) => [
    ...(from + 1 < columns.length
      ? [
          {
            label: t("move"),
            options: columns.slice(from + 1).map(({ _id, name }) => ({ value: `stage:${_id}`, label: name })),
          },
        ]
      : []),
    {
      label: t("status"),
      options: settableStatuses.map((value) => ({ value: `status:${value}`, label: a(`status.${value}`) })),
    },
  ];
  return (
    <>
      <nav className="board-stages" aria-label={t("stages")}>
        {columns.map(({ _id, name, count }) => (
          <a key={_id} href={`?stageId=${_id}`} aria-current={_id === stageId ? "page" : undefined}>
            {name} <span className="figures">{formatNumber(count)}</span>
          </a>
        ))}
      </nav>
      <PostForm className="board-form" replace>
        <input type="hidden" name="list" value={boardForm} />
        {asOf && <input type="hidden" name="asOf" value={asOf} />}
        {may.change && (
          <div className="board-bar card rt-Flex rt-r-fw-wrap rt-r-ai-end rt-r-rg-2 rt-r-cg-3 rt-r-mb-3 rt-r-p-3">
            <SelectField
              name="next"
              label={t("nextOfTicked")}
              placeholder={t("choose")}
              defaultValue={posted?.next?.[0]}
              options={nextOptions(0)}
            />
            <DeclineReasonField choice={declining} list={boardForm} />
            <SubmitButton intent={intents.ticked} variant="outline">
              {t("apply")}
            </SubmitButton>
            <p className="small muted">{declineText(a, messages.decline)}</p>
          </div>
        )}
        <div className="board rt-r-display-grid rt-r-ai-start rt-r-gap-4">
          {columns.map((column, index) => (
            <section
              key={column._id}
              className="board-column"
              aria-labelledby={`stage-${column._id}`}
              data-current={column._id === stageId ? "" : undefined}
            >
              <h2 id={`stage-${column._id}`}>
                {column.name} <span className="figures muted">{formatNumber(column.count)}</span>
              </h2>
              {column.rows.length === 0 ? (
                <EmptyState title={t("empty")} />
              ) : (
                <ul className="rt-r-display-grid rt-r-gap-2">
                  {column.rows.map((row) => (
                    <BoardCard
                      key={row._id}
                      row={row}
                      dayLimit={column.dayLimit}
                      href={
                        may.open ? applicationHref(vacancyPath, row._id, null, listSearch(column)) : undefined
                      }
                      next={may.change ? nextOptions(index) : undefined}
                      chosen={posted?.[`next.${row._id}`]?.[0]}
                      isTicked={posted?.ids?.includes(row._id)}
                      intent={withDetail(intents.card, row._id)}
                    />
                  ))}
                </ul>
              )}
              {column.count > 0 && (
                <p className="small rt-r-mt-2">
                  <a href={vacancyPath + listSearch(column)}>
                    {t("all", { count: column.count, number: formatNumber(column.count) })}
                  </a>
                  {column.count > column.rows.length && <span className="muted"> {t("more")}</span>}
                </p>
              )}
            </section>
          ))}
        </div>
      </PostForm>
    </>
  );
}

type BoardCardProps = {
  row: CardRow;
  dayLimit: number | null;
  href: string | undefined;
  /** Options for the next step; undefined without the right to take it. */
  next: Parameters<typeof SelectField>[0]["options"] | undefined;
  chosen: string | undefined;
  isTicked: boolean | undefined;
  intent: Intent;
};

/** A waiting candidate: known facts, waiting time and next steps (PIPE-02). */
function BoardCard({ row, dayLimit, href, next, chosen, isTicked, intent }: BoardCardProps) {
  const t = useTexts(texts);
  const a = useTexts(applications);
  const { _id, name, status, result, score, daysInStage } = row;
  const known = <CandidateName name={name} unviewed={row.hasInsights && !row.isViewed && a("unviewed")} />;
  return (
    <li className="card board-card rt-r-display-grid rt-r-rg-2 rt-r-cg-3 rt-r-p-3">
      <div className="board-who rt-Flex rt-r-ai-start rt-r-gap-2">
        {next && (
          <input
            type="checkbox"
            className="checkbox"
            name="ids"
            value={_id}
            defaultChecked={isTicked}
            aria-label={t("select", { name })}
          />
        )}
        <div>
          {href ? <a href={href}>{known}</a> : known}
          <p className="small muted">
            {daysInStage !== undefined && <DaysInStage days={daysInStage} dayLimit={dayLimit} />}
          </p>
        </div>
      </div>
      <div className="rt-Flex rt-r-ai-start rt-r-jc-end rt-r-gap-2">
        <Badge tone={statusTones[status] ?? "gray"}>{a(`status.${status}`)}</Badge>
        {result && (
          <Badge tone={resultTones[result] ?? "gray"} isPlain>
            {resultText(a, result)}
          </Badge>
        )}
        {score !== undefined && <span className="figures">{score}</span>}
      </div>
      {next && (
        <div className="board-next rt-Flex rt-r-ai-end rt-r-gap-2">
          <SelectField
            // A select keeps its first default value, also after a change was made: the key resets it.
            key={status}
            name={`next.${_id}`}
            label={t("next", { name })}
            labelHidden
            placeholder={t("choose")}
            defaultValue={chosen}
            options={next}
          />
          <SubmitButton intent={intent} variant="outline" aria-label={t("applyTo", { name })}>
            {t("apply")}
          </SubmitButton>
        </div>
      )}
    </li>
  );
}
