import { departmentsArea } from "~/areas/pages";
import { Form, useLoaderData, useLocation, useSubmit, useParams } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { useHistory } from "~/components/context/history";
import { useTexts } from "~/components/context/console-context";
import styles from "~/components/departments/departments.css?url";
import { DepartmentTree } from "~/components/departments/department-tree";
import { fixedTitle } from "~/components/shell/page-title";
import { Button, ButtonLink } from "~/components/ui/button";
import { Problem } from "~/components/area/problem";
import { PageHeader } from "~/components/ui/page-header";
import { stylesheets } from "~/components/ui/stylesheets";
import { departments } from "~/i18n/departments";
import { getNamedTree } from "~/models/departments/department-tree.server";
import { readTree } from "~/models/departments/tree-reading";
import { truncateText } from "~/models/list/truncate-text";
import { loaded } from "~/services/failure.server";
import { isGateOpen, screenGates } from "~/services/gates";
import { consoleLoader } from "~/services/guard.server";

export const handle = fixedTitle(departments, "title");
export const links = stylesheets(styles);

export const loader = consoleLoader(screenGates.departments, async (args) => {
  const { api, base, flags, translate, url } = args;
  const [result, rights] = await Promise.all([
    loaded(getNamedTree(api), args, translate(departments)("loadFailed")),
    args.rights(),
  ]);
  const search = truncateText((url.searchParams.get("search") ?? "").trim(), 200);
  const wanted = url.searchParams.get("open");
  const open = wanted === "all" || wanted === "none" ? wanted : null;
  return {
    editHref: isGateOpen(departmentsArea.actions.edit, { flags, rights }) ? `${base}/departments/edit` : null,
    search,
    open,
    problem: result.error,
    tree: result.data && readTree(result.data, { search, open }),
  };
});

/** The customer's departments, read-only (DEPT-01). */
export default function Departments() {
  const { editHref, problem, tree, search, open } = useLoaderData<typeof loader>();
  const t = useTexts(departments);
  const history = useHistory();
  const { customerId } = useParams();
  return (
    <>
      <PageHeader
        title={t("title")}
        {...(tree && { count: tree.count })}
        actions={
          <>
            {customerId && history("DEPARTMENTS", customerId)}
            {editHref && (
              <ButtonLink to={editHref} icon="edit">
                {t("edit")}
              </ButtonLink>
            )}
          </>
        }
      />
      <Problem of={problem} />
      {tree && (
        <div className="card">
          <TreeBar search={search} />
          <div className="card-body">
            <p className="muted" role="status">
              {search !== "" && t("found", { count: tree.found })}
            </p>
            {/* The key resets manual folding for another search or button. */}
            <DepartmentTree key={`${search} ${open ?? ""}`} root={tree.root} />
          </div>
        </div>
      )}
    </>
  );
}

const debounceMs = 300;

/** Search and the two buttons to fold the tree, all kept in the URL. */
function TreeBar({ search }: { search: string }) {
  const t = useTexts(departments);
  const submit = useSubmit();
  const timer = useRef<ReturnType<typeof setTimeout>>();
  useEffect(() => () => clearTimeout(timer.current), []);
  const box = useRef<HTMLInputElement>(null);
  const { key } = useLocation();
  // Clears the box when a link drops the search from the URL, unless the person is typing in it.
  useEffect(() => {
    if (box.current && box.current !== document.activeElement) box.current.value = search;
  }, [key, search]);
  const leave = () => clearTimeout(timer.current);
  return (
    <div className="tree-bar card-head">
      <Form
        role="search"
        className="row"
        preventScrollReset
        onInput={({ currentTarget }) => {
          clearTimeout(timer.current);
          timer.current = setTimeout(() => submit(currentTarget, { replace: true }), debounceMs);
        }}
        onSubmit={leave}
      >
        <input
          ref={box}
          type="search"
          name="search"
          className="input"
          defaultValue={search}
          aria-label={t("search")}
          placeholder={t("search")}
          maxLength={200}
        />
        <Button type="submit" icon="search">
          {t("find")}
        </Button>
      </Form>
      <div className="row">
        <ButtonLink to="?open=all" variant="ghost" onClick={leave}>
          {t("openAll")}
        </ButtonLink>
        <ButtonLink to="?open=none" variant="ghost" onClick={leave}>
          {t("closeAll")}
        </ButtonLink>
      </div>
    </div>
  );
}
