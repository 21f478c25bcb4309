import { Fragment, type ReactNode } from "react";
import { formatNumber } from "~/i18n/numbers";
import { Icon } from "./icons";
import { withSpaces } from "./with-spaces";

type Parent = { to: string; label: string };

type PageHeaderProps = {
  /** The page's h1; with `name`, the kind of page shown above it. */
  title: ReactNode;
  /** Name of the page's record: the larger part of the h1. */
  name?: string;
  /** The page's parents, outermost first; a single one is the back link. */
  back?: Parent | readonly Parent[];
  /** Before the title, e.g. a person's initials. */
  picture?: ReactNode;
  /** Total count, or its text; omitted while unknown. */
  count?: number | string;
  /** Small facts below the title, such as a creation date; falsy entries are left out. */
  meta?: readonly ReactNode[];
  /** Badges next to the title. */
  tags?: ReactNode;
  /** Buttons level with the title, the primary one last. */
  actions?: ReactNode;
};

/** Header of a page: breadcrumbs, title, count, badges, actions, and a line of facts. */
export function PageHeader({ title, name, picture, back = [], count, meta, tags, actions }: PageHeaderProps) {
  const facts = meta?.filter(Boolean) ?? [];
  return (
    <header className="page-header rt-Flex rt-r-fd-column rt-r-gap-2 rt-r-mb-4">
      <Breadcrumbs parents={"to" in back ? [back] : back} />
      <div className="page-header-main rt-Flex rt-r-fw-wrap rt-r-ai-center rt-r-jc-space-between rt-r-rg-2 rt-r-cg-4">
        <div
          className={
            picture
              ? "page-title rt-Flex rt-r-fw-wrap rt-r-ai-baseline rt-r-rg-0 rt-r-cg-2 page-title-pictured"
              : "page-title rt-Flex rt-r-fw-wrap rt-r-ai-baseline rt-r-rg-0 rt-r-cg-2"
          }
        >
          {picture}
          <h1>
            {name ? (
              <>
                <span className="page-kind rt-r-display-block muted">{title}</span> <bdi>{name}</bdi>
              </>
            ) : (
              title
            )}
          </h1>{" "}
          {count !== undefined && (
            <span className="page-count muted figures">
              {typeof count === "number" ? formatNumber(count) : count}
            </span>
          )}
          {withSpaces(tags)}
        </div>{" "}
        {actions && <div className="row">{withSpaces(actions)}</div>}
      </div>
      {facts.length > 0 && (
        <div className="page-meta rt-Flex rt-r-fw-wrap rt-r-ai-center rt-r-gap-2 muted">
          {facts.map((fact, index) => (
            <Fragment key={index}>
              <div>{fact}</div>{" "}
            </Fragment>
          ))}
        </div>
      )}
    </header>
  );
}

function Breadcrumbs({ parents }: { parents: readonly Parent[] }) {
  if (parents.length === 0) return null;
  return (
    <div className="trail rt-Flex rt-r-fw-wrap rt-r-rg-0 rt-r-cg-2 muted">
      {parents.map((parent, index) => (
        <Fragment key={parent.to}>
          {index > 0 && <span aria-hidden="true">/</span>} <BackLink {...parent} isFirst={index === 0} />
        </Fragment>
      ))}
    </div>
  );
}

/** An unobtrusive link to this page's parent. */
export function BackLink({ to, label, isFirst = true }: Parent & { isFirst?: boolean }) {
  return (
    <a className="back-link rt-r-display-inline-flex rt-r-ai-center rt-r-gap-1 muted" href={to}>
      {isFirst && <Icon name="arrow-left" />}
      {label}
    </a>
  );
}
