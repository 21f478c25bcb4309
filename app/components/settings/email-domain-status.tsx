import { useEffect } from "react";
import { PostForm, SubmitButton } from "~/components/form/post-form";
import { useConsole, useTexts } from "~/components/context/console-context";
import { useBackgroundRevalidation } from "~/components/context/refetch";
import { ButtonLink } from "~/components/ui/button";
import { Callout, type CalloutTone } from "~/components/ui/callout";
import { Time } from "~/components/ui/time";
import { settingsEmailDomain } from "~/i18n/settings-email-domain";
import type { EmailDomain } from "~/models/settings/email-domain.server";
import type { Intent } from "~/services/intents";

type Identity = EmailDomain["emailIdentity"];

const tones: Record<Identity["verificationStatus"], CalloutTone> = {
  NOT_STARTED: "neutral",
  PENDING: "info",
  SUCCESS: "success",
  TEMPORARY_FAILURE: "warning",
  FAILED: "error",
};

/** Poll interval while a verification is pending, in ms. */
const recheckMs = 15_000;

type EmailDomainStatusProps = { retry: Intent; identity: Identity; here: string; mayEdit: boolean };

/** State of the verification, and possible actions (MAIL-13..19). */
export function EmailDomainStatus({ retry, identity, here, mayEdit }: EmailDomainStatusProps) {
  const t = useTexts(settingsEmailDomain);
  const { verificationStatus: status } = identity;
  useRecheck(status === "PENDING");
  return (
    // The region is always present, so that a status change in an open page is announced.
    <div role="status">
      <Callout tone={tones[status]} title={t(`status.${status}`)}>
        <StatusText identity={identity} />
        {status === "PENDING" && (
          <div>
            <ButtonLink to={here} size="small" icon="refresh" data-keep-scroll="">
              {t("refresh")}
            </ButtonLink>
          </div>
        )}
        {mayEdit && (status === "FAILED" || status === "NOT_STARTED") && (
          <PostForm preventScrollReset>
            <div>
              <SubmitButton intent={retry} variant="outline" size="small" icon="refresh">
                {t(status === "FAILED" ? "retry" : "start")}
              </SubmitButton>
            </div>
          </PostForm>
        )}
      </Callout>
    </div>
  );
}

function StatusText({ identity: { verificationStatus, verificationInfo } }: { identity: Identity }) {
  const t = useTexts(settingsEmailDomain);
  const { timeZone } = useConsole();
  const { errorType, lastCheckedTimestamp } = verificationInfo;
  switch (verificationStatus) {
    case "NOT_STARTED":
      return <p>{t("notStartedText")}</p>;
    case "PENDING":
      // A pending domain that was checked before: a recheck was requested (MAIL-16).
      return (
        <p>
          {t("pendingText")} {lastCheckedTimestamp && t("pendingRetriedText")}
        </p>
      );
    case "TEMPORARY_FAILURE":
      return <p>{t("temporaryText")}</p>;
    case "FAILED":
      return (
        <>
          <p>
            {t("lastChecked")} <Time at={lastCheckedTimestamp} kind="dateTime" /> ({timeZone})
          </p>
          <p>
            {errorType === "HOST_NOT_FOUND" ? t("hostNotFound") : t("otherError", { code: errorType ?? "-" })}
          </p>
        </>
      );
    case "SUCCESS":
      return null;
  }
}

function useRecheck(isPending: boolean): void {
  const load = useBackgroundRevalidation();
  useEffect(() => {
    if (!isPending) return;
    const timer = setInterval(() => {
      if (document.visibilityState === "visible") load();
    }, recheckMs);
    return () => clearInterval(timer);
  }, [isPending, load]);
}
