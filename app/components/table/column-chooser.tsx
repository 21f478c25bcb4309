import { Form, useLocation } from "@remix-run/react";
import { type FormEvent, type MouseEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { useTexts } from "~/components/context/console-context";
import { FormSecrets } from "~/components/form/post-form";
import { Button, ButtonLink, buttonLook } from "~/components/ui/button";
import { opensElsewhere } from "~/components/ui/client-links";
import { Icon } from "~/components/ui/icons";
import { useDismissal } from "~/components/ui/use-dismissal";
import { common } from "~/i18n/common";
import { orderedIds, shownIds } from "~/models/list/list-columns";
import { chooserParameter, isHiddenIn, type ListView, defaultListView } from "~/models/list/list-view";
import { columnsHref } from "./list-url";
import { useShortener } from "./use-shortener";
import { type Column, headerOf } from "./columns";

type ColumnChooserProps<Row extends object> = {
  name: string;
  /** The table's name, to distinguish two choosers on a page. */
  label: string;
  view: ListView | undefined;
  columns: readonly Column<Row>[];
};

/**
 * Row height, visible columns, their order, and pinned ones: a menu that works without JS; stored in a cookie per list,
 * not in links.
 */
export function ColumnChooser<Row extends object>({
  label,
  view = defaultListView,
  ...list
}: ColumnChooserProps<Row>) {
  const { name } = list;
  const t = useTexts(common);
  const location = useLocation();
  const shorten = useShortener();
  const [isOpened, setOpened] = useState(false);
  const isRequested = new URLSearchParams(location.search).get(chooserParameter) === name;
  const button = (
    <>
      <Icon name="columns" />
      <span className="visually-hidden">
        {t("table.columns")}: {label}
      </span>
    </>
  );
  if (isOpened || isRequested) return <Choice {...{ ...list, view, isOpened, isRequested }}>{button}</Choice>;
  const open = (event: MouseEvent) => {
    if (opensElsewhere(event)) return;
    event.preventDefault();
    setOpened(true);
  };
  return (
    // A link that loads the menu on demand: a closed menu in every list would be a tenth of the page.
    <a
      {...buttonLook({ iconOnly: true }, "list-view")}
      href={shorten(`${columnsHref(location, view.only ?? null, name)}#${choiceId(name)}`)}
      onClick={open}
    >
      {button}
    </a>
  );
}

const choiceId = (list: string) => `columns-${list}`;

type ChoiceProps<Row extends object> = Pick<ColumnChooserProps<Row>, "name" | "columns"> & {
  view: ListView;
  /** True if the menu was opened on this page and takes the focus. */
  isOpened: boolean;
  /** True if the URL opens the menu. */
  isRequested: boolean;
  children: ReactNode;
};

/** The menu, initially open. */
function Choice<Row extends object>({
  name,
  view,
  columns,
  isOpened,
  isRequested,
  children,
}: ChoiceProps<Row>) {
  const t = useTexts(common);
  const location = useLocation();
  const dismissal = useDismissal();
  const { ref } = dismissal;
  const { formRef, onSubmit } = useStoredChoice(view);
  useEffect(() => {
    if (isOpened) ref.current?.querySelector("summary")?.focus();
  }, [isOpened, ref]);
  const shown = orderedIds(columns, view).flatMap((id) => {
    const column = columns.find((one) => one.id === id);
    return column && !column.meta?.headerHidden ? [column] : [];
  });
  return (
    <details {...dismissal} id={choiceId(name)} className="list-view columns drop-down" open>
      <summary {...buttonLook({ iconOnly: true })}>{children}</summary>
      <Form
        ref={formRef}
        className="columns-panel"
        tabIndex={-1}
        onSubmit={onSubmit}
        method="post"
        action="/preferences"
        preventScrollReset
      >
        <FormSecrets />
        <input type="hidden" name="list" value={name} />
        <input
          type="hidden"
          name="returnTo"
          value={columnsHref(location, null, isRequested ? name : undefined)}
        />
        <div className="segments rt-Flex" role="group" aria-label={t("table.density")}>
          {(["comfortable", "compact"] as const).map((density) => (
            <button key={density} name="density" value={density} aria-pressed={view.density === density}>
              {t(`table.${density}`)}
            </button>
          ))}
        </div>
        <ul>
          {shown.map((column, index) => (
            <ColumnRow
              key={column.id}
              {...{ column, view }}
              isFirst={index === 0}
              isLast={index === shown.length - 1}
            />
          ))}
        </ul>
        <div className="row">
          <Button type="submit" size="small" name="columns" value="set">
            {t("table.updateColumns")}
          </Button>
          <Button type="submit" size="small" variant="ghost" name="columns" value="reset">
            {t("table.resetColumns")}
          </Button>
          <ButtonLink
            to={columnsHref(location, view.only ? null : shownIds(shown, view))}
            variant="ghost"
            size="small"
            icon="copy"
            data-keep-scroll=""
          >
            {t(view.only ? "table.unlinkColumns" : "table.linkColumns")}
          </ButtonLink>
        </div>
      </Form>
    </details>
  );
}

/** Resets the boxes to the cookie's choice; a button that moved with its column keeps the focus. */
function useStoredChoice(view: ListView) {
  const formRef = useRef<HTMLFormElement>(null);
  const pressed = useRef("");
  const stored = JSON.stringify(view);
  useEffect(() => {
    formRef.current?.reset();
    if (!pressed.current || document.activeElement !== document.body) return;
    const buttons = [...(formRef.current?.querySelectorAll("button") ?? [])];
    buttons.find(({ value, disabled }) => value === pressed.current && !disabled)?.focus();
    pressed.current = "";
  }, [stored]);
  const onSubmit = (event: FormEvent) => {
    const { submitter } = event.nativeEvent as SubmitEvent;
    pressed.current = submitter instanceof HTMLButtonElement ? submitter.value : "";
  };
  return { formRef, onSubmit };
}

type ColumnRowProps<Row extends object> = {
  column: Column<Row>;
  view: ListView;
  isFirst: boolean;
  isLast: boolean;
};

function ColumnRow<Row extends object>({ column, view, isFirst, isLast }: ColumnRowProps<Row>) {
  const t = useTexts(common);
  const id = column.id ?? "";
  const header = headerOf(column);
  return (
    <li>
      <input type="hidden" name="column" value={id} />
      {column.enableHiding ? (
        <label className="choice">
          <input
            type="checkbox"
            className="checkbox"
            name="shown"
            value={id}
            defaultChecked={!isHiddenIn(view, id)}
            aria-label={t("table.columnShown", { column: header })}
          />
          {header}
        </label>
      ) : (
        // The row header column is always shown.
        <span className="choice">
          <input type="hidden" name="shown" value={id} />
          {header}
        </span>
      )}
      <label className="choice column-pin">
        <input
          type="checkbox"
          className="checkbox"
          name="pinned"
          value={id}
          defaultChecked={view.pinned.includes(id)}
          aria-label={t("table.columnPinned", { column: header })}
        />
        {t("table.pinColumn")}
      </label>
      {(["up", "down"] as const).map((direction) => (
        <Button
          key={direction}
          type="submit"
          variant="ghost"
          size="small"
          icon={`arrow-${direction}`}
          iconOnly
          name="columns"
          value={`${direction}:${id}`}
          disabled={direction === "up" ? isFirst : isLast}
        >
          {t(direction === "up" ? "table.moveUp" : "table.moveDown", { column: header })}
        </Button>
      ))}
    </li>
  );
}
