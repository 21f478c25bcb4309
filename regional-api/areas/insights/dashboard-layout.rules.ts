/** Validation of a user's card layout for Discover Insights (DI-03 to DI-08). */
import { z } from "zod/v4";
import { figureNames } from "./insights.rules";

/** The cards, in their default order (DI-04). */
export const dashboardCards = [
  ...figureNames,
  "deviceType",
  "scoreDistribution",
  "recommendationSplit",
  "declineReasons",
  "countByDay",
] as const;

const columns = 12;

const outsideMessage = "A card is outside of the grid, or smaller than 3 by 4";
const within = (least: number, most: number) => z.int().min(least, outsideMessage).max(most, outsideMessage);

const place = z
  .object({
    card: z.enum(dashboardCards),
    x: within(0, columns),
    y: within(0, 1_000),
    w: within(3, columns),
    h: within(4, 50),
  })
  .refine(({ x, w }) => x + w <= columns, outsideMessage);

/** A card's position and size in the 12-column grid. */
export type CardPlace = z.infer<typeof place>;

const isOverlapping = (a: CardPlace, b: CardPlace) =>
  a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;

/** A valid layout: each card at most once, at least 3 by 4, inside the grid, no overlaps. */
export const dashboardLayout = z
  .array(place)
  .refine(
    (places) =>
      places.every((one, index) =>
        places.slice(0, index).every((other) => other.card !== one.card && !isOverlapping(one, other)),
      ),
    "A card is there twice, or over another",
  );
