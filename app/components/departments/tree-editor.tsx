import { startTransition, useCallback, useEffect, useMemo, useState } from "react";
import { useTexts } from "~/components/context/console-context";
import { ConsoleForm } from "~/components/form/console-form";
import { SubmitButton } from "~/components/form/post-form";
import { checkedBy } from "~/components/form/use-checks";
import { useConsoleForm } from "~/components/form/use-console-form";
import { Button, ButtonLink } from "~/components/ui/button";
import { Callout } from "~/components/ui/callout";
import { common } from "~/i18n/common";
import { departments } from "~/i18n/departments";
import type { OthersChange } from "~/models/departments/department-tree.server";
import { limits } from "~/models/form/limits";
import { errorsOf, type FlatNode, hasErrors, maxOps, treeOf } from "~/models/departments/tree";
import { treeChanges } from "~/models/departments/tree-changes";
import { maxRows, parseEditor, type Press, pressed, rowsOf } from "~/models/departments/tree-editor";
import { type Intent, withDetail } from "~/services/intents";
import { ChangeList, LostChanges, useDraftWords, useLostWords } from "./change-list";
import { EditorRow } from "./editor-row";
import { useTreeDrag } from "./use-tree-drag";

type TreeEditorProps = {
  intent: Intent;
  /** The intent of the rows' buttons without scripts. */
  press: Intent;
  nodes: FlatNode[];
  version: number;
  mayEdit: boolean;
  /** Other people's changes since this tree was read. */
  theirs: readonly OthersChange[];
  /** Of these, the removals of departments that something not yet saved was done to. */
  removals: readonly OthersChange[];
  listHref: string;
};

const checks = checkedBy(
  () => import("~/models/departments/draft.schema"),
  ({ draftSchema }) => draftSchema,
);

/**
 * The department tree with what is done to it and not yet saved. Every button is one of the form, so that it works
 * without scripts; with them the same rules (`pressed`) answer at once, and dragging and keys press the same.
 */
