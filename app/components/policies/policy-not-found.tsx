import { isRouteErrorResponse, useParams, useRouteError } from "@remix-run/react";
import { useTexts } from "~/components/context/console-context";
import { ScreenErrorView } from "~/components/shell/screen-error";
import { ButtonLink } from "~/components/ui/button";
import { NotFound } from "~/components/ui/screens";
import { policies } from "~/i18n/policies";

const isMissing = (error: unknown) =>
  isRouteErrorResponse(error) && (error.data as { screen?: unknown } | null)?.screen === "policy-not-found";

/** What stands in place of an access policy that is not there (POL-20); other errors have their usual screens. */
export function PolicyErrorBoundary() {
  const error = useRouteError();
  const t = useTexts(policies);
  const { awsRegion, customerId } = useParams();
  if (!isMissing(error)) return <ScreenErrorView />;
  return (
    <NotFound text={t("detail.missing")}>
      <ButtonLink to={`/region/${awsRegion}/customers/${customerId}/policies`}>{t("detail.back")}</ButtonLink>
    </NotFound>
  );
}
