import { isRouteErrorResponse, useParams, useRouteError } from "@remix-run/react";
import { useTexts } from "~/components/context/console-context";
import { ScreenErrorView } from "~/components/shell/screen-error";
import { ButtonLink } from "~/components/ui/button";
import { NotFound } from "~/components/ui/screens";
import { users } from "~/i18n/users";

const isMissing = (error: unknown) =>
  isRouteErrorResponse(error) && (error.data as { screen?: unknown } | null)?.screen === "user-not-found";

/** What stands in place of a user who is not there (USER-50); other errors have their usual screens. */
export function UserErrorBoundary() {
  const error = useRouteError();
  const t = useTexts(users);
  const { awsRegion, customerId } = useParams();
  if (!isMissing(error)) return <ScreenErrorView />;
  return (
    <NotFound title={t("details.notFound")}>
      <ButtonLink to={`/region/${awsRegion}/customers/${customerId}/users`} icon="arrow-left">
        {t("details.back")}
      </ButtonLink>
    </NotFound>
  );
}