export function TreeEditor({
  intent,
  press: pressIntent,
  nodes,
  version,
  mayEdit,
  theirs,
  removals,
  listHref,
}: TreeEditorProps) {
  const t = useTexts(departments);
  const c = useTexts(common);
  const isLive = useLive();
  const { frame } = useConsoleForm(checks, {
    id: "departments",
    values: { draft: "[]" },
    version,
    mayEdit,
    // The draft holds only what was done to the tree, and is done to the tree as others left it (DEPT-32).
    isMerged: false,
  });
  const { lastResult } = frame.answer ?? {};
  const [state, setState] = useState(() =>
    parseEditor(lastResult?.initialValue?.["draft"] ?? "[]", lastResult?.initialValue?.["view"]),
  );
  const { ops, view } = state;
  const press = useCallback((what: Press) => setState((now) => pressed(nodes, now, what)), [nodes]);
  const tree = useMemo(() => treeOf(nodes, ops), [nodes, ops]);
  const errors = useMemo(() => errorsOf(tree), [tree]);
  const changes = useMemo(() => treeChanges(nodes, ops, tree), [nodes, ops, tree]);
  /** Departments that have an error, by the rules or found by the server. */
  const wrong = useMemo(() => {
    const refused = Object.keys(lastResult?.error ?? {}).map((name) => name.slice("name-".length));
    return [...new Set([...errors.names.keys(), ...refused])];
  }, [errors, lastResult]);
  const { rows, isCut, found } = useMemo(() => rowsOf(nodes, tree, view, wrong), [nodes, tree, view, wrong]);
  const lostOf = useLostWords(nodes, removals);
  const lost = lostOf(ops);
  // Of changes that are lost "Update" says who took them away.
  const isUnchanged = changes.length + lost.length === 0;
  const drag = useTreeDrag(tree, press);
  useFocus(view.focus, state);
  useTypedBefore(press);

  /** The server's error of a department, as long as the department shows. */
  const isMoved = (id: string) => changes.some((change) => change.kind === "moved" && change.id === id);
  const refusedFor = (id: string) => lastResult?.error?.[`name-${id}`]?.join(" ");
  const errorOf = (id: string) => {
    const own = errors.names.get(id);
    const isRefused = tree.nodes.get(id)?.isRemoved || isMoved(id);
    // Before anything is typed a new name is not wrong yet; without scripts the server says it.
    if (own && (isLive ? !id.startsWith("new-") || view.focus !== `name-${id}` : refusedFor(id)))
      return t(`errors.${own}`, { limit: limits.departmentName });
    return !own && isRefused ? refusedFor(id) : undefined;
  };
  const [firstWrong, firstError] = [...errors.names][0] ?? [];
  return (
    <ConsoleForm
      // There is nothing to save over another's change where nothing of one's own can be done any more.
      frame={{
        ...frame,
        isNothingLeft: lost.length > 0 && changes.length === 0,
        isChanged: () => !isUnchanged && frame.isChanged(),
      }}
      intent={intent}
      className="form form-wide"
      actions={
        <>
          <SubmitButton disabled={isLive && (hasErrors(errors) || isUnchanged)}>
            {t("editor.update")}
          </SubmitButton>
          <ButtonLink to={listHref}>{c("actions.cancel")}</ButtonLink>
          {isLive && firstError && (
            <a href={`#departments-name-${firstWrong}`} className="tree-blocked">
              {t(`errors.${firstError}`, { limit: limits.departmentName })}
            </a>
          )}
          {isLive && isUnchanged && <span className="muted">{t("errors.nothing")}</span>}
        </>
      }
    >
      <DraftFields draft={JSON.stringify(ops)} view={JSON.stringify(view)} {...{ nodes, theirs, lostOf }} />
      <LostChanges {...{ lost, removals }} isRestKept={changes.length > 0} />
      <div className="tree-bar rt-Flex rt-r-fw-wrap rt-r-ai-center rt-r-gap-2 rt-r-my-2">
        <input
          type="search"
          name={isLive ? undefined : "find"}
          className="input"
          aria-label={t("search")}
          placeholder={t("search")}
          defaultValue={view.find}
          maxLength={200}
          onInput={({ currentTarget: { value } }) => press({ verb: "find", value })}
          onKeyDown={(event) => event.key === "Enter" && event.preventDefault()}
        />
        <Button
          type="submit"
          name="intent"
          value={withDetail(pressIntent, "find")}
          icon="search"
          // Scripts find while it is typed.
          onClick={(event) => event.preventDefault()}
        >
          {t("find")}
        </Button>
        {mayEdit && (
          <Button
            id="departments-undo"
            type="submit"
            name="intent"
            value={withDetail(pressIntent, "undo")}
            icon="restore"
            variant="ghost"
            disabled={ops.length === 0}
            // Without scripts a press ends on a new page: this is where the person was.
            // eslint-disable-next-line jsx-a11y/no-autofocus -- see above
            autoFocus={!isLive && view.focus === "undo"}
            onClick={(event) => {
              event.preventDefault();
              press({ verb: "undo" });
            }}
          >
            {t("editor.undo")}
          </Button>
        )}
        <span className="muted" role="status">
          {view.find !== "" && t("found", { count: found })}
        </span>
      </div>
      {errors.tree.map((error) => (
        <Callout key={error} tone="error" role="alert">
          {t(`errors.${error}`)}
        </Callout>
      ))}
      {ops.length >= maxOps && (
        <Callout tone="warning" role="status">
          {t("errors.tooMany")}
        </Callout>
      )}
      {mayEdit && <p className="muted with-scripts">{t("editor.keys")}</p>}
      <ul className="tree-rows rt-r-overflow-hidden card" aria-label={t("editor.tree")} {...drag}>
        {rows.map((row) => {
          const node = tree.nodes.get(row.id);
          return (
            node && (
              <EditorRow
                key={row.id}
                {...row}
                name={node.name}
                isRoot={row.id === tree.rootId}
                isRemoved={node.isRemoved}
                error={errorOf(row.id)}
                moving={view.moving === row.id ? tree : null}
                isLive={isLive}
                hasFocus={view.focus === `name-${row.id}`}
                press={press}
                intent={pressIntent}
              />
            )
          );
        })}
        {rows.length === 0 && <li className="tree-row muted">{t("editor.noMatch")}</li>}
      </ul>
      {isCut && <p role="status">{t("editor.cut", { count: maxRows })}</p>}
      {mayEdit && <ChangeList changes={changes} />}
    </ConsoleForm>
  );
}

type DraftFieldsProps = {
  draft: string;
  view: string;
  nodes: FlatNode[];
  theirs: readonly OthersChange[];
  lostOf: ReturnType<typeof useLostWords>;
};

/** The unsaved changes as the form sends them; a component of its own, to be inside the form's context. */
function DraftFields({ draft, view, nodes, theirs, lostOf }: DraftFieldsProps) {
  useDraftWords(nodes, theirs, lostOf);
  return (
    <>
      <input type="hidden" name="draft" value={draft} />
      <input type="hidden" name="view" value={view} />
    </>
  );
}

/**
 * Whether scripts answer. It is drawn row by row and not at a stroke: a large tree would keep the page from answering.
 */
function useLive(): boolean {
  const [isLive, setLive] = useState(false);
  useEffect(() => startTransition(() => setLive(true)), []);
  return isLive;
}

/** Takes over names typed before scripts came: React knows nothing of them and would put the old ones back. */
function useTypedBefore(press: (what: Press) => void): void {
  useEffect(() => {
    for (const { name, value, defaultValue } of document.querySelectorAll<HTMLInputElement>(
      '.tree-name > input[name^="name-"]',
    ))
      if (value !== defaultValue) press({ verb: "name", id: name.slice("name-".length), value });
  }, [press]);
}

/** Leads the focus to where the last press wants it. */
function useFocus(id: string | null, state: object): void {
  useEffect(() => {
    if (id === null) return;
    const element = document.getElementById(`departments-${id}`);
    if (element && element !== document.activeElement) element.focus();
  }, [id, state]);
}
