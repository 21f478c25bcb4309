import { useTexts } from "~/components/context/console-context";
import { departments } from "~/i18n/departments";
import type { ReadNode } from "~/models/departments/tree-reading";

/** Departments as nested disclosure elements, which also fold without JS (DEPT-01), with what each directly holds. */
export function DepartmentTree({ root }: { root: ReadNode }) {
  return (
    <ul className="tree">
      <Department node={root} />
    </ul>
  );
}

function Department({ node }: { node: ReadNode }) {
  const t = useTexts(departments);
  const { name, isFound, isOpen, below, users, vacancies, children } = node;
  const shown = <bdi>{isFound ? <mark>{name}</mark> : name}</bdi>;
  const counts = (
    <span className="tree-counts muted">
      <span>{vacancies ? t("changes.vacancies", { count: vacancies }) : null}</span>{" "}
      <span>{users ? t("changes.users", { count: users }) : null}</span>
    </span>
  );
  if (children.length === 0)
    return (
      <li className="tree-leaf">
        {shown} {counts}
      </li>
    );
  return (
    <li>
      <details open={isOpen}>
        <summary>
          {shown} <span className="muted">{t("below", { count: below })}</span> {counts}
        </summary>
        <ul>
          {children.map((child) => (
            <Department key={child.id} node={child} />
          ))}
        </ul>
      </details>
    </li>
  );
}
