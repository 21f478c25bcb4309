import type { ConsoleArgs } from "~/services/console-args";

/** The tabs of a group's page. */
export const groupTabs = ["overview", "users", "console", "talent-hub"] as const;

/** True for the URL of the dialog to add users, which opens over their tab. */
export const isAdding = ({ url }: Pick<ConsoleArgs, "url">) => url.pathname.endsWith("/users/add");

/** The tab in the URL. */
export function tabOf(args: Pick<ConsoleArgs, "url">): (typeof groupTabs)[number] {
  const requested = args.url.searchParams.get("tab");
  return isAdding(args) ? "users" : (groupTabs.find((one) => one === requested) ?? "overview");
}
