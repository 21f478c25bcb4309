import type { CSSProperties } from "react";
import { type Column, textColumn } from "~/components/table/columns";
import { Badge } from "~/components/ui/badge";
import type { Tone } from "~/components/ui/tones";
import type { applications } from "~/i18n/applications";
import type { Translate } from "~/i18n/texts";
import type { ApplicationsData } from "~/models/applications/application-screen.server";
import { flagsCell } from "./flags-cell";

type Row = ApplicationsData["rows"][number];
export type Translator = Translate<(typeof applications)["en"]>;

/** A score of 0 to 100 with a bar drawn by CSS: a list has one per row. */
export function scoreBar(score: number) {
  const style: CSSProperties & Record<"--score", number> = { "--score": score };
  return (
    <span className="score" style={style}>
      {score}
    </span>
  );
}

export const resultTones: Record<string, Tone> = { YES: "green", MAYBE: "amber", NO: "red" };

/** Text that CSS may truncate, with a tooltip that shows all of it. */
export const withTooltip = (words: string) => <span title={words}>{words}</span>;

/** Label of a result; unknown results are returned unchanged. */
export function resultText(t: Translator, value: string): string {
  return value === "YES" || value === "MAYBE" || value === "NO" ? t(`result.${value}`) : value;
}

/** Columns with the outcome of a chat or a video (APP-22). */
export function judgedColumns(t: Translator, isVideo: boolean): Column<Row>[] {
  const result = textColumn<Row>({
    id: "result",
    speaks: true,
    header: t(isVideo ? "columns.rating" : "columns.result"),
    className: "col-result",
    csv: ({ result: value }) => value && resultText(t, value),
    value: ({ result: value }) =>
      value && (
        <Badge tone={resultTones[value] ?? "gray"} isPlain>
          {resultText(t, value)}
        </Badge>
      ),
  });
  if (isVideo)
    return [
      result,
      textColumn({
        id: "comment",
        header: t("columns.comment"),
        className: "col-comment",
        value: (row) =>
          row.comment && (
            <span dir="auto" title={row.comment}>
              {row.comment}
            </span>
          ),
      }),
      textColumn({
        id: "reviews",
        speaks: true,
        header: t("columns.reviews"),
        under: "comment",
        value: ({ reviews }) => reviews && t("reviews", reviews),
      }),
    ];
  return [
    result,
    textColumn({
      id: "score",
      speaks: true,
      header: t("columns.score"),
      sort: "recommendationScore",
      under: "result",
      csv: ({ score }) => score,
      value: ({ score }) => score !== undefined && scoreBar(score),
    }),
    textColumn({
      id: "flags",
      speaks: true,
      header: t("columns.flags"),
      className: "col-flags",
      csv: ({ flags }) => flags?.map((flag) => t(`flags.${flag}`)).join(", "),
      value: ({ flags }) => flags && flagsCell(flags, t),
    }),
  ];
}

/** Column with the results from earlier stages (APP-53). */
export function earlierColumn(stages: readonly { _id: string; name: string }[], t: Translator): Column<Row> {
  return textColumn<Row>({
    id: "earlier",
    speaks: true,
    header: t("columns.earlier"),
    under: "result",
    value: ({ earlier }) => {
      const words = (earlier ?? [])
        .map(({ stageId, score, result }) => {
          const name = stages.find(({ _id }) => _id === stageId)?.name ?? "";
          return `${name} ${[score, result && resultText(t, result)].filter((one) => one !== null).join(", ")}`;
        })
        .join("; ");
      return words && withTooltip(words);
    },
  });
}
