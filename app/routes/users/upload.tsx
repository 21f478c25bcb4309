import { useLoaderData } from "@remix-run/react";
import { useTexts } from "~/components/context/console-context";
import { fixedTitle } from "~/components/shell/page-title";
import { ButtonLink } from "~/components/ui/button";
import { PageHeader } from "~/components/ui/page-header";
import { stylesheets } from "~/components/ui/stylesheets";
import { UploadForm } from "~/components/users/upload-form";
import styles from "~/components/users/uploads.css?url";
import { uploads } from "~/i18n/uploads";
import { uploadGate, uploadIdOf } from "~/models/users/upload-screen.server";
import { usersPlace } from "~/models/users/user-screen.server";
import { uploadSchema } from "~/models/users/upload.schema";
import { readUserFile } from "~/models/users/user-file.server";
import { checkUsers } from "~/models/users/user-upload.server";
import { isApiMessage } from "~/services/api-messages";
import { formAction } from "~/services/form-action.server";
import { consoleAction, consoleLoader } from "~/services/guard.server";
import { intentsOf } from "~/services/intents";

export const links = stylesheets(styles);
export const handle = fixedTitle(uploads, "title");

export const loader = consoleLoader(uploadGate, async (args) => ({
  base: args.base,
  ...(await usersPlace(args)),
}));

export const action = consoleAction(
  uploadGate,
  {
    save: async (args) => {
      const read = await readUserFile(args.form.get("file"), args.translate(uploads));
      const save = formAction(
        ({ translate }) => uploadSchema(translate(uploads), "fault" in read ? read.fault : undefined),
        ({ api, base, idempotencyKey, translate }) => {
          const t = translate(uploads);
          return {
            save: async ({ mfaEnabled, forcePasswordReset, notes = "" }) => {
              if ("fault" in read) return { fieldErrors: { file: [read.fault] } };
              const { name: fileName, header, rows } = read.file;
              const settings = { mfaEnabled, forcePasswordReset, notes: notes || null };
              const wanted = { ...settings, fileName, header, rows };
              // One press is one upload, however often it arrives; another file on the same page is another (GEN-22).
              const uploadId = uploadIdOf(idempotencyKey, wanted);
              try {
                await checkUsers(api, { ...wanted, uploadId });
              } catch (error) {
                if (!isApiMessage(error, "tooManyCheckedFiles")) throw error;
                return { fieldErrors: { file: [t("errors.waiting")] } };
              }
              return { done: t("form.passed"), to: `${base}/users/upload/${uploadId}` };
            },
            failed: { title: t("failed") },
          };
        },
      );
      return save(args);
    },
  },
  { hasFile: true },
);

const intent = intentsOf<typeof action>();

export default function UploadUsers() {
  const { base, listHref, nextHref } = useLoaderData<typeof loader>();
  const t = useTexts(uploads);
  return (
    <>
      <PageHeader
        title={t("title")}
        back={listHref ? { to: listHref, label: t("users") } : undefined}
        actions={
          <ButtonLink to={`${base}/users/upload/template`} icon="download" download>
            {t("template")}
          </ButtonLink>
        }
      />
      <UploadForm intent={intent("save")} base={base} cancelHref={nextHref} />
    </>
  );
}
