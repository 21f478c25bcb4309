import { useActionData, useLoaderData } from "@remix-run/react";
import { useTexts } from "~/components/context/console-context";
import styles from "~/components/auth/authenticator.css?url";
import { ProofForm } from "~/components/auth/proof-form";
import { RecoveryCodes } from "~/components/auth/recovery-codes";
import { fixedTitle } from "~/components/shell/page-title";
import { Card } from "~/components/ui/layout";
import { Notices } from "~/components/ui/notices";
import { PageHeader } from "~/components/ui/page-header";
import { stylesheets } from "~/components/ui/stylesheets";
import { authenticator } from "~/i18n/authenticator";
import { getAuthenticator, makeRecoveryCodes } from "~/models/auth/authenticator.server";
import {
  type ProofAnswer,
  actionWithProof,
  withRecoveryCodes,
} from "~/models/auth/authenticator-screen.server";
import { loaded } from "~/services/failure.server";
import type { Gate } from "~/services/gates";
import { consoleAction, consoleLoader } from "~/services/guard.server";
import { intentsOf } from "~/services/intents";

export const links = stylesheets(styles);
export const handle = fixedTitle(authenticator, "codes.title");

const gate: Gate = { flag: null };

export const loader = consoleLoader(gate, async (args) => {
  const { api, base, user, translate } = args;
  const app = await loaded(getAuthenticator(api), args, translate(authenticator)("loadFailed"));
  return {
    appHref: `${base}/account/authenticator`,
    email: user.email,
    hasApp: app.data?.addedAt != null,
    left: app.data?.recoveryCodesLeft ?? 0,
    problem: app.error,
  };
});

export const action = consoleAction(gate, {
  make: actionWithProof("make", makeRecoveryCodes, "codes.makeFailed", withRecoveryCodes),
});

const intent = intentsOf<typeof action>();

/** Number of remaining recovery codes, and a link to generate new ones (MFA-03). */
export default function RecoveryCodesScreen() {
  const { appHref, email, hasApp, left, problem } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>() as ProofAnswer | undefined;
  const t = useTexts(authenticator);
  const notices = [...(problem ? [problem] : []), ...(answer?.notice ? [answer.notice] : [])];
  return (
    <>
      <PageHeader
        title={t("codes.title")}
        back={{ to: appHref, label: t("title") }}
        meta={[t("codes.text")]}
      />
      <Notices notices={notices} />
      {answer?.recoveryCodes ? (
        <RecoveryCodes codes={answer.recoveryCodes} email={email} nextHref={appHref} />
      ) : (
        <Card>
          <p>{hasApp ? t("codes.left", { count: left }) : t("codes.none")}</p>
          {hasApp && (
            <>
              <p className="muted rt-r-mb-3">{t("codes.makeText")}</p>
              <ProofForm
                id="make"
                intent={intent("make")}
                errors={answer?.errors}
                submit={t("codes.make")}
                variant="outline"
              />
            </>
          )}
        </Card>
      )}
    </>
  );
}
