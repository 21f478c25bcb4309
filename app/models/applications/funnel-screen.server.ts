import { funnel } from "~/i18n/funnel";
import { daysOf } from "~/models/list/days";
import { dayFilter, zoneFilter } from "~/models/list/list-search";
import type { ConsoleArgs } from "~/services/console-args";
import { loaded } from "~/services/failure.server";
import { isGateOpen, screenGates } from "~/services/gates";
import { getFunnel } from "./funnel.server";

/** Funnel of the vacancy's page if its URL requests it (PIPE-12); otherwise null. */
export async function loadFunnel(args: ConsoleArgs) {
  const { api, flags, param, rights, timeZone, translate, url } = args;
  const { searchParams } = url;
  if (searchParams.get("funnel") !== "1") return null;
  if (!isGateOpen(screenGates["vacancies/:vacancyId/funnel"], { flags, rights: await rights() })) return null;
  const days = {
    from: dayFilter().parse(searchParams.getAll("funnelFrom")),
    to: dayFilter().parse(searchParams.getAll("funnelTo")),
    tz: zoneFilter().parse(searchParams.getAll("funnelTz")),
  };
  const { isReversed } = daysOf(days, timeZone);
  const { data, error } = isReversed
    ? { data: null, error: null }
    : await loaded(
        getFunnel(api, param("vacancyId"), days, timeZone),
        args,
        translate(funnel)("loadFailed"),
        "side",
      );
  return { stages: data, problem: error, days, isReversed };
}
