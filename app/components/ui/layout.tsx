import { type ReactNode, useId } from "react";
import { classes } from "./classes";
import { Icon } from "./icons";

/** A bordered panel; with a title it is a labelled section. */
export function Card({
  title,
  actions,
  children,
}: {
  title?: string;
  actions?: ReactNode;
  children: ReactNode;
}) {
  const id = useId();
  if (!title) return <div className="card card-body">{children}</div>;
  return (
    <section className="card" aria-labelledby={id}>
      <div className="card-head">
        <h2 id={id}>{title}</h2>
        {actions}
      </div>
      <div className="card-body">{children}</div>
    </section>
  );
}

type SectionProps = { title: string; description?: ReactNode; children: ReactNode };

/** A page section under its own heading, separated by a line from its neighbours. */
export function Section({ title, description, children }: SectionProps) {
  return <Part {...{ title, description, children }} />;
}

/** A form section: heading and description, at the left of its fields if there is room. */
export function FormSection({ title, description, children }: SectionProps) {
  return (
    <Part title={title} description={description} className="form-section">
      <div className="form-section-fields card rt-Flex rt-r-fd-column rt-r-gap-4 rt-r-p-4">{children}</div>
    </Part>
  );
}

function Part({ title, description, className, children }: SectionProps & { className?: string }) {
  const id = useId();
  return (
    <section className={classes("section", className)} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {description && <p className="section-text">{description}</p>}
      {children}
    </section>
  );
}

type DataListProps = {
  items: readonly { label: string; value: ReactNode }[];
  /** Two columns where the page has room. */
  wide?: boolean;
};

/** Names and values; an empty value shows as "-". */
export function DataList({ items, wide }: DataListProps) {
  return (
    <dl className={wide ? "data-list data-list-wide" : "data-list"}>
      {items.map(({ label, value }) => [
        <dt key={label}>{label}</dt>,
        <dd key={`${label} value`}>{value === "" || value === null || value === undefined ? "-" : value}</dd>,
      ])}
    </dl>
  );
}

type ScrollFrameProps = {
  /** Accessible name of the content. */
  label: string;
  children: ReactNode;
};

/** A frame in which a wide table scrolls sideways; focusable, so that the keyboard can scroll it. */
export function ScrollFrame({ label, children }: ScrollFrameProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a frame that scrolls must be reached by keys
    <div className="scroll-frame" role="group" aria-label={label} tabIndex={0}>
      {children}
    </div>
  );
}

type DisclosureProps = {
  summary: ReactNode;
  /** Shown at the right end of the summary. */
  aside?: ReactNode;
  open?: boolean;
  children: ReactNode;
};

/** A native expandable section. */
export function Disclosure({ summary, aside, open, children }: DisclosureProps) {
  return (
    <details className="disclosure" open={open}>
      <summary>
        <Icon name="chevron-right" />
        {summary}
        {aside && <span className="disclosure-aside muted rt-r-weight-regular nowrap">{aside}</span>}
      </summary>
      <div className="rt-r-pt-2 rt-r-px-4 rt-r-pb-4">{children}</div>
    </details>
  );
}
