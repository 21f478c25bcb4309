import { getSavedViews } from "~/models/list/saved-views.server";
import type { ConsoleArgs } from "~/services/console-args";
import { optional } from "~/services/failure.server";
import { surroundingsOf } from "~/services/surroundings.server";

const longest = 100;

/** What was typed, `?q=`, and what is known of the places one can go to. */
export async function knownPlaces(args: ConsoleArgs) {
  const { url, api, scope, flags } = args;
  const [surroundings, views] = await Promise.all([
    surroundingsOf(args),
    flags.edgeSavedViewsEnabled ? optional(getSavedViews(api, scope), []) : [],
  ]);
  const q = (url.searchParams.get("q") ?? "").trim().slice(0, longest);
  return { q, known: { ...surroundings, views } };
}
