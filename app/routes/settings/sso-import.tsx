import { data } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { useTexts } from "~/components/context/console-context";
import { FoundProviders } from "~/components/settings/sso-found";
import { SsoImportForm } from "~/components/settings/sso-import-form";
import { SsoViews } from "~/components/settings/sso-views";
import { TabError } from "~/components/settings/tab-error";
import { fixedTitle } from "~/components/shell/page-title";
import { ButtonLink } from "~/components/ui/button";
import { settingsSso } from "~/i18n/settings-sso";
import { certificateLines, getSsoConfig } from "~/models/settings/sso-config.server";
import { ssoImportSchema } from "~/models/settings/sso-import.schema";
import { compareProvider, metadataFile, readMetadata } from "~/models/settings/sso-import.server";
import { failureNotice, loaded } from "~/services/failure.server";
import { rerenderForm } from "~/services/form-action.server";
import { screenGates } from "~/services/gates";
import { consoleAction, consoleLoader } from "~/services/guard.server";
import { intentsOf } from "~/services/intents";

export const handle = fixedTitle(settingsSso, "import.title");

const gate = screenGates["settings/sso/import"];

export const loader = consoleLoader(gate, async (args) => {
  const { api, base, translate, url } = args;
  const { data: config } = await loaded(getSsoConfig(api), args, translate(settingsSso)("loadFailed"));
  return {
    base,
    here: url.pathname,
    present: config && {
      idpEntityId: config.idpEntityId,
      loginUrl: config.loginUrl,
      nameIdFormat: config.nameIdFormat,
      certificates: certificateLines(config.publicCertificates ?? ""),
    },
  };
});

export const action = consoleAction(
  gate,
  {
    // Only reads: the values found are in the answer, and another form applies them (SSO-62).
    read: async (args) => {
      const { api, form, translate } = args;
      const t = translate(settingsSso);
      const file = await metadataFile(form.get("file"), t);
      const submission = parseWithZod(form, { schema: ssoImportSchema(t, file) });
      if (submission.status !== "success") return rerenderForm(form, { lastResult: submission.reply() });
      const { text, address } = submission.value;
      const source = file && "text" in file ? { text: file.text } : address ? { address } : { text };
      try {
        const [{ refusal, providers }, config] = await Promise.all([
          readMetadata(api, { text: null, address: null, ...source }),
          getSsoConfig(api),
        ]);
        if (refusal === null) return data({ found: providers.map((one) => compareProvider(one, config)) });
        const field = address ? "address" : file ? "file" : "text";
        const lastResult = submission.reply({ fieldErrors: { [field]: [t(`import.refusals.${refusal}`)] } });
        return rerenderForm(form, { lastResult });
      } catch (error) {
        const { notice, status } = failureNotice(error, args, { title: t("import.failed") });
        return rerenderForm(form, { lastResult: submission.reply(), notice }, status);
      }
    },
  },
  { hasFile: true },
);

const intent = intentsOf<typeof action>();

/** Identity provider metadata, to fill in the settings from (SSO-62). */
export default function SsoImport() {
  const { base, here, present } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const t = useTexts(settingsSso);
  if (!present) return <TabError />;
  return (
    <div className="settings-tab">
      <SsoViews base={base} current="import" mayEdit />
      {answer && "found" in answer ? (
        <>
          {answer.found.length > 1 && <p>{t("import.several", { count: answer.found.length })}</p>}
          <FoundProviders to={`${base}/settings/sso?setup=1`} present={present} providers={answer.found} />
          <div>
            <ButtonLink to={here}>{t("import.again")}</ButtonLink>
          </div>
        </>
      ) : (
        <SsoImportForm intent={intent("read")} />
      )}
    </div>
  );
}
