import type { ComponentProps, ReactNode } from "react";
import { Notices, type Notice } from "~/components/ui/notices";
import { PageHeader } from "~/components/ui/page-header";

type RecordFormScreenProps<Stored> = Pick<ComponentProps<typeof PageHeader>, "meta" | "actions"> & {
  title: string;
  back?: { to: string; label: string } | undefined;
  stored?: Stored | null | undefined;
  recordName?: string | undefined;
  /** Why the record could not be loaded, and what else is missing. */
  problem: Notice | null;
  problems?: readonly Notice[];
  /** Draws the form of the record, or of a new one. */
  children: (stored: Stored | null) => ReactNode;
};

/** The page of a record's form: what `recordForm` answers is spread into it. */
export function RecordFormScreen<Stored>(props: RecordFormScreenProps<Stored>) {
  const { title, back, stored, recordName, problem, problems = [], meta, actions, children } = props;
  return (
    <>
      <PageHeader {...{ title, back, actions, ...(meta && { meta }) }} name={recordName} />
      <Notices notices={problem ? [problem, ...problems] : problems} />
      {stored !== undefined && children(stored)}
    </>
  );
}
