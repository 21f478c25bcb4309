import { useTexts } from "~/components/context/console-context";
import { useFieldWords } from "~/components/form/form-context";
import { Card } from "~/components/ui/layout";
import { departments } from "~/i18n/departments";
import { changeText, othersChangeText } from "~/models/departments/change-text";
import type { OthersChange } from "~/models/departments/department-tree.server";
import { type FlatNode, parseOps } from "~/models/departments/tree";
import { changesOf, type TreeChange } from "~/models/departments/tree-changes";

/** Everything that a save would change (DEPT-33). */
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

const mostLines = 50;

function Lines({ lines }: { lines: readonly string[] }) {
  const t = useTexts(departments);
  const more = lines.length - mostLines;
  return (
    <ul className="change-list">
      {lines.slice(0, mostLines).map((line, index) => (
        <li key={index} dir="auto">
          {line}
        </li>
      ))}
      {more > 0 && <li>{t("changes.more", { count: more })}</li>}
    </ul>
  );
}

/** How the draft reads in the panel about another person's save: one's own changes beside theirs (DEPT-32). */
export function useDraftWords(nodes: readonly FlatNode[], theirs: readonly OthersChange[]): void {
  const t = useTexts(departments);
  useFieldWords("draft", {
    label: t("changes.title"),
    show: (text) => {
      const ops = parseOps(text);
      const mine = changesOf(nodes, ops).map((change) => changeText(t, change));
      return <Lines lines={ops.length > 0 ? mine : theirs.map((change) => othersChangeText(t, change))} />;
    },
  });
}
