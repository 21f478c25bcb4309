import { searchText } from "./search-state";
import { getSavedViews } from "~/models/list/saved-views.server";
import type { ConsoleArgs } from "~/services/console-args";
import { optional } from "~/services/failure.server";
import { navigationContextOf } from "~/services/navigation-context.server";

/** The typed text, `?q=`, and the facts that determine which places the user can go to. */
export async function paletteContext(args: ConsoleArgs) {
  const { url, api, flags } = args;
  const [surroundings, views] = await Promise.all([
    navigationContextOf(args),
    flags.edgeSavedViewsEnabled ? optional(getSavedViews(api), []) : [],
  ]);
  const q = searchText(url.searchParams.get("q") ?? "");
  return { q, known: { ...surroundings, views } };
}
