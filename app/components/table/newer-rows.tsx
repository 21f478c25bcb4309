import { useLocation } from "@remix-run/react";
import { momentParameter } from "~/models/list/list-moment";
import { listHref } from "./list-url";

type NewerRowsProps = { words: string; total?: number | null; open: readonly string[] };

/**
 * Beside a list's count: the way to the same search made now, in words that say how many rows came since. `open` names
 * the parameters of a row that is open. Nothing where none came, or where their number is not known.
 */
export function NewerRows({ words, total, open }: NewerRowsProps) {
  const location = useLocation();
  if (!total) return null;
  const left = Object.fromEntries([momentParameter, ...open].map((name) => [name, null]));
  return (
    <a className="small" href={listHref(location, left)}>
      {words}
    </a>
  );
}
