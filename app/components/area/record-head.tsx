import { useActionData } from "@remix-run/react";
import type { ReactNode } from "react";
import { useTexts } from "~/components/context/console-context";
import { useHistory } from "~/components/context/history";
import { ListQuestion } from "~/components/form/question-dialog";
import { PostForm, SubmitButton } from "~/components/form/post-form";
import { useOpenedListHref } from "~/components/table/place-in-list";
import { Badge } from "~/components/ui/badge";
import { ButtonLink } from "~/components/ui/button";
import { type Notice, Notices } from "~/components/ui/notices";
import { PageHeader } from "~/components/ui/page-header";
import { common } from "~/i18n/common";
import type { Texts } from "~/i18n/texts";
import type { recordHead, recordPage } from "~/models/list/record-page.server";
import { intentsOf } from "~/services/intents";

type RecordHeadProps = Awaited<ReturnType<typeof recordHead>> & {
  texts: Texts<{ title: string; archiveTitle: string; detail: { title: string } }>;
  name: string | undefined;
  /** Load problem of the record. */
  problem: Notice | null;
  /** Small facts below the title. */
  meta?: readonly ReactNode[];
  /** Slots before the standard buttons and after "Archive". */
  before?: ReactNode;
  between?: ReactNode;
};

const intent = intentsOf<ReturnType<typeof recordPage>["action"]>();

/** Header of a record's page: history link, buttons and the outcome of the last action. */
export function RecordHead(props: RecordHeadProps) {
  const { texts, name, meta = [], listHref, backHref, kind, record, may, problem, before, between } = props;
  const answer = useActionData<{ notice?: Notice }>();
  const t = useTexts(texts);
  const c = useTexts(common);
  const history = useHistory();
  const wayBack = useOpenedListHref(backHref ?? "");
  const isArchived = record?.isArchived === true;
  const move = isArchived ? "restore" : "archive";
  return (
    <>
      <PageHeader
        title={t("detail.title")}
        name={name}
        back={backHref ? { to: wayBack, label: t(isArchived ? "archiveTitle" : "title") } : undefined}
        tags={isArchived && <Badge>{c("archived")}</Badge>}
        meta={meta}
        actions={
          record && (
            <>
              {before}
              {history(kind, record._id)}
              {may.move && (
                <PostForm intent={intent(move)} className="">
                  <SubmitButton variant="outline" icon={move}>
                    {c(`actions.${move}`)}
                  </SubmitButton>
                </PostForm>
              )}
              {between}
              {may.edit && (
                <ButtonLink to={`${listHref}/${record._id}/edit`} icon="edit">
                  {c("actions.edit")}
                </ButtonLink>
              )}
            </>
          )
        }
      />
      <Notices notices={[problem, answer?.notice].filter((one) => one != null)} />
      <ListQuestion intent={intent(move)} />
    </>
  );
}
