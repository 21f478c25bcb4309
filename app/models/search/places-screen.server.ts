import { getSavedViews } from "~/models/list/saved-views.server";
import type { ConsoleArgs } from "~/services/console-args";
import { optional } from "~/services/failure.server";
import { surroundingsOf } from "~/services/surroundings.server";

const longest = 100;

/** The typed text, `?q=`, and the facts that decide which places a person can go to. */
export async function knownPlaces(args: ConsoleArgs) {
  const { url, api, scope, flags } = args;
  const [surroundings, views] = await Promise.all([
    surroundingsOf(args),
    flags.edgeSavedViewsEnabled ? optional(getSavedViews(api, scope), []) : [],
  ]);
  const q = (url.searchParams.get("q") ?? "").trim().slice(0, longest);
  return { q, known: { ...surroundings, views } };
}
