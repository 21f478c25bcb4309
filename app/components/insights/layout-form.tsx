import { type MouseEvent, useEffect, useRef, useState } from "react";
import { useTexts } from "~/components/context/console-context";
import { ConsoleForm } from "~/components/form/console-form";
import { SelectField } from "~/components/form/choice-fields";
import { fieldProps } from "~/components/form/field";
import { SubmitButton } from "~/components/form/post-form";
import { NumberField } from "~/components/form/text-fields";
import { lazyChecks } from "~/components/form/use-checks";
import { useConsoleForm } from "~/components/form/use-console-form";
import { Button, ButtonLink } from "~/components/ui/button";
import { common } from "~/i18n/common";
import { insights } from "~/i18n/insights";
import { type CardName, grid, maxCardHeight, minCardSize } from "~/models/insights/cards";
import { layoutOfFields, reordered, typedLayout } from "~/models/insights/layout";
import { type Intent, withDetail } from "~/services/intents";

type LayoutFormProps = {
  values: Readonly<Record<CardName, { x: string; y: string; w: string; h: string }>>;
  version: number;
  intent: Intent;
  reset: Intent;
  order: Intent;
  dashboardHref: string;
};

const numbers = (least: number, most: number) =>
  Array.from({ length: most - least + 1 }, (_, index) => {
    const value = String(least + index);
    return { value, label: value };
  });
const widths = numbers(minCardSize.width, grid.columns);
const heights = numbers(minCardSize.height, maxCardHeight);

/** Sets a field's value and notifies its listeners, as typing would. */
function fill(field: Element | RadioNodeList | null, value: string) {
  if (!(field instanceof HTMLInputElement || field instanceof HTMLSelectElement) || field.value === value)
    return;
  field.value = value;
  field.dispatchEvent(new Event("input", { bubbles: true }));
}

/** Every card's place and size as numbers, in reading order (DI-08). */
export function LayoutForm({ values, version, intent, reset, order, dashboardHref }: LayoutFormProps) {
  const t = useTexts(insights);
  const c = useTexts(common);
  const { fields, frame } = useConsoleForm(
    lazyChecks(
      () => import("~/models/insights/layout.schema"),
      ({ layoutSchema }) => layoutSchema(t),
    ),
    { id: "dashboard-layout", values, version },
  );
  // A row button's answer lists the cards in their new order.
  const typed = frame.answer?.lastResult.initialValue;
  const [cards, setCards] = useState(() => Object.keys(typed ?? values) as CardName[]);
  const pressed = useRef<HTMLButtonElement | null>(null);
  // A row moved in the DOM loses the focus.
  useEffect(() => {
    pressed.current?.focus();
    pressed.current = null;
  }, [cards]);

  // Moves the row in the browser as the server would; keeps typed values.
  const move = (card: CardName, by: -1 | 1) => (event: MouseEvent<HTMLButtonElement>) => {
    const { form } = event.currentTarget;
    if (!form) return;
    event.preventDefault();
    const next = reordered(layoutOfFields(new FormData(form)), card, by);
    for (const [one, numbers] of Object.entries(typedLayout(next)))
      for (const [name, value] of Object.entries(numbers))
        fill(form.elements.namedItem(`${one}.${name}`), value);
    pressed.current = event.currentTarget;
    setCards(next.map((place) => place.card));
  };
  return (
    <ConsoleForm
      frame={frame}
      intent={intent}
      actions={
        <>
          <SubmitButton>{c("actions.save")}</SubmitButton>
          <SubmitButton intent={reset} variant="outline">
            {t("layout.reset")}
          </SubmitButton>
          <ButtonLink to={dashboardHref} variant="ghost">
            {c("actions.cancel")}
          </ButtonLink>
        </>
      }
    >
      <ol className="card rt-r-display-grid" aria-label={t("layout.cards")}>
        {cards.map((card, index) => {
          const { x, y, w, h } = fields[card].getFieldset();
          const title = t(`cards.${card}`);
          return (
            <li
              key={card}
              className="insight-place rt-r-display-grid rt-r-ai-center rt-r-rg-2 rt-r-cg-4 rt-r-py-3 rt-r-px-4"
            >
              <h2>{title}</h2>
              <div className="row">
                <Button
                  type="submit"
                  name="intent"
                  value={withDetail(order, `earlier:${card}`)}
                  icon="arrow-up"
                  size="small"
                  disabled={index === 0}
                  onClick={move(card, -1)}
                >
                  {t("layout.earlier")}
                  <span className="visually-hidden"> {title}</span>
                </Button>
                <Button
                  type="submit"
                  name="intent"
                  value={withDetail(order, `later:${card}`)}
                  icon="arrow-down"
                  size="small"
                  disabled={index === cards.length - 1}
                  onClick={move(card, 1)}
                >
                  {t("layout.later")}
                  <span className="visually-hidden"> {title}</span>
                </Button>
              </div>
              <div className="insight-numbers rt-r-display-grid rt-r-ai-start rt-r-gap-3">
                <NumberField
                  {...fieldProps(x)}
                  label={
                    <Label short={t("layout.heads.column")} whole={t("layout.column", { card: title })} />
                  }
                />
                <NumberField
                  {...fieldProps(y)}
                  label={<Label short={t("layout.heads.row")} whole={t("layout.row", { card: title })} />}
                />
                <SelectField
                  {...fieldProps(w)}
                  label={<Label short={t("layout.heads.width")} whole={t("layout.width", { card: title })} />}
                  options={widths}
                  placeholder={null}
                />
                <SelectField
                  {...fieldProps(h)}
                  label={
                    <Label short={t("layout.heads.height")} whole={t("layout.height", { card: title })} />
                  }
                  options={heights}
                  placeholder={null}
                />
              </div>
            </li>
          );
        })}
      </ol>
    </ConsoleForm>
  );
}

/**
 * Short label in a card's own row, with the card's name for screen readers; elsewhere, e.g. in a conflict,
 * the full label.
 */
const Label = ({ short, whole }: { short: string; whole: string }) => (
  <>
    <span className="insight-short" aria-hidden="true">
      {short}
    </span>{" "}
    <span className="insight-whole rt-r-position-absolute rt-r-overflow-hidden nowrap">{whole}</span>
  </>
);
