import { useHydrated } from "remix-utils/use-hydrated";
import { useTexts } from "~/components/context/console-context";
import { Button } from "~/components/ui/button";
import { permissions } from "~/i18n/permissions";
import { Box, BoxTree } from "./box-tree";

export type Sections = Readonly<Record<string, readonly string[]>>;

type ActionTreeProps = {
  rule: number;
  sections: Sections;
  chosen: readonly string[];
  error?: string | undefined;
  /** Told which actions are ticked after each tick. */
  onTicked: (labels: string[]) => void;
  intents: { selectAll: string; clear: string };
};

/** The actions by section (PERM-28..PERM-31): sections as boxes with scripts, as headings with buttons without. */
export function ActionTree({ rule, sections, chosen, error, onTicked, intents }: ActionTreeProps) {
  const t = useTexts(permissions);
  const hydrated = useHydrated();
  return (
    <BoxTree legend={t("actions")} error={error} errorId={`action.${rule}.error`} onTicked={onTicked}>
      <div className="action-sections">
        {Object.entries(sections).map(([section, labels], index) => {
          const ticked = labels.filter((label) => chosen.includes(label)).length;
          return (
            <div key={section} className="action-section">
              {hydrated ? (
                <Box node={String(index)}>
                  <strong>{section}</strong>
                </Box>
              ) : (
                <p className="row">
                  <strong>{section}</strong>{" "}
                  <span className="small muted">
                    {t("ofSection", { chosen: ticked, count: labels.length })}
                  </span>{" "}
                  <Button
                    type="submit"
                    size="small"
                    variant="ghost"
                    name="intent"
                    value={`${intents.selectAll}:${rule}.${index}`}
                    aria-label={t("selectAllOf", { section })}
                  >
                    {t("selectAll")}
                  </Button>{" "}
                  <Button
                    type="submit"
                    size="small"
                    variant="ghost"
                    name="intent"
                    value={`${intents.clear}:${rule}.${index}`}
                    aria-label={t("clearOf", { section })}
                  >
                    {t("clear")}
                  </Button>
                </p>
              )}
              <div className="tree-level">
                {labels.map((label, at) => (
                  <Box
                    key={label}
                    node={`${index}.${at}`}
                    name={`action.${rule}`}
                    value={label}
                    isTicked={chosen.includes(label)}
                  >
                    {label.slice(section.length + 3)}
                  </Box>
                ))}
              </div>
            </div>
          );
        })}
      </div>
    </BoxTree>
  );
}
