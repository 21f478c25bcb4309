import { useId, useState } from "react";
import { useHydrated } from "remix-utils/use-hydrated";
import { useTexts } from "~/components/context/console-context";
import { Button } from "~/components/ui/button";
import { Icon } from "~/components/ui/icons";
import { permissions } from "~/i18n/permissions";
import { ActionCount, ActionLegend, ActionMark, type ActionNote } from "./action-parts";
import { Box, BoxTree } from "./box-tree";

export type Sections = Readonly<Record<string, readonly string[]>>;

/** Notes on some actions, by label. */
export type ActionNotes = Readonly<Record<string, ActionNote>>;

type ActionTreeProps = {
  rule: number;
  sections: Sections;
  notes: ActionNotes;
  chosen: readonly string[];
  /** The stored rule's actions; differences are shown next to the tree. */
  stored?: readonly string[] | undefined;
  error?: string | undefined;
  /** Called with the ticked actions after every change. */
  onTicked: (labels: string[]) => void;
  intents: { selectAll: string; clear: string };
};

/** Actions by section (PERM-28..PERM-31): with JS sections are checkboxes, without JS headings with buttons. */
export function ActionTree({
  rule,
  sections,
  notes,
  chosen,
  stored,
  error,
  onTicked,
  intents,
}: ActionTreeProps) {
  const t = useTexts(permissions);
  const id = useId();
  const hydrated = useHydrated();
  // Only for the counts: the boxes are uncontrolled.
  const [live, setLive] = useState<readonly string[] | null>(null);
  const held = live ?? chosen;
  return (
    <BoxTree
      legend={t("actions")}
      error={error}
      errorId={`action.${rule}.error`}
      onTicked={(ticked) => {
        setLive(ticked);
        onTicked(ticked);
      }}
    >
      <ActionLegend
        id={id}
        notes={Object.values(sections).flatMap((labels) => labels.map((label) => notes[label]))}
      />
      <div className="action-tree">
        <div className="action-sections">
          {Object.entries(sections).map(([section, actions], index) => {
            const ticked = actions.filter((label) => held.includes(label)).length;
            const count = <ActionCount held={ticked} of={actions.length} />;
            return (
              <div key={section} className="action-section rt-r-py-3">
                {hydrated ? (
                  <div className="rt-Flex rt-r-fw-wrap rt-r-ai-baseline rt-r-rg-0 rt-r-cg-3">
                    <Box node={String(index)}>
                      <strong>{section}</strong>
                    </Box>{" "}
                    {count}
                  </div>
                ) : (
                  <p className="rt-Flex rt-r-fw-wrap rt-r-ai-baseline rt-r-rg-0 rt-r-cg-3">
                    <strong>{section}</strong>{" "}
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
                    </span>{" "}
                    {count}
                  </p>
                )}
                <div className="action-boxes">
                  {actions.map((label, at) => {
                    const note = notes[label];
                    return (
                      <div key={label} className="action">
                        <Box
                          node={`${index}.${at}`}
                          name={`action.${rule}`}
                          value={label}
                          isTicked={chosen.includes(label)}
                          describedBy={note && `${id}${note}`}
                        >
                          {nameIn(section, label)}
                        </Box>
                        <ActionMark note={note} />
                      </div>
                    );
                  })}
                </div>
              </div>
            );
          })}
        </div>
        {stored && <Changes sections={sections} stored={stored} held={held} />}
      </div>
    </BoxTree>
  );
}

/** An action's label without its section. */
const nameIn = (section: string, label: string) => label.slice(section.length + 3);

type ChangesProps = { sections: Sections; stored: readonly string[]; held: readonly string[] };

/** Actions a save would add and remove, by section; a section changed as a whole is one line. */
function Changes({ sections, stored, held }: ChangesProps) {
  const t = useTexts(permissions);
  const changed = Object.entries(sections).flatMap(([section, actions]) =>
    (["given", "taken"] as const).flatMap((kind) => {
      const [from, to] = kind === "given" ? [stored, held] : [held, stored];
      const labels = actions.filter((label) => to.includes(label) && !from.includes(label));
      if (labels.length === 0) return [];
      const names = labels.map((label) => nameIn(section, label)).join(", ");
      return [{ kind, section, what: labels.length === actions.length ? t("changes.all") : names }];
    }),
  );
  return (
    <div className="action-changes rt-r-py-3" role="status">
      <p>
        <strong>{t("changes.title")}</strong>
      </p>
      {changed.length === 0 ? (
        <p className="muted">{t("changes.none")}</p>
      ) : (
        <ul>
          {changed.map(({ kind, section, what }) => (
            <li key={`${kind} ${section}`} className="rt-Flex rt-r-gap-2 rt-r-py-1" data-kind={kind}>
              <Icon name={kind === "given" ? "plus" : "minus"} />{" "}
              <span>
                <span className="visually-hidden">{t(`changes.${kind}`)}</span>{" "}
                <span className="small muted rt-r-display-block">{section}</span> {what}
              </span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
