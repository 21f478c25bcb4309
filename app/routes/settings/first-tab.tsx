import { redirect } from "@remix-run/node";
import { settingsTabsOf } from "~/components/settings/tabs";
import { consoleLoader } from "~/services/guard.server";
import { denied } from "~/services/screens.server";

/** The settings' own address: to the overview (SET-06), or to the first tab that is the person's (PERM-66). */
export const loader = consoleLoader({ flag: null }, async ({ base, flags, rights }) => {
  const [first] = settingsTabsOf(flags, await rights());
  if (!first) throw denied();
  return redirect(`${base}/settings/${first.key}`);
});

// A page, so that its refusals show as screens and not as bare answers.
export default function Nothing() {
  return null;
}
