import { type CSSProperties, type KeyboardEvent, memo, type MouseEvent } from "react";
import { useTexts } from "~/components/context/console-context";
import { FieldError, describe } from "~/components/form/field";
import { useReadOnly } from "~/components/form/form-context";
import { Badge } from "~/components/ui/badge";
import { Button } from "~/components/ui/button";
import { classes } from "~/components/ui/classes";
import { departments } from "~/i18n/departments";
import { maxLevels, type Tree } from "~/models/departments/tree";
import { allowedParents, type Press, type EditorRow as Row } from "~/models/departments/tree-editor";
import { type Intent, withDetail } from "~/services/intents";

type EditorRowProps = Row & {
  name: string;
  isRoot: boolean;
  isRemoved: boolean;
  /** True if it has another parent than in the saved tree. */
  isMoved: boolean;
  error: string | undefined;
  /** The tree while a new parent for the department is being chosen, otherwise null. */
  moving: Tree | null;
  hasFocus: boolean;
  /** True once scripts handle presses: the draft then holds the names, and the inputs are not submitted. */
  isLive: boolean;
  press: (what: Press) => void;
  intent: Intent;
};

type Verb = "add" | "remove" | "keep" | "up" | "down" | "toggle" | "move";

/** One department of the editor: its name and actions. Memoised: rendered only when it changes. */
export const EditorRow = memo(function EditorRow(row: EditorRowProps) {
  const { id, name, level, isOpen, hasChildren, isRemoved, isFound, error, moving, isLive, press, intent } =
    row;
  const t = useTexts(departments);
  const isReadOnly = useReadOnly();
  const called = name.trim() || t("editor.unnamed");
  const field = `departments-name-${id}`;
  /** Props of a button that scripts handle; without JS it submits the form. */
  const button = (verb: Verb) => ({
    type: "submit" as const,
    name: "intent",
    value: withDetail(intent, `${verb}:${id}`),
    variant: "ghost" as const,
    size: "small" as const,
    onClick: (event: MouseEvent) => {
      event.preventDefault();
      press({ verb, id });
    },
  });
  return (
    <li
      className={classes(
        "tree-row rt-r-position-relative rt-r-fw-wrap rt-r-ai-center rt-r-rg-1 rt-r-cg-2",
        isRemoved && "muted",
        row.isMoved && "tree-row-moved",
        isFound && "tree-row-found",
      )}
      data-level={Math.min(level, maxLevels + 1)}
      style={{ "--above": Math.min(level, maxLevels) - 1 } as CSSProperties}
      data-id={id}
    >
      {!isReadOnly && <DragHandle {...row} called={called} />}
      {hasChildren ? (
        <Button
          {...button("toggle")}
          icon={isOpen ? "chevron-down" : "chevron-right"}
          iconOnly
          aria-expanded={isOpen}
          className="tree-toggle"
        >
          {t(isOpen ? "editor.close" : "editor.open", { name: called })}
        </Button>
      ) : (
        <span className="tree-toggle" />
      )}
      {isRemoved || isReadOnly ? (
        <span className="tree-name" dir="auto">
          {isRemoved ? <s>{name}</s> : name}
        </span>
      ) : (
        <span className="tree-name">
          <input
            id={field}
            className="input"
            name={isLive ? undefined : `name-${id}`}
            dir="auto"
            autoComplete="off"
            value={name}
            {...describe(field, undefined, error ? [error] : undefined)}
            aria-label={t("editor.name", { level })}
            // Without JS a press loads a new page: this restores the focus.
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- see above
            autoFocus={!isLive && row.hasFocus}
            onChange={({ currentTarget: { value } }) => press({ verb: "name", id, value })}
          />
          {!isLive && <input type="hidden" name={`was-${id}`} value={name} />}
        </span>
      )}
      {isRemoved && (
        <>
          <Badge tone="red">{t("editor.removed")}</Badge>
          {/* Messages about a removal link here. */}
          <Button {...button("keep")} id={field} aria-label={t("editor.keepOf", { name: called })}>
            {t("editor.keep")}
          </Button>
        </>
      )}
      {row.isMoved && !isRemoved && <Badge>{t("editor.moved")}</Badge>}
      {!isRemoved && !isReadOnly && <Buttons {...row} button={button} called={called} />}
      <FieldError id={field} errors={error ? [error] : undefined} />
      {moving && <NewParent {...{ id, called, tree: moving, press, intent }} />}
    </li>
  );
});

