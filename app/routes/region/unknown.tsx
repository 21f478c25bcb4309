import { consoleLoader } from "~/services/guard.server";
import { notFound } from "~/services/screens.server";

/** Any unknown path below a customer (SHELL-07). */
export const loader = consoleLoader({ flag: null }, () => {
  throw notFound();
});
export const action = loader;

export default function UnknownPage() {
  return null;
}
