import { useLocation } from "@remix-run/react";
import type { ReactNode } from "react";
import { useTexts } from "~/components/context/console-context";
import { useFieldWords } from "~/components/form/form-context";
import { ButtonLink } from "~/components/ui/button";
import { Callout } from "~/components/ui/callout";
import { Card } from "~/components/ui/layout";
import { Time } from "~/components/ui/time";
import { departments } from "~/i18n/departments";
import { changeText, othersChangeText } from "~/models/departments/change-text";
import type { OthersChange } from "~/models/departments/department-tree.server";
import { type FlatNode, type Op, parseOps } from "~/models/departments/tree";
import { treeChanges, lostChanges, type TreeChange } from "~/models/departments/tree-changes";

/** All changes that a save would make (DEPT-33). */
export function ChangeList({ changes }: { changes: readonly TreeChange[] }) {
  const t = useTexts(departments);
  return (
    <Card title={t("changes.title")}>
      <div role="status">
        {changes.length === 0 ? (
          <p className="muted">{t("changes.none")}</p>
        ) : (
          <Lines lines={changes.map((change) => changeText(t, change))} />
        )}
      </div>
    </Card>
  );
}

const maxLines = 50;

/** Changes that became impossible because others removed their departments, as text (DEPT-55). */
export function useLostChangeTexts(
  nodes: readonly FlatNode[],
  removals: readonly OthersChange[],
): (ops: readonly Op[]) => string[] {
  const t = useTexts(departments);
  const names = new Map(removals.map(({ _id, name }) => [_id, name]));
  const called = (id: string) => names.get(id) ?? t("lost.unknown");
  return (ops) => lostChanges(nodes, ops, called).map((change) => changeText(t, change));
}

type LostChangesProps = { lost: readonly string[]; removals: readonly OthersChange[]; isRestKept: boolean };

/** Reports that others removed departments of the draft: who, which, what is lost, and how to go on (DEPT-55). */
export function LostChanges({ lost, removals, isRestKept }: LostChangesProps) {
  const t = useTexts(departments);
  const { pathname } = useLocation();
  if (lost.length === 0) return null;
  return (
    <Callout tone="warning" role="status" title={t("lost.title")}>
      <Lines
        lines={removals.map((change) => (
          <>
            {othersChangeText(t, change)}, <Time at={change.changedAt} kind="dateTime" />
          </>
        ))}
      />
      <p>{t("lost.mine")}</p>
      <Lines lines={lost} />
      <p>{t(isRestKept ? "lost.restKept" : "lost.nothingLeft")}</p>
      {/* Full reload: the user chose to discard the draft. */}
      <ButtonLink
        to={pathname}
        data-reload=""
        onClick={({ currentTarget }) => currentTarget.closest("form")?.setAttribute("data-given-up", "")}
      >
        {t("lost.startAgain")}
      </ButtonLink>
    </Callout>
  );
}

function Lines({ lines }: { lines: readonly ReactNode[] }) {
  const t = useTexts(departments);
  const more = lines.length - maxLines;
  return (
    <ul className="breaks rt-Flex rt-r-fd-column rt-r-gap-2 rt-r-py-1">
      {lines.slice(0, maxLines).map((line, index) => (
        <li key={index} dir="auto">
          {line}
        </li>
      ))}
      {more > 0 && <li>{t("changes.more", { count: more })}</li>}
    </ul>
  );
}

/** Describes the draft in the conflict panel: own changes next to theirs (DEPT-32). */
export function useDraftWords(
  nodes: readonly FlatNode[],
  theirs: readonly OthersChange[],
  lostOf: (ops: readonly Op[]) => string[],
): void {
  const t = useTexts(departments);
  useFieldWords("draft", {
    label: t("changes.title"),
    show: (text) => {
      const ops = parseOps(text);
      const mine = [
        ...treeChanges(nodes, ops).map((change) => changeText(t, change)),
        ...lostOf(ops).map((change) => t("lost.line", { change })),
      ];
      return <Lines lines={ops.length > 0 ? mine : theirs.map((change) => othersChangeText(t, change))} />;
    },
  });
}
