import { isRouteErrorResponse, useParams, useRouteError } from "@remix-run/react";
import { useTexts } from "~/components/context/console-context";
import { ScreenErrorView } from "~/components/shell/screen-error";
import { ButtonLink } from "~/components/ui/button";
import { NotFound } from "~/components/ui/screens";
import { groups } from "~/i18n/groups";

const isMissing = (error: unknown) =>
  isRouteErrorResponse(error) && (error.data as { screen?: unknown } | null)?.screen === "group-not-found";

/** What stands in place of a group that is not there (GRP-36); other errors have their usual screens. */
export function GroupErrorBoundary() {
  const error = useRouteError();
  const t = useTexts(groups);
  const { awsRegion, customerId } = useParams();
  if (!isMissing(error)) return <ScreenErrorView />;
  return (
    <NotFound text={t("detail.missing")}>
      <ButtonLink to={`/region/${awsRegion}/customers/${customerId}/groups`}>{t("detail.back")}</ButtonLink>
    </NotFound>
  );
}
