import type { ReactNode } from "react";
import { Icon } from "./icons";

type PageHeaderProps = {
  /** The page's h1. */
  title: ReactNode;
  back?: { to: string; label: string };
  /** Small facts under the title, such as a created date; falsy entries are left out. */
  meta?: readonly ReactNode[];
  /** How many there are of what the title names; undefined while that is not known. */
  count?: number;
  /** Badges beside the title. */
  tags?: ReactNode;
  /** Buttons at the right, the primary one last. */
  actions?: ReactNode;
};

/** The head of a page: back link, title, tags, facts and actions. */
export function PageHeader({ title, back, meta, count, tags, actions }: PageHeaderProps) {
  const facts = meta?.filter(Boolean) ?? [];
  return (
    <header className="page-header">
      <div className="page-header-text">
        {back && <BackLink {...back} />}
        <div className="page-title">
          <h1>{title}</h1>
          {count !== undefined && <span className="page-count">{count.toLocaleString("en")}</span>}
          {tags}
        </div>
        {facts.length > 0 && (
          <div className="page-meta">
            {facts.map((fact, index) => (
              <span key={index}>{fact}</span>
            ))}
          </div>
        )}
      </div>
      {actions && <div className="row">{actions}</div>}
    </header>
  );
}

/** A quiet link to where this page belongs. */
export function BackLink({ to, label }: { to: string; label: string }) {
  return (
    <a className="back-link" href={to} data-discover="true">
      <Icon name="arrow-left" />
      {label}
    </a>
  );
}
