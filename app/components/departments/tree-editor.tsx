import { startTransition, useCallback, useEffect, useMemo, useState } from "react";
import { useTexts } from "~/components/context/console-context";
import { ConsoleForm } from "~/components/form/console-form";
import { SubmitButton } from "~/components/form/post-form";
import { lazyChecks } from "~/components/form/use-checks";
import { useConsoleForm } from "~/components/form/use-console-form";
import { Button, ButtonLink } from "~/components/ui/button";
import { Callout } from "~/components/ui/callout";
import { common } from "~/i18n/common";
import { departments } from "~/i18n/departments";
import type { OthersChange } from "~/models/departments/department-tree.server";
import { limits } from "~/models/form/limits";
import { errorsOf, type FlatNode, hasErrors, maxOps, treeOf } from "~/models/departments/tree";
import { movedIn, treeChanges } from "~/models/departments/tree-changes";
import { maxRows, parseEditor, type Press, applyPress, rowsOf } from "~/models/departments/tree-editor";
import { type Intent, withDetail } from "~/services/intents";
import { ChangeList, LostChanges, useDraftWords, useLostChangeTexts } from "./change-list";
import { EditorRow } from "./editor-row";
import { useTreeDrag } from "./use-tree-drag";

type TreeEditorProps = {
  intent: Intent;
  /** Intent of the rows' buttons without JS. */
  press: Intent;
  nodes: FlatNode[];
  version: number;
  mayEdit: boolean;
  /** Changes by others since this tree was loaded. */
  theirs: readonly OthersChange[];
  /** Subset of `theirs`: removals of departments with unsaved changes. */
  removals: readonly OthersChange[];
  listHref: string;
};

const checks = lazyChecks(
  () => import("~/models/departments/draft.schema"),
  ({ draftSchema }) => draftSchema,
);

/**
 * The department tree with its unsaved changes. Every button submits the form, so that it works without JS; with JS the
 * same rules (`pressed`) respond at once, and dragging and keys trigger the same presses.
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
  const isLive = useHydratedLate();
  const { frame } = useConsoleForm(checks, {
    id: "departments",
    values: { draft: "[]" },
    version,
    mayEdit,
    // The draft holds only operations, which are applied to the tree as others left it (DEPT-32).
    isMerged: false,
  });
  const { lastResult } = frame.answer ?? {};
  const [state, setState] = useState(() =>
    parseEditor(lastResult?.initialValue?.["draft"] ?? "[]", lastResult?.initialValue?.["view"]),
  );
  const { ops, view } = state;
  const press = useCallback((what: Press) => setState((now) => applyPress(nodes, now, what)), [nodes]);
  const tree = useMemo(() => treeOf(nodes, ops), [nodes, ops]);
  const errors = useMemo(() => errorsOf(tree), [tree]);
  const changes = useMemo(() => treeChanges(nodes, ops, tree), [nodes, ops, tree]);
  /** Departments that the draft moves, which then keep the server's error. */
  const moved = useMemo(() => movedIn(changes), [changes]);
  /** Departments with an error, found by the rules or the server. */
  const wrong = useMemo(() => {
    const refused = Object.keys(lastResult?.error ?? {}).map((name) => name.slice("name-".length));
    return [...new Set([...errors.names.keys(), ...refused])];
  }, [errors, lastResult]);
  const { rows, isCut, found } = useMemo(() => rowsOf(nodes, tree, view, wrong), [nodes, tree, view, wrong]);
  const lostOf = useLostChangeTexts(nodes, removals);
  const lost = lostOf(ops);
  // Lost changes count as well: "Update" reports who removed their departments.
  const isUnchanged = changes.length + lost.length === 0;
  const drag = useTreeDrag(tree, press);
  useFocus(view.focus, state);
  useNamesTypedBeforeHydration(press);

  const refusedFor = (id: string) => lastResult?.error?.[`name-${id}`]?.join(" ");
  const errorOf = (id: string) => {
    const own = errors.names.get(id);
    const isRefused = tree.nodes.get(id)?.isRemoved || moved.has(id);
    // The empty name of a new department is not an error until typing begins; without JS the server reports
    // it.
    if (own && (isLive ? !id.startsWith("new-") || view.focus !== `name-${id}` : refusedFor(id)))
      return t(`errors.${own}`, { limit: limits.departmentName });
    return !own && isRefused ? refusedFor(id) : undefined;
  };
  const [firstWrong, firstError] = [...errors.names][0] ?? [];
  return (
    <ConsoleForm
      // If all own changes are lost there is nothing to save over the other person's.
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
          // With JS the search runs while typing.
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
            // Without JS a press loads a new page: this restores the focus.
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- see above
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
                isMoved={moved.has(row.id)}
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
  lostOf: ReturnType<typeof useLostChangeTexts>;
};

/** The unsaved changes as hidden fields; a component of its own, to be inside the form's context. */
function DraftFields({ draft, view, nodes, theirs, lostOf }: DraftFieldsProps) {
  useDraftWords(nodes, theirs, lostOf);
  return (
    <>
      <input type="hidden" name="draft" value={draft} />
      <input type="hidden" name="view" value={view} />
    </>
  );
}

/** True once hydrated. Set in a transition, so that rendering a large tree does not block the page. */
function useHydratedLate(): boolean {
  const [isLive, setLive] = useState(false);
  useEffect(() => startTransition(() => setLive(true)), []);
  return isLive;
}

/** Takes over names typed before hydration: React does not know them and would restore the old ones. */
function useNamesTypedBeforeHydration(press: (what: Press) => void): void {
  useEffect(() => {
    for (const { name, value, defaultValue } of document.querySelectorAll<HTMLInputElement>(
      '.tree-name > input[name^="name-"]',
    ))
      if (value !== defaultValue) press({ verb: "name", id: name.slice("name-".length), value });
  }, [press]);
}

/** Focuses the element that the last press designated. */
function useFocus(id: string | null, state: object): void {
  useEffect(() => {
    if (id === null) return;
    const element = document.getElementById(`departments-${id}`);
    if (element && element !== document.activeElement) element.focus();
  }, [id, state]);
}
