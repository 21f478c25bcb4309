import type { DefaultValue, FieldMetadata, FormMetadata } from "@conform-to/react";
import { type ReactNode, useEffect, useRef } from "react";
import { Button } from "~/components/ui/button";
import { classes } from "~/components/ui/classes";
import { useReadOnly } from "./form-context";

type RowListProps<Row> = {
  // The form's schema does not matter here: only its row buttons are used.
  form: Pick<FormMetadata, "insert" | "remove" | "reorder">;
  list: FieldMetadata<Row[], Record<string, unknown>, string[]>;
  /** Maximum number of rows. */
  limit: number;
  limitText: string;
  addLabel: string;
  /** Name of row `number`, counted from 1; `removeLabel` is the text of the button that removes it. */
  rowLabel: (number: number) => string;
  removeLabel: (row: string) => string;
  /** Values of a new row; none by default. */
  newRow?: DefaultValue<Row>;
  /** Text of the button that moves a row up; given only where the order matters. */
  moveUpLabel?: (row: string) => string;
  /** `false` hides the button to add a row. */
  mayAdd?: boolean;
  /** Rows, counted from 0, that can be removed; all by default. */
  mayRemove?: (index: number) => boolean;
  /** The rows have the same few fields: where there is room, their labels stand above the first row only. */
  isTable?: boolean;
  /** The fields of one row. */
  children: (row: FieldMetadata<Row, Record<string, unknown>, string[]>) => ReactNode;
};

/**
 * Rows to add and remove. The buttons are submit buttons, so they work without JS too (VAC-32, VAC-41). With JS the
 * focus goes to a new row's first field, and from a removed row to its neighbour's button.
 */
export function RowList<Row>({
  form,
  list,
  limit,
  limitText,
  addLabel,
  rowLabel,
  removeLabel,
  newRow = {} as DefaultValue<Row>,
  moveUpLabel,
  mayAdd = true,
  mayRemove = () => true,
  isTable,
  children,
}: RowListProps<Row>) {
  const rows = list.getFieldList();
  const isReadOnly = useReadOnly();
  const { ref, pressed } = useRowFocus(rows.length);
  const isFull = rows.length >= limit;
  return (
    <div className={classes("row-list rt-Flex rt-r-fd-column rt-r-gap-4", isTable && "row-table")} ref={ref}>
      {rows.map((row, index) => {
        const name = rowLabel(index + 1);
        return (
          <fieldset key={row.key} className="person-row rt-Flex rt-r-ai-end rt-r-gap-2">
            <legend>{name}</legend>
            <div className="fields-row">{children(row)}</div>
            {!isReadOnly && moveUpLabel && index > 0 && (
              <Button
                type="submit"
                {...form.reorder.getButtonProps({ name: list.name, from: index, to: index - 1 })}
                variant="ghost"
                size="small"
                icon="arrow-up"
                iconOnly
              >
                {moveUpLabel(name)}
              </Button>
            )}
            {!isReadOnly && mayRemove(index) && (
              <Button
                type="submit"
                {...form.remove.getButtonProps({ name: list.name, index })}
                variant="ghost"
                size="small"
                icon="trash"
                iconOnly
                data-remove=""
                onClick={() => pressed(index)}
              >
                {removeLabel(name)}
              </Button>
            )}
          </fieldset>
        );
      })}
      {!isReadOnly && mayAdd && (
        <div>
          <Button
            type="submit"
            {...form.insert.getButtonProps({ name: list.name, defaultValue: newRow })}
            icon="plus"
            disabled={isFull}
            data-add=""
            onClick={() => pressed(rows.length)}
          >
            {addLabel}
          </Button>
          {isFull && <p className={rows.length > limit ? "field-error" : "field-hint"}>{limitText}</p>}
        </div>
      )}
    </div>
  );
}

/** Moves the focus once the pressed button has added or removed its row. */
function useRowFocus(count: number) {
  const ref = useRef<HTMLDivElement>(null);
  const place = useRef<number | null>(null);
  const before = useRef(count);
  useEffect(() => {
    const { current: list } = ref;
    const { current: at } = place;
    const hasGrown = count > before.current;
    if (count === before.current) return;
    before.current = count;
    if (!list || at === null) return;
    place.current = null;
    // Rows contain fieldsets, hidden values and nested rows.
    const rows = list.querySelectorAll(":scope > fieldset");
    const target = hasGrown
      ? rows[count - 1]?.querySelector<HTMLElement>("input:not([type=hidden]), select, textarea")
      : rows[Math.min(at, count - 1)]?.querySelector<HTMLElement>(":scope > [data-remove]");
    (target ?? list.querySelector<HTMLElement>(":scope > div > [data-add]"))?.focus();
  }, [count]);
  return { ref, pressed: (index: number) => void (place.current = index) };
}
