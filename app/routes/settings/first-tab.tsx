import { redirect } from "@remix-run/node";
import { settingsTabsOf } from "~/components/settings/tabs";
import { consoleLoader } from "~/services/guard.server";
import { denied } from "~/services/screens.server";

/** The settings' own URL: redirects to the overview (SET-06) or the first accessible tab (PERM-66). */
export const loader = consoleLoader({ flag: null }, async ({ base, flags, rights }) => {
  const [first] = settingsTabsOf(flags, await rights());
  if (!first) throw denied();
  return redirect(`${base}/settings/${first.key}`);
});

// A component, so that errors are rendered as screens, not as bare responses.
export default function EmptyPage() {
  return null;
}
