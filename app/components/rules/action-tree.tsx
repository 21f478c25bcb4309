import { useState } from "react";
import { useHydrated } from "remix-utils/use-hydrated";
import { useTexts } from "~/components/context/console-context";
import { Button } from "~/components/ui/button";
import { permissions } from "~/i18n/permissions";
import { Box, BoxTree } from "./box-tree";

export type Sections = Readonly<Record<string, readonly string[]>>;

/** Notes about some actions, by their labels. */
export type ActionNotes = Readonly<Record<string, "WHOLE_CUSTOMER" | "IDLE">>;

type ActionTreeProps = {
  rule: number;
  sections: Sections;
  notes: ActionNotes;
  chosen: readonly string[];
  error?: string | undefined;
  /** Told which actions are ticked after each tick. */
  onTicked: (labels: string[]) => void;
  intents: { selectAll: string; clear: string };
};

/** The actions by section (PERM-28..PERM-31): sections as boxes with scripts, as headings with buttons without. */
export function ActionTree({ rule, sections, notes, chosen, error, onTicked, intents }: ActionTreeProps) {
  const t = useTexts(permissions);
  const hydrated = useHydrated();
  // Only for the counts: the boxes hold their own state.
  const [live, setLive] = useState<readonly string[] | null>(null);
  const told = (labels: string[]) => {
    setLive(labels);
    onTicked(labels);
  };
  return (
    <BoxTree legend={t("actions")} error={error} errorId={`action.${rule}.error`} onTicked={told}>
      <div className="action-sections">
        {Object.entries(sections).map(([section, labels], index) => {
          const ticked = labels.filter((label) => (live ?? chosen).includes(label)).length;
          const noted = (note: ActionNotes[string]) =>
            labels.filter((label) => notes[label] === note).map((label) => nameIn(section, label));
          return (
            <div key={section} className="action-section">
              {hydrated ? (
                <div className="row">
                  <Box node={String(index)}>
                    <strong>{section}</strong>
                  </Box>{" "}
                  <span className="small muted">
                    {t("ofSection", { chosen: ticked, count: labels.length })}
                  </span>
                </div>
              ) : (
                <p className="row">
                  <strong>{section}</strong>{" "}
                  <span className="small muted">
                    {t("ofSection", { chosen: ticked, count: labels.length })}
                  </span>{" "}
                  <span className="nowrap">
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
                  </span>
                </p>
              )}
              <div className="rt-r-pl-4 rt-Flex rt-r-fd-column">
                {labels.map((label, at) => (
                  <Box
                    key={label}
                    node={`${index}.${at}`}
                    name={`action.${rule}`}
                    value={label}
                    isTicked={chosen.includes(label)}
                  >
                    {nameIn(section, label)}
                  </Box>
                ))}
              </div>
              <SectionNote text="wholeCustomer" names={noted("WHOLE_CUSTOMER")} all={labels.length} />
              <SectionNote text="idle" names={noted("IDLE")} all={labels.length} />
            </div>
          );
        })}
      </div>
    </BoxTree>
  );
}

/** An action without its section. */
const nameIn = (section: string, label: string) => label.slice(section.length + 3);

type SectionNoteProps = {
  text: "wholeCustomer" | "idle";
  names: readonly string[];
  /** How many actions the section has: of all of them none is named. */
  all: number;
};

function SectionNote({ text, names, all }: SectionNoteProps) {
  const t = useTexts(permissions);
  if (names.length === 0) return null;
  return (
    <p className="small muted">
      {t(`notes.${text}`, {
        actions: names.length === all ? t("notes.allOfThese") : names.join(", "),
        count: names.length,
      })}
    </p>
  );
}
