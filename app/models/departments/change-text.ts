import type { departments } from "~/i18n/departments";
import type { Translate } from "~/i18n/texts";
import type { TreeChange } from "~/models/departments/tree-changes";

type Texts = Translate<(typeof departments)["en"]>;

/** One tree change as text. */
export function changeText(
  t: Texts,
  { kind, name, before, after, below = 0 }: Omit<TreeChange, "id">,
): string {
  if (below > 0) return t("changes.removedWith", { name, count: below });
  const textKey = kind === "moved" && before === after ? "reordered" : kind;
  return t(`changes.${textKey}`, { name: name || t("editor.unnamed"), before, after: after || "-" });
}

const kinds: Readonly<Record<string, TreeChange["kind"]>> = {
  CREATED: "created",
  RENAMED: "renamed",
  MOVED: "moved",
  ARCHIVED: "removed",
};

type RecordedChange = {
  kind: string;
  name: string;
  before: string | null;
  after: string | null;
  changedBy: string | null;
};

/** Another user's change as text, with its author (DEPT-32). */
export const othersChangeText = (
  t: Texts,
  { kind, name, before, after, changedBy }: RecordedChange,
): string =>
  t("changes.by", {
    name: changedBy ?? t("changes.someone"),
    change: changeText(t, { kind: kinds[kind] ?? "moved", name, before: before ?? "", after: after ?? "" }),
  });
