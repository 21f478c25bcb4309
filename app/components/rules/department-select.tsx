import { type CSSProperties, useState } from "react";
import { useTexts } from "~/components/context/console-context";
import { Disclosure } from "~/components/ui/layout";
import { permissions } from "~/i18n/permissions";
import { anyPlace, type Row, topDepartments, withDescendants } from "~/models/rules/rule-draft";
import { Box, BoxTree } from "./box-tree";

/** A selectable customer, with its departments once loaded. */
export type Choice = {
  id: string;
  name: string;
  departments: readonly { _id: string; name: string; level: number }[] | null;
  /** Removed departments that rules still refer to. */
  removed?: readonly { _id: string; name: string }[];
  /** Existing rules still refer to it, but it can no longer be selected. */
  isArchived?: true;
};

type DepartmentSelectProps = {
  row: Row;
  at: string;
  choice: Choice | undefined;
  error: string | undefined;
};

/** Number of departments named before the rest is counted. */
const maxNamedDepartments = 3;

/** The departments of a row: a select that expands to their tree (PERM-12..PERM-14, PERM-63). */
export function DepartmentSelect({ row, at, choice, error }: DepartmentSelectProps) {
  const t = useTexts(permissions);
  const tree = choice?.departments ?? [];
  // If the regions did not respond, the re-rendered form contains only the top department of a branch.
  const ticked = withDescendants(row.departments, tree);
  const [chosen, setChosen] = useState<readonly string[]>(ticked);
  if (row.customer === "") return null;
  if (choice?.isArchived) {
    return row.departments.map((id) => <input key={id} type="hidden" name={`department.${at}`} value={id} />);
  }
  if (row.customer === anyPlace) {
    return (
      <p>
        {t("departments")}: <strong>{t("any")}</strong>
      </p>
    );
  }
  const removed = (choice?.removed ?? []).filter(({ _id }) => row.departments.includes(_id));
  const hidden = row.departments.filter((id) => ![...tree, ...removed].some(({ _id }) => _id === id));
  const removedName = (one: { name: string } | undefined) =>
    one && t("removedDepartment", { department: one.name });
  const top = topDepartments([...new Set([...chosen, ...hidden])], tree).map(
    (id) =>
      tree.find(({ _id }) => _id === id)?.name ??
      removedName(removed.find(({ _id }) => _id === id)) ??
      t("unknownDepartment"),
  );
  const names = top.slice(0, maxNamedDepartments).join(", ");
  const more = top.length - maxNamedDepartments;
  const path: number[] = [];
  return (
    // Opens on an error, so that the error is visible.
    <Disclosure
      summary={t("departments")}
      aside={
        <bdi>
          {top.length === 0
            ? t("noDepartments")
            : more > 0
              ? t("departmentsChosen", { names, count: more })
              : names}
        </bdi>
      }
      open={error !== undefined}
    >
      <BoxTree
        legend={t("departments")}
        legendHidden
        sendsTopAlone
        hint={t("departmentsHint")}
        error={error}
        errorId={`department.${at}.error`}
        onTicked={setChosen}
      >
        {hidden.map((id) => (
          <input key={id} type="hidden" name={`department.${at}`} value={id} />
        ))}
        {hidden.length > 0 && <p className="small muted">{t("unknownDepartment")}</p>}
        <div className="department-boxes rt-r-overflow-auto rt-r-p-2">
          {removed.map((one, index) => (
            // Removed departments come first, where they are visible; each is a sibling of the root.
            <div key={one._id}>
              <Box
                node={`${index + 1}`}
                name={`department.${at}`}
                value={one._id}
                isTicked={ticked.includes(one._id)}
              >
                <bdi>{removedName(one)}</bdi>
              </Box>
            </div>
          ))}
          {tree.map(({ _id, name, level }) => {
            path.length = level + 1;
            path[level] = (path[level] ?? -1) + 1;
            return (
              <div key={_id} style={{ "--level": level } as CSSProperties}>
                <Box
                  node={path.join(".")}
                  name={`department.${at}`}
                  value={_id}
                  isTicked={ticked.includes(_id)}
                >
                  <bdi>{name}</bdi>
                </Box>
              </div>
            );
          })}
        </div>
      </BoxTree>
    </Disclosure>
  );
}
