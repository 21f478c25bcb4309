import { redirect } from "@remix-run/node";
import { z } from "zod/v4";
import { moved, plainView } from "~/models/list/list-view";
import { publicAction, type PublicForm } from "~/services/guard.server";
import { listViewCookie, readListView } from "~/services/list-views.server";
import { preferencesCookie, readPreferences } from "~/sessions.server";

const schema = z.object({
  appearance: z.enum(["system", "light", "dark"]).optional().catch(undefined),
  timeZone: z.enum(["browser", "region", "UTC"]).optional().catch(undefined),
  /** The list whose columns or density are chosen. */
  list: z
    .string()
    .regex(/^[a-z-]{1,24}$/)
    .optional()
    .catch(undefined),
  // A path of the console: never an address that leads elsewhere
  returnTo: z
    .string()
    .regex(/^\/(?![/\\])[^\s\\]*$/)
    .catch("/"),
});

/** Stores what was chosen in the user menu or about a list's columns, and goes back to where it was chosen. */
export const action = publicAction((args) => {
  const { returnTo, list, ...chosen } = schema.parse(Object.fromEntries(args.form));
  const headers = { "set-cookie": list ? viewCookie(args, list) : chosenCookie(args, chosen) };
  return redirect(returnTo, { status: 303, headers });
});

function chosenCookie(
  { request }: PublicForm,
  chosen: Pick<z.infer<typeof schema>, "appearance" | "timeZone">,
) {
  const { appearance, timeZone } = readPreferences(request);
  return preferencesCookie({
    appearance: chosen.appearance ?? appearance,
    timeZone: chosen.timeZone ?? timeZone,
  });
}

/** Pressing a density changes that alone; "Update columns" and the arrows take the boxes as they are ticked. */
function viewCookie({ request, state, form }: PublicForm, list: string): string {
  const userId = state.session.userId ?? "";
  const before = readListView(request, userId, list) ?? { ...plainView, hidden: [], order: [], pinned: [] };
  const [command, id = ""] = String(form.get("columns") ?? "").split(":");
  const density = form.get("density");
  if (command === "reset") return listViewCookie(request, userId, list, undefined);
  if (density === "comfortable" || density === "compact")
    return listViewCookie(request, userId, list, { ...before, density });
  const texts = (name: string) => form.getAll(name).map(String);
  const [order, shown] = [texts("column"), new Set(texts("shown"))];
  return listViewCookie(request, userId, list, {
    ...before,
    hidden: order.filter((column) => !shown.has(column)),
    pinned: texts("pinned").filter((column) => order.includes(column)),
    order: command === "up" || command === "down" ? moved(order, id, command) : order,
  });
}

export const loader = () => redirect("/");
