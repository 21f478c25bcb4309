import { useLocation } from "@remix-run/react";
import type { MouseEvent } from "react";
import { useTexts } from "~/components/context/console-context";
import { ButtonLink } from "~/components/ui/button";
import { common } from "~/i18n/common";
import { dayIn } from "~/i18n/wall-time";
import { dayAfter } from "~/models/list/days";
import { listHref } from "./list-url";
import { useShortener } from "./use-shortener";

type RangePresetsProps = { kind: "days" | "times"; zone: string; maxDays?: number };

const presetDays = [1, 7, 30];

/**
 * "Last 7 days" and the like, including today, as fixed days: the URL shows the same rows tomorrow (GEN-29).
 * Links; with JS they fill in the fields instead, so that nothing else typed is lost.
 */
export function RangePresets({ kind, zone, maxDays = 30 }: RangePresetsProps) {
  const t = useTexts(common);
  const location = useLocation();
  const shorten = useShortener();
  const today = dayIn(zone);
  const [start, end] = kind === "times" ? ["T00:00", "T23:59"] : ["", ""];
  return (
    <div className="row">
      {presetDays
        .filter((days) => days <= maxDays)
        .map((days) => {
          const range = { from: dayAfter(today, 1 - days) + start, to: today + end };
          return (
            <ButtonLink
              key={days}
              to={shorten(listHref(location, { ...range, tz: zone }))}
              variant="ghost"
              size="small"
              data-keep-scroll=""
              onClick={(event) => fill(event, range)}
            >
              {days === 1 ? t("table.today") : t("table.lastDays", { days })}
            </ButtonLink>
          );
        })}
    </div>
  );
}

function fill(event: MouseEvent<HTMLElement>, range: Readonly<Record<string, string>>) {
  const form = event.currentTarget.closest("form");
  if (!form) return;
  event.preventDefault();
  for (const [name, value] of Object.entries(range)) {
    const input = form.elements.namedItem(name);
    if (!(input instanceof HTMLInputElement)) continue;
    input.value = value;
    input.dispatchEvent(new Event("input", { bubbles: true }));
  }
}
