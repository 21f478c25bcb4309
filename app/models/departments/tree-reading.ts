import { searchKey } from "~/i18n/name-order";
import { openAllUpTo } from "./tree-editor";

/** A department of the read-only tree. */
export type ReadNode = {
  id: string;
  name: string;
  /** Active users directly in the department; null if the person may not list them there. */
  users?: number | null | undefined;
  vacancies?: number | null | undefined;
  isOpen: boolean;
  isFound: boolean;
  /** Number of descendants. */
  below: number;
  children: ReadNode[];
};

type Named = Pick<ReadNode, "id" | "name" | "users" | "vacancies"> & { children?: readonly Named[] };
type TreeView = { search: string; open: "all" | "none" | null };

const countOf = ({ children = [] }: Named): number =>
  1 + children.reduce((sum, one) => sum + countOf(one), 0);

/**
 * The tree that the URL requests: search hits are marked and their paths expanded; otherwise all levels are
 * expanded, in a large tree the first two (DEPT-01, DEPT-34).
 */
export function readTree(root: Named, { search, open }: TreeView) {
  const wanted = searchKey(search);
  const count = countOf(root);
  let found = 0;
  const read = ({ children = [], ...own }: Named, level: number): ReadNode & { holdsFound: boolean } => {
    const isFound = wanted !== "" && searchKey(own.name).includes(wanted);
    if (isFound) found += 1;
    const inside = children.map((child) => read(child, level + 1));
    const isOpenAnyway = open ? open === "all" : count <= openAllUpTo || level < 2;
    const leadsToFound = inside.some(({ holdsFound }) => holdsFound);
    return {
      ...own,
      isFound,
      isOpen: wanted === "" ? isOpenAnyway : leadsToFound,
      below: inside.reduce((sum, one) => sum + 1 + one.below, 0),
      children: inside.map(({ holdsFound: _, ...node }) => node),
      holdsFound: isFound || leadsToFound,
    };
  };
  const { holdsFound: _, ...tree } = read(root, 1);
  return { root: tree, count, found };
}
