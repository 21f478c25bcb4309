import type { ComponentProps, ReactNode } from "react";
import { RestoredValues } from "~/components/form/restored-values";
import { Callout } from "~/components/ui/callout";
import { Notices, type Notice } from "~/components/ui/notices";
import { PageHeader } from "~/components/ui/page-header";

type RecordFormScreenProps<Stored> = Pick<ComponentProps<typeof PageHeader>, "meta" | "actions"> & {
  title: string;
  back?: { to: string; label: string } | undefined;
  stored?: Stored | null | undefined;
  recordName?: string | undefined;
  /** Earlier values that the form is filled in with, and what to say about them. */
  restored?: { values: Readonly<Record<string, string>>; title: string } | false | null;
  /** Load problem of the record, and of anything else on the page. */
  problem: Notice | null;
  problems?: readonly Notice[];
  /** Renders the form; null for a new record. */
  children: (stored: Stored | null) => ReactNode;
};

/** Page of a record's form; spread the result of `recordForm` into it. */
export function RecordFormScreen<Stored>(props: RecordFormScreenProps<Stored>) {
  const {
    title,
    back,
    stored,
    recordName,
    restored,
    problem,
    problems = [],
    meta,
    actions,
    children,
  } = props;
  return (
    <>
      <PageHeader {...{ title, back, actions, ...(meta && { meta }) }} name={recordName} />
      <Notices notices={problem ? [problem, ...problems] : problems} />
      {/* It holds as long as the address is this one, so it cannot be dismissed. */}
      {restored && (
        <div className="notices">
          <Callout tone="info" role="status" title={restored.title} />
        </div>
      )}
      {stored !== undefined && (
        <RestoredValues.Provider value={restored ? restored.values : null}>
          {children(stored)}
        </RestoredValues.Provider>
      )}
    </>
  );
}
