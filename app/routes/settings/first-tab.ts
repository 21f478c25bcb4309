import { redirect } from "@remix-run/node";
import { consoleLoader } from "~/services/guard.server";

/** The settings' own address: to the overview (SET-06). */
export const loader = consoleLoader({ flag: null }, ({ base }) => redirect(`${base}/settings/overview`));
