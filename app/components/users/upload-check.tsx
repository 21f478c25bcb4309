import { useTexts } from "~/components/context/console-context";
import { FormActions, PostForm, SubmitButton } from "~/components/form/post-form";
import { Callout } from "~/components/ui/callout";
import { Card, DataList } from "~/components/ui/layout";
import { uploads } from "~/i18n/uploads";
import { problemsText } from "~/models/users/upload-reason";
import type { UserUpload } from "~/models/users/user-upload.server";
import type { Intent } from "~/services/intents";
import { CheckTable } from "./upload-table";

/** Number of wrong rows listed at the top; the others are marked below. */
const maxListedRows = 10;

/** A file whose users are not all created yet, also after an interrupted run (UPLOAD-32, UPLOAD-35). */
export function CheckedUpload({ upload, intent }: { upload: UserUpload; intent: Intent }) {
  const t = useTexts(uploads);
  const { rows, created, failed, total, state } = upload;
  const open = rows.filter(({ status }) => status === null);
  const wrong = open.filter(({ problems }) => problems.length > 0);
  const ready = open.length - wrong.length;
  const isStopped = state === "STOPPED";
  return (
    <div className="upload-parts">
      {isStopped && (
        <Callout tone="warning" role="alert" title={t("run.stopped")}>
          {t("run.stoppedText", { done: created + failed, total })}
        </Callout>
      )}
      {wrong.length > 0 && (
        <Callout tone="error" role="alert" title={t("check.wrong", { count: wrong.length })}>
          <ul className="breaks">
            {wrong.slice(0, maxListedRows).map(({ row, problems }) => (
              <li key={row}>
                <a className="rt-r-display-inline-block rt-r-py-1" href={`#row-${row}`}>
                  {t("check.rowProblem", { row, text: problemsText(problems) })}
                </a>
              </li>
            ))}
            {wrong.length > maxListedRows && (
              <li>{t("check.more", { count: wrong.length - maxListedRows })}</li>
            )}
          </ul>
          <p>{t(ready > 0 ? "check.howTo" : "check.nothing")}</p>
        </Callout>
      )}
      <Card title={t("check.title")}>
        <DataList
          items={[
            {
              label: t("file"),
              value: <bdi>{t("form.found", { name: upload.fileName, count: total })}</bdi>,
            },
            { label: t("form.mfa"), value: t(upload.mfaEnabled ? "on" : "off") },
            { label: t("form.forceReset"), value: t(upload.forcePasswordReset ? "on" : "off") },
            ...(upload.notes ? [{ label: t("form.notes"), value: <bdi>{upload.notes}</bdi> }] : []),
          ]}
        />
        {(ready > 0 || isStopped) && (
          <PostForm intent={intent}>
            {!isStopped && <p>{t("check.ready", { count: ready })}</p>}
            {!upload.isMailOn && <p>{t(upload.isResetMailOn ? "check.noMail" : "check.noPassword")}</p>}
            <FormActions>
              <SubmitButton>
                {isStopped ? t("run.continue") : t("check.create", { count: ready })}
              </SubmitButton>
            </FormActions>
          </PostForm>
        )}
      </Card>
      <CheckTable rows={open} />
    </div>
  );
}
