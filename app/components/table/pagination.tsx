import { useLocation, useNavigate } from "@remix-run/react";
import { useEffect, useId, useRef } from "react";
import { useTexts } from "~/components/context/console-context";
import { Button } from "~/components/ui/button";
import { useHydrated } from "remix-utils/use-hydrated";
import { Icon, type IconName } from "~/components/ui/icons";
import { common } from "~/i18n/common";
import { formatNumber } from "~/i18n/numbers";
import { type ListDefaults, type ListState, type ListTotals, pageSizes } from "~/models/list/list-state";
import { parametersToKeep, listHref, pageNumbers } from "./list-url";
import { useShortener } from "./use-shortener";
import { useTotal } from "./use-total";

type PaginationProps = {
  list: ListState;
  totals: ListTotals;
  defaults?: ListDefaults;
};

/** "31–60 of 182", the page-size select, and page links that keep all other parameters. */
export function Pagination({ list, totals, defaults }: PaginationProps) {
  const t = useTexts(common);
  const location = useLocation();
  const shorten = useShortener();
  const { totalItems, totalPages, isTotalExact = true } = totals;
  const total = useTotal(totals);
  if (totalItems === 0) return null;
  const page = Math.min(list.page, totalPages);
  const from = (page - 1) * list.size + 1;
  const to = Math.min(page * list.size, totalItems);
  const href = (target: number) => shorten(listHref(location, { page: target }, defaults));
  return (
    <div className="table-foot rt-Flex rt-r-fw-wrap rt-r-ai-center rt-r-rg-2 rt-r-cg-4 rt-r-py-2 rt-r-px-3">
      <span className="table-range">
        {t("table.range", {
          from: formatNumber(from),
          to: formatNumber(to),
          total,
        })}
      </span>
      {/* With fewer rows than the smallest page size, the choice would have no effect. */}
      {totalItems > pageSizes[0] && <PageSize list={list} defaults={defaults} />}
      {totalPages > 1 && (
        <nav className="pages" aria-label={t("table.pages")}>
          <Step
            icon="chevron-left"
            label={t("table.previousPage")}
            href={page > 1 ? href(page - 1) : undefined}
          />
          {pageNumbers(page, totalPages, isTotalExact).map((n, index) =>
            n === null ? (
              <span key={`gap ${index}`} aria-hidden="true">
                …
              </span>
            ) : (
              <a key={n} href={href(n)} aria-current={n === page ? "page" : undefined}>
                {formatNumber(n)}
              </a>
            ),
          )}
          <Step
            icon="chevron-right"
            label={t("table.nextPage")}
            href={page < totalPages ? href(page + 1) : undefined}
          />
        </nav>
      )}
    </div>
  );
}

function Step({ icon, label, href }: { icon: IconName; label: string; href: string | undefined }) {
  if (!href)
    return (
      <span aria-disabled="true">
        <Icon name={icon} />
      </span>
    );
  return (
    <a href={href} aria-label={label} rel={icon === "chevron-left" ? "prev" : "next"}>
      <Icon name={icon} />
    </a>
  );
}

/** A GET form: with JS a change submits it, without JS its button does. */
function PageSize({ list, defaults }: Pick<PaginationProps, "list" | "defaults">) {
  const t = useTexts(common);
  const id = useId();
  const field = useRef<HTMLSelectElement>(null);
  const shown = useRef(list.size);
  // Follows the URL without recreating the field, which would lose the focus.
  useEffect(() => {
    // A choice made before hydration stays.
    if (field.current && shown.current !== list.size) field.current.value = String(list.size);
    shown.current = list.size;
  }, [list.size]);
  const hydrated = useHydrated();
  const location = useLocation();
  const navigate = useNavigate();
  return (
    <form className="page-size rt-Flex rt-r-ai-center rt-r-gap-2" method="get" action={location.pathname}>
      {parametersToKeep(location.search, ["size"]).map(([name, value], index) => (
        <input key={index} type="hidden" name={name} value={value} />
      ))}
      <label htmlFor={id}>{t("table.rowsPerPage")}</label>
      <select
        ref={field}
        id={id}
        name="size"
        className="input"
        defaultValue={list.size}
        onChange={(event) => navigate(listHref(location, { size: event.target.value }, defaults))}
      >
        {pageSizes.map((size) => (
          <option key={size}>{size}</option>
        ))}
      </select>
      {!hydrated && (
        <Button type="submit" size="small" className="until-scripts">
          {t("actions.apply")}
        </Button>
      )}
    </form>
  );
}
