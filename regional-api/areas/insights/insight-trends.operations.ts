/** The change of every single figure against the period before, and its line by day (DI-57). */
import { ageLimit, dateOf, figureNames, figuresOf, trendOf, type FigureName } from "./insights.rules";
import { trendPoints, trendSums } from "./insights.store";
import { builder } from "../../core/builder";
import { query } from "../../core/operation";
import { declareBounds } from "../../core/bounds";
import {
  access,
  assessmentsOf,
  checkThreshold,
  cohortFields,
  cohortsBound,
  figureBounds,
  nothing,
  placeFields,
  productBound,
  productFields,
} from "./insight-subject";

declareBounds({ lists: figureBounds("DatalakeTrendFilter", productBound, cohortsBound) });

const TrendFilter = builder.inputType("DatalakeTrendFilter", {
  fields: (t) => ({
    ...placeFields(t),
    ...productFields(t),
    ...cohortFields(t),
    lostDayThreshold: t.int({
      required: true,
      description: "An interview that was not submitted counts as lost after this many days.",
    }),
    from: t.field({ type: "DateTime", description: "Defaults to 30 days before the end." }),
    to: t.field({ type: "DateTime", description: "Inclusive. By default the end of today (UTC)." }),
  }),
});

interface FigureTrend {
  figure: FigureName;
  current: number | null;
  previous: number | null;
  values: (number | null)[];
}
interface FigureTrends {
  days: number;
  pointDays: number;
  dates: string[];
  figures: FigureTrend[];
}
const Figure = builder.enumType("DatalakeFigure", { values: figureNames });
const FigureTrendType = builder.objectRef<FigureTrend>("DatalakeFigureTrend").implement({
  description: "In the unit of the figure's own query.",
  fields: (t) => ({
    figure: t.expose("figure", { type: Figure }),
    current: t.exposeFloat("current", { nullable: true, description: nothing }),
    previous: t.exposeFloat("previous", {
      nullable: true,
      description: `The same number of days earlier; of a period that is still running, up to the same point. ${nothing}`,
    }),
    values: t.expose("values", {
      type: ["Float"],
      nullable: { list: false, items: true },
      description:
        "By date. Null where there is nothing to count, or where too few days have passed to count as lost. Medians are estimates.",
    }),
  }),
});
const FigureTrendsType = builder.objectRef<FigureTrends>("DatalakeFigureTrends").implement({
  fields: (t) => ({
    days: t.exposeInt("days", { description: "The number of days in the period." }),
    pointDays: t.exposeInt("pointDays", {
      description: "The number of days each date stands for: 1, or 32 in periods of more than 186 days.",
    }),
    dates: t.exposeStringList("dates", { description: "YYYY-MM-DD, whole days in UTC." }),
    figures: t.expose("figures", { type: [FigureTrendType] }),
  }),
});

query("DatalakeFigureTrends", {
  description: "Every figure in a period, in the one before, and by day. Null if the period has not begun.",
  type: FigureTrendsType,
  nullable: true,
  args: builder.args((t) => ({ filter: t.field({ type: TrendFilter, required: true }) })),
  access,
  resolve: async ({ filter }, call): Promise<FigureTrends | null> => {
    const { db, now } = call.ctx;
    checkThreshold(filter.lostDayThreshold);
    const subject = await assessmentsOf(call, filter);
    const trend = trendOf(filter.from, filter.to, now);
    if (!trend) return null;
    const { shift, points } = trend;
    const limit = ageLimit(now, filter.lostDayThreshold);
    const current = await trendSums(db, subject, trend.current, limit);
    const previous = await trendSums(db, subject, trend.previous, limit - shift);
    const line = await trendPoints(db, subject, points, limit);
    return {
      days: trend.days,
      pointDays: points.span,
      dates: line.map((_, index) => dateOf((points.first + index) * points.span)),
      figures: figureNames.map((figure) => ({
        figure,
        current: figuresOf[figure](current),
        previous: figuresOf[figure](previous),
        values: line.map(figuresOf[figure]),
      })),
    };
  },
});
