import type { ComponentProps, ReactNode } from "react";
import { RestoredValues } from "~/components/form/restored-values";
import { Notices, type Notice } from "~/components/ui/notices";
import { PageHeader } from "~/components/ui/page-header";

type RecordFormScreenProps<Stored> = Pick<ComponentProps<typeof PageHeader>, "meta" | "actions"> & {
  title: string;
  back?: { to: string; label: string } | undefined;
  stored?: Stored | null | undefined;
  recordName?: string | undefined;
  /** Earlier values that the form is filled in with, and what to say about them. */
  restored?: { values: Readonly<Record<string, string>>; notice: Notice } | false | null;
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
      <Notices
        notices={[...(problem ? [problem] : []), ...(restored ? [restored.notice] : []), ...problems]}
      />
      {stored !== undefined && (
        <RestoredValues.Provider value={restored ? restored.values : null}>
          {children(stored)}
        </RestoredValues.Provider>
      )}
    </>
  );
}
