import { useLoaderData } from "@remix-run/react";
import { useTexts } from "~/components/context/console-context";
import { HiddenFields, PostForm, SubmitButton } from "~/components/form/post-form";
import { SsoTestReport } from "~/components/settings/sso-test-result";
import { SsoViews } from "~/components/settings/sso-views";
import { fixedTitle } from "~/components/shell/page-title";
import { ButtonLink } from "~/components/ui/button";
import { settingsSso } from "~/i18n/settings-sso";
import { fillSsoIntent } from "~/models/settings/sso-intents";
import { getSsoTest } from "~/models/settings/sso-test.server";
import { screenGates } from "~/services/gates";
import { consoleLoader } from "~/services/guard.server";
import { notFound } from "~/services/screens.server";

export const handle = fixedTitle(settingsSso, "test.title");

/** For people who may change the settings; only the identity provider's answer leads here. */
const gate = screenGates["settings/sso/import"];

export const loader = consoleLoader(gate, async (args) => {
  const result = await getSsoTest(args.api, { testId: args.param("testId") });
  if (!result) throw notFound();
  return { base: args.base, result };
});

/** Result of a test sign-in, and a link back to the form with the tested settings (SSO-65). */
export default function SsoTest() {
  const { base, result } = useLoaderData<typeof loader>();
  const t = useTexts(settingsSso);
  const { groupIds, loginUrl, publicCertificates, idpEntityId, nameIdFormat } = result;
  const tried = { groupIds, loginUrl, publicCertificates, idpEntityId: idpEntityId ?? "", nameIdFormat };
  return (
    <div className="settings-tab">
      <SsoViews base={base} current="settings" mayEdit />
      <h2>{t("test.title")}</h2>
      <SsoTestReport result={result} />
      <PostForm action={`${base}/settings/sso?setup=1`} intent={fillSsoIntent}>
        <HiddenFields values={{ ...tried, take: Object.keys(tried) }} />
        <div className="form-actions">
          <SubmitButton>{t("test.back")}</SubmitButton>
          <ButtonLink to={`${base}/settings/sso`}>{t("test.leave")}</ButtonLink>
        </div>
      </PostForm>
    </div>
  );
}