type ButtonsProps = EditorRowProps & {
  called: string;
  button: (verb: Verb) => object;
};

function Buttons({ level, isRoot, isFirst, isLast, moving, called, button }: ButtonsProps) {
  const t = useTexts(departments);
  return (
    <span className="tree-buttons">
      <Button
        {...button("add")}
        disabled={level >= maxLevels}
        aria-label={t("editor.addTo", { name: called })}
      >
        {t("editor.add")}
      </Button>
      {!isRoot && (
        <>
          {(["up", "down"] as const).map((verb) => (
            <Button
              key={verb}
              {...button(verb)}
              icon={`arrow-${verb}`}
              iconOnly
              disabled={verb === "up" ? isFirst : isLast}
              title={t(`editor.${verb}`)}
              aria-label={t(`editor.${verb}Of`, { name: called })}
            >
              {t(`editor.${verb}`)}
            </Button>
          ))}
          <Button
            {...button("move")}
            aria-expanded={moving !== null}
            aria-label={t("editor.moveOf", { name: called })}
          >
            {t("editor.move")}
          </Button>
          <Button {...button("remove")} aria-label={t("editor.removeOf", { name: called })}>
            {t("editor.remove")}
          </Button>
        </>
      )}
    </span>
  );
}

const keys: Readonly<Record<string, "up" | "down" | "in" | "out">> = {
  ArrowUp: "up",
  ArrowDown: "down",
  ArrowRight: "in",
  ArrowLeft: "out",
};

/** Handle to drag a department, or to move it with the arrow keys (DEPT-37); hidden without JS. */
function DragHandle({ id, isRoot, isRemoved, called, press }: EditorRowProps & { called: string }) {
  const t = useTexts(departments);
  if (isRoot || isRemoved) return <span className="tree-handle with-scripts" />;
  const onKeyDown = (event: KeyboardEvent) => {
    const verb = keys[event.key];
    if (!verb) return;
    event.preventDefault();
    press({ verb, id });
  };
  return (
    <Button
      id={`departments-handle-${id}`}
      className="tree-handle with-scripts"
      variant="ghost"
      size="small"
      icon="drag"
      iconOnly
      draggable
      onKeyDown={onKeyDown}
    >
      {t("editor.handle", { name: called })}
    </Button>
  );
}

type NewParentProps = {
  id: string;
  called: string;
  tree: Tree;
  press: (what: Press) => void;
  intent: Intent;
};

/** Possible new parents of a department (DEPT-13). */
function NewParent({ id, called, tree, press, intent }: NewParentProps) {
  const t = useTexts(departments);
  const field = `departments-parent-${id}`;
  const parents = allowedParents(tree, id);
  return (
    <span className="tree-move">
      <select
        id={field}
        name={`parent-${id}`}
        className="input"
        aria-label={t("editor.parent", { name: called })}
        defaultValue={tree.nodes.get(id)?.parentId ?? undefined}
      >
        {parents.map((parent) => (
          <option key={parent.id} value={parent.id}>
            {"\u00a0".repeat(4 * (parent.level - 1))}
            {parent.name || t("editor.unnamed")}
          </option>
        ))}
      </select>
      <Button
        type="submit"
        name="intent"
        value={withDetail(intent, `into:${id}`)}
        size="small"
        onClick={(event) => {
          event.preventDefault();
          const select = document.getElementById(field);
          if (select instanceof HTMLSelectElement) press({ verb: "into", id, value: select.value });
        }}
      >
        {t("editor.apply")}
      </Button>
    </span>
  );
}
