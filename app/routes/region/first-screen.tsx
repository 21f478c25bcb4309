import { redirect } from "@remix-run/node";
import { menuOf } from "~/components/shell/menu";
import { consoleLoader } from "~/services/guard.server";
import { notFound } from "~/services/screens.server";

/** The customer's own address: to the first menu entry inside the console (SHELL-06). */
export const loader = consoleLoader({ flag: null }, async ({ base, flags, rights }) => {
  const entries = menuOf(flags, await rights()).filter(({ to }) => to !== undefined);
  // Better a list than a form, which its own "Cancel" would lead back to.
  const first = entries.find(({ path, to }) => to === path) ?? entries[0];
  if (!first) throw notFound();
  return redirect(`${base}/${first.to}`);
});

// A page, so that its refusals show as screens and not as bare answers.
export default function Nothing() {
  return null;
}
