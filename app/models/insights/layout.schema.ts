import { z } from "zod/v4";
import type { insights } from "~/i18n/insights";
import type { Translate } from "~/i18n/texts";
import { wholeNumber } from "~/models/form/text-rules";
import { type CardName, cardNames, grid, maxCardHeight, minCardSize } from "./cards";

type InsightsTexts = Translate<(typeof insights)["en"]>;

/** Row limit beyond any useful layout. */
const maxCardRow = 1_000;

/** Typed numbers of every card; columns and rows are 1-based. */
export const layoutSchema = (t: InsightsTexts) => {
  const whole =
    (field: "column" | "row" | "width" | "height", least: number, most: number) => (card: CardName) => {
      const error = t("layout.invalid", {
        field: t(`layout.${field}`, { card: t(`cards.${card}`) }),
        least,
        most,
      });
      return wholeNumber(least, most, error);
    };
  const fields = {
    x: whole("column", 1, grid.columns - minCardSize.width + 1),
    y: whole("row", 1, maxCardRow),
    w: whole("width", minCardSize.width, grid.columns),
    h: whole("height", minCardSize.height, maxCardHeight),
  };
  const place = (card: CardName) =>
    z
      .object({ x: fields.x(card), y: fields.y(card), w: fields.w(card), h: fields.h(card) })
      .refine(({ x, w }) => x - 1 + w <= grid.columns, {
        error: t("layout.tooWide", { card: t(`cards.${card}`), columns: grid.columns }),
        path: ["w"],
      });
  return z.object(
    Object.fromEntries(cardNames.map((card) => [card, place(card)])) as Record<
      CardName,
      ReturnType<typeof place>
    >,
  );
};

export type TypedLayout = z.output<ReturnType<typeof layoutSchema>>;
