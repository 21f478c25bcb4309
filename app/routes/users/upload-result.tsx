import { redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useState } from "react";
import { useTexts } from "~/components/context/console-context";
import { fixedTitle } from "~/components/shell/page-title";
import { ButtonLink } from "~/components/ui/button";
import { type Notice, Notices } from "~/components/ui/notices";
import { PageHeader } from "~/components/ui/page-header";
import { stylesheets } from "~/components/ui/stylesheets";
import { CheckedUpload } from "~/components/users/upload-check";
import { UploadProgress } from "~/components/users/upload-progress";
import { ResultTable } from "~/components/users/upload-table";
import styles from "~/components/users/uploads.css?url";
import { uploads } from "~/i18n/uploads";
import { isReloadingOff, reloadingHref } from "~/models/list/reloading";
import { runUpload, uploadGate, uploadOfAddress } from "~/models/users/upload-screen.server";
import { reasonOf } from "~/models/users/user-upload.server";
import { failure } from "~/services/failure.server";
import { isGateOpen, screenGates } from "~/services/gates";
import { consoleAction, consoleLoader } from "~/services/guard.server";
import { intentsOf } from "~/services/intents";

export const links = stylesheets(styles);
/** Without JS the page of a running upload reloads itself (UPLOAD-35). */
export const handle = { ...fixedTitle(uploads, "title"), reloads: true };

export const loader = consoleLoader(uploadGate, async (args) => {
  const upload = await uploadOfAddress(args);
  const wrong = upload.rows.some((row) => reasonOf(row) !== undefined);
  const held = { flags: args.flags, rights: await args.rights() };
  const userHref = isGateOpen(screenGates["users/:userId"], held) ? `${args.base}/users` : undefined;
  return { base: args.base, userHref, upload, isRunning: upload.state === "RUNNING", hasReport: wrong };
});

export const action = consoleAction(uploadGate, {
  create: async (args) => {
    try {
      await runUpload(args);
    } catch (error) {
      return failure(error, args, { title: args.translate(uploads)("failed") });
    }
    return redirect(reloadingHref(args.url.pathname, isReloadingOff(args.url.search)), 303);
  },
});

const intent = intentsOf<typeof action>();

export default function UploadResult() {
  const { base, userHref, upload, isRunning, hasReport } = useLoaderData<typeof loader>();
  const answer = useActionData<{ notice?: Notice }>();
  const t = useTexts(uploads);
  const here = `${base}/users/upload/${upload.uploadId}`;
  const { created, failed, total, state } = upload;
  const [wasRunning] = useState(isRunning);
  const done =
    failed === 0 ? t("done.created", { count: created }) : t("done.some", { count: created, failed });
  return (
    <>
      <PageHeader
        title={t("title")}
        back={{ to: `${base}/users`, label: t("users") }}
        actions={
          <>
            {hasReport && !isRunning && (
              <ButtonLink to={`${here}/errors`} icon="download" download>
                {t("report")}
              </ButtonLink>
            )}
            {!isRunning && (
              <ButtonLink to={`${base}/users/upload`} icon="upload">
                {t(state === "CHECKED" ? "check.another" : "done.another")}
              </ButtonLink>
            )}
          </>
        }
      />
      <Notices notices={answer?.notice ? [answer.notice] : []} />
      {/* Always present: a live region that appears together with its text is not announced. */}
      <p className="visually-hidden" role="status">
        {isRunning ? t("run.title") : state === "DONE" && wasRunning && done}
      </p>
      {isRunning && <UploadProgress done={created + failed} total={total} here={here} />}
      {(state === "CHECKED" || state === "STOPPED") && (
        <CheckedUpload upload={upload} intent={intent("create")} />
      )}
      {state === "DONE" && (
        <div className="upload-parts">
          <h2>{done}</h2>
          <ResultTable rows={upload.rows} userHref={userHref} />
        </div>
      )}
    </>
  );
}
