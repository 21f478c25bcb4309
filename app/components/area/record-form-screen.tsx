import type { ComponentProps, ReactNode } from "react";
import { useTexts } from "~/components/context/console-context";
import { Notices, type Notice } from "~/components/ui/notices";
import { PageHeader } from "~/components/ui/page-header";
import type { Texts } from "~/i18n/texts";

type RecordFormScreenProps<Stored> = Pick<ComponentProps<typeof PageHeader>, "meta"> & {
  texts: Texts<{
    title: string;
    detail: { title: string };
    form: { createTitle: string; editTitle: string };
  }>;
  backHref?: string | undefined;
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
  const { texts, backHref, stored, recordName, problem, problems = [], meta, children } = props;
  const t = useTexts(texts);
  const isNew = stored === null;
  return (
    <>
      <PageHeader
        title={t(isNew ? "form.createTitle" : "form.editTitle")}
        name={recordName}
        back={backHref ? { to: backHref, label: t(isNew ? "title" : "detail.title") } : undefined}
        {...(meta && { meta })}
      />
      <Notices notices={problem ? [problem, ...problems] : problems} />
      {stored !== undefined && children(stored)}
    </>
  );
}
