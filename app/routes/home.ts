import { redirect } from "@remix-run/node";
import { sessionLoader } from "~/services/guard.server";
import { defaultLanding } from "~/services/landing.server";

/** `/`: to the default customer (SHELL-04). */
export const loader = sessionLoader(({ user }) => redirect(defaultLanding(user)));
