import { redirect } from "@remix-run/node";
import { z } from "zod/v4";
import { publicAction } from "~/services/guard.server";
import { preferencesCookie, readPreferences } from "~/sessions.server";

const schema = z.object({
  appearance: z.enum(["system", "light", "dark"]).optional().catch(undefined),
  timeZone: z.enum(["browser", "region", "UTC"]).optional().catch(undefined),
  // A path of the console: never an address that leads elsewhere
  returnTo: z
    .string()
    .regex(/^\/(?![/\\])[^\s\\]*$/)
    .catch("/"),
});

/** Stores the appearance and time zone chosen in the user menu, and goes back to where it was opened. */
export const action = publicAction(({ request, form }) => {
  const { returnTo, ...chosen } = schema.parse(Object.fromEntries(form));
  const { appearance, timeZone } = readPreferences(request);
  const cookie = preferencesCookie({
    appearance: chosen.appearance ?? appearance,
    timeZone: chosen.timeZone ?? timeZone,
  });
  return redirect(returnTo, { status: 303, headers: { "set-cookie": cookie } });
});

export const loader = () => redirect("/");
