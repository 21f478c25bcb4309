import { useActionData, useLoaderData } from "@remix-run/react";
import { useTexts } from "~/components/context/console-context";
import styles from "~/components/departments/departments.css?url";
import { TreeEditor } from "~/components/departments/tree-editor";
import { fixedTitle } from "~/components/shell/page-title";
import { Problem } from "~/components/area/problem";
import { PageHeader } from "~/components/ui/page-header";
import { stylesheets } from "~/components/ui/stylesheets";
import { departments } from "~/i18n/departments";
import { getFlatTree, type OthersChange } from "~/models/departments/department-tree.server";
import { handleTreePress, updateTree } from "~/models/departments/tree-form.server";
import { loaded } from "~/services/failure.server";
import { screenGates } from "~/services/gates";
import { consoleAction, consoleLoader } from "~/services/guard.server";
import { holdsRight } from "~/services/identity.server";
import { intentsOf } from "~/services/intents";

export const handle = fixedTitle(departments, "editor.title");
export const links = stylesheets(styles);

const gate = screenGates["departments/edit"];

export const loader = consoleLoader(gate, async (args) => {
  const { api, base, scope, translate } = args;
  const [tree, mayEdit] = await Promise.all([
    loaded(getFlatTree(api), args, translate(departments)("loadFailed")),
    holdsRight(args, "org:editUser"),
  ]);
  return {
    listHref: `${base}/departments`,
    customer: scope.customerDisplayName,
    mayEdit,
    problem: tree.error,
    tree: tree.data,
  };
});

export const action = consoleAction(gate, { save: updateTree, edit: handleTreePress });
const intent = intentsOf<typeof action>();

/** Editor of the department tree, saved as a whole (DEPT-07). */
export default function EditDepartments() {
  const { listHref, customer, mayEdit, problem, tree } = useLoaderData<typeof loader>();
  const answer = useActionData<{ theirs?: OthersChange[]; removals?: OthersChange[] }>();
  const t = useTexts(departments);
  return (
    <>
      <PageHeader title={t("editor.title")} back={{ to: listHref, label: t("editor.back") }} />
      <Problem of={problem} />
      {tree && (
        <>
          <p>{t("editor.text", { customer })}</p>
          <p className="muted">{t("editor.tooltip")}</p>
          <TreeEditor
            intent={intent("save")}
            press={intent("edit")}
            nodes={tree.nodes}
            version={tree.version}
            mayEdit={mayEdit}
            theirs={answer?.theirs ?? []}
            removals={answer?.removals ?? []}
            listHref={listHref}
          />
        </>
      )}
    </>
  );
}
