import { insights } from "~/i18n/insights";
import { dayIn } from "~/i18n/wall-time";
import { getDepartments } from "~/models/departments/department.server";
import { isCardName } from "~/models/insights/cards";
import { csvOf, fileStem } from "~/models/insights/insights-csv.server";
import { getFigure } from "~/models/insights/insights.server";
import { readInsightsSearch } from "~/models/insights/insights-search";
import { optional } from "~/services/failure.server";
import { screenGates } from "~/services/gates";
import { fileLoader } from "~/services/guard.server";
import { notFound } from "~/services/screens.server";

/** One card's values as a file: `?card=` and the filters of the page. */
export const loader = fileLoader(screenGates.di, async ({ api, scope, url, timeZone, translate }) => {
  const card = url.searchParams.get("card") ?? undefined;
  if (!isCardName(card)) throw notFound();
  const search = readInsightsSearch(url.searchParams);
  const [figure, departments] = await Promise.all([
    getFigure(api, card, search),
    search.department === undefined ? [] : optional(getDepartments(api, scope), []),
  ]);
  const departmentName = departments.find(({ _id }) => _id === search.department)?.name;
  const t = translate(insights);
  const readAt = new Date();
  const name = `${fileStem(card, t)}-${scope.uniqueName}-${dayIn(timeZone)}.csv`;
  return new Response(csvOf(card, figure, { ...search, departmentName }, { readAt, timeZone, t }), {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="${name}"`,
    },
  });
});
