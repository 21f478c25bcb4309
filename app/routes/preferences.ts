import { redirect } from "@remix-run/node";
import { z } from "zod/v4";
import { translator } from "~/i18n/texts";
import { users } from "~/i18n/users";
import { moveColumn, defaultListView } from "~/models/list/list-view";
import { choicesCookie, idSchema, readChoices, screenSchema } from "~/services/choices.server";
import { publicAction, type PublicForm } from "~/services/guard.server";
import { listName, listViewCookie, readListView } from "~/services/list-views.server";
import { ownPath } from "~/services/own-path";
import { preferencesCookie, readPreferences } from "~/sessions.server";

const schema = z.object({
  appearance: z.enum(["system", "light", "dark"]).optional().catch(undefined),
  timeZone: z.enum(["browser", "region", "UTC"]).optional().catch(undefined),
  /** The list whose columns or density change. */
  list: listName.optional().catch(undefined),
  shortcuts: z.enum(["on", "off"]).optional().catch(undefined),
  // Customers to pin or unpin in the switcher, or to hide the setup steps for
  pin: idSchema.optional().catch(undefined),
  unpin: idSchema.optional().catch(undefined),
  hideSetup: idSchema.optional().catch(undefined),
  /** Menu entry of the start page; empty for Today. */
  first: z
    .union([screenSchema, z.literal("")])
    .optional()
    .catch(undefined),
  /** Set by the account page, where not every change shows at once. */
  saved: z.literal("account").optional().catch(undefined),
  returnTo: ownPath,
});

/** Stores preferences of the frame or of a list's columns, and returns to the page. */
export const action = publicAction((args) => {
  const { returnTo, list, saved, ...chosen } = schema.parse(Object.fromEntries(args.form));
  const looks = chosen.appearance ?? chosen.timeZone;
  const { appearance: _, timeZone: __, ...frame } = chosen;
  const cookies = list
    ? [viewCookie(args, list)]
    : [
        ...(looks ? [looksCookie(args, chosen)] : []),
        ...(Object.values(frame).some((one) => one !== undefined) ? [frameCookie(args, chosen)] : []),
      ];
  if (saved)
    args.state.notify({
      tone: "success",
      title: translator(users, args.language)("account.preferencesSaved"),
    });
  return redirect(returnTo, {
    status: 303,
    headers: cookies.map((cookie): [string, string] => ["set-cookie", cookie]),
  });
});

type ChosenPreferences = Omit<z.infer<typeof schema>, "returnTo" | "list" | "saved">;

function looksCookie({ request }: PublicForm, chosen: ChosenPreferences): string {
  const { appearance, timeZone } = readPreferences(request);
  return preferencesCookie({
    appearance: chosen.appearance ?? appearance,
    timeZone: chosen.timeZone ?? timeZone,
  });
}

/** A density button changes only the density; "Update columns" and the arrows also apply the ticked boxes. */
function viewCookie({ request, state, form }: PublicForm, list: string): string {
  const userId = state.session.userId ?? "";
  const before = readListView(request, userId, list) ?? {
    ...defaultListView,
    hidden: [],
    order: [],
    pinned: [],
  };
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
    order: command === "up" || command === "down" ? moveColumn(order, id, command) : order,
  });
}

function frameCookie({ request, state }: PublicForm, chosen: ChosenPreferences): string {
  const userId = state.session.userId ?? "";
  const { pinned, hiddenSetups, areKeysOn, firstScreen } = readChoices(request, userId);
  const { pin, unpin, hideSetup, shortcuts, first } = chosen;
  return choicesCookie(userId, {
    pinned: [...pinned.filter((id) => id !== pin && id !== unpin), ...(pin ? [pin] : [])],
    hiddenSetups: [...hiddenSetups.filter((id) => id !== hideSetup), ...(hideSetup ? [hideSetup] : [])],
    areKeysOn: shortcuts ? shortcuts === "on" : areKeysOn,
    firstScreen: first === undefined ? firstScreen : first || null,
  });
}

export const loader = () => redirect("/");
