import { statusTones } from "~/components/applications/status-tones";
import { linkColumn, textColumn } from "~/components/table/columns";
import { columnsOf, type ColumnKit } from "~/components/table/use-columns";
import { Badge } from "~/components/ui/badge";
import type { Tone } from "~/components/ui/tones";
import { applications } from "~/i18n/applications";
import { decisions } from "~/i18n/decisions";
import { rules } from "~/i18n/rules";
import type { Decision } from "~/models/decisions/decision.server";
import { contestText, figuresInWords, resultInWords, reviewInWords } from "~/models/decisions/decision-words";
import { statusNameOf } from "~/models/workflows/statuses";
import { ruleInWords } from "~/models/workflows/workflow-rules";

/** Badge tone of a rule's result. */
export const resultTone = ({ result }: Pick<Decision, "result">): Tone =>
  result === "MOVED" ? "accent" : (statusTones[result] ?? "gray");

const wordsOf = ({ translate }: Pick<ColumnKit<Decision>, "translate">) => {
  const [t, a, r] = [translate(decisions), translate(applications), translate(rules)];
  return {
    t,
    a,
    rule: ({ rule }: Decision) => ruleInWords(rule.trigger, r, statusNameOf(a)),
    result: (row: Decision) => resultInWords(row, t, a),
    figures: (row: Decision) =>
      figuresInWords(row, t, a)
        .map(({ label, value }) => `${label}: ${value}`)
        .join("; "),
  };
};

/** Columns of an anonymous export: no names, no free text, no ids of people (DEC-02). */
export const plainDecisionColumns = columnsOf<Decision>((kit) => {
  const { t, a, rule, result, figures } = wordsOf(kit);
  return [
    textColumn({ id: "id", header: t("id"), value: ({ _id }) => _id }),
    kit.column.dateTime("decidedAt", t("decidedAt")),
    textColumn({ id: "vacancy", header: t("vacancy"), value: (row) => row.vacancyName }),
    textColumn({ id: "workflow", header: t("workflow"), value: (row) => row.rule.workflowName }),
    textColumn({ id: "rule", header: t("rule"), value: rule }),
    textColumn({ id: "figures", header: t("figures"), value: figures }),
    textColumn({ id: "result", header: t("result"), value: result }),
    textColumn({
      id: "review",
      header: t("review"),
      value: ({ isWaiting, verdict, changedTo }) =>
        isWaiting
          ? t("reviews.waiting")
          : verdict === "CHANGED"
            ? t("changedTo", { status: statusNameOf(a)(changedTo ?? "") })
            : t(verdict === null ? "reviews.unreviewed" : "reviews.confirmed"),
    }),
    kit.column.dateTime("reviewedAt", t("reviewedAt")),
    textColumn({
      id: "contested",
      header: t("contested"),
      value: ({ contest }) => contest && t(contest === "OPEN" ? "contests.open" : "contestAnswered"),
    }),
  ];
});

/** Columns of the register (DEC-01). */
export const decisionColumns = columnsOf<Decision>((kit) => {
  const { t, a, rule, result, figures } = wordsOf(kit);
  return [
    linkColumn({
      id: "candidate",
      header: t("candidate"),
      className: "col-name",
      width: "18%",
      csv: (row) => row.candidate ?? t("deidentified"),
      value: (row) => <bdi>{row.candidate ?? t("deidentified")}</bdi>,
    }),
    textColumn({
      id: "vacancy",
      speaks: true,
      header: t("vacancy"),
      under: "candidate",
      className: "cell-cut",
      csv: (row) => row.vacancyName,
      value: (row) => <bdi title={row.vacancyName}>{row.vacancyName}</bdi>,
    }),
    textColumn({ id: "rule", header: t("rule"), speaks: true, csv: rule, value: rule }),
    textColumn({
      id: "figures",
      header: t("figures"),
      speaks: true,
      under: "rule",
      csv: figures,
      value: figures,
    }),
    textColumn({
      id: "result",
      header: t("result"),
      speaks: true,
      csv: result,
      value: (row) => <Badge tone={resultTone(row)}>{result(row)}</Badge>,
    }),
    textColumn({
      id: "review",
      header: t("review"),
      speaks: true,
      width: "16%",
      csv: (row) => reviewInWords(row, t, a),
      value: (row) =>
        row.isWaiting ? (
          <Badge tone="amber">{t("reviews.waiting")}</Badge>
        ) : (
          <bdi>{reviewInWords(row, t, a)}</bdi>
        ),
    }),
    textColumn({
      id: "contested",
      header: t("contested"),
      speaks: true,
      under: "review",
      csv: (row) =>
        [contestText(row, t), row.contest === "OPEN" && row.answerDueAt?.slice(0, 10)]
          .filter(Boolean)
          .join(" "),
      value: (row) =>
        row.contest === "OPEN" ? (
          <>
            <Badge tone={row.isAnswerLate ? "red" : "amber"}>{contestText(row, t)}</Badge>{" "}
            {kit.time(row.answerDueAt, "day")}
          </>
        ) : (
          contestText(row, t)
        ),
    }),
    kit.column.dateTime("decidedAt", t("decidedAt")),
  ];
});
