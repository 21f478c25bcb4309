import { useLocation } from "@remix-run/react";
import { useTexts } from "~/components/context/console-context";
import { ButtonLink } from "~/components/ui/button";
import { EmptyState } from "~/components/ui/empty-state";
import { common } from "~/i18n/common";

/** Shown in a tab whose data could not be loaded, under the frame's heading (SSO-35). */
export function TabError() {
  const c = useTexts(common);
  const { pathname, search } = useLocation();
  return (
    <div role="alert">
      <EmptyState
        icon="warning"
        title={c("errors.loadFailedTitle")}
        text={c("errors.loadFailedText")}
        action={
          <ButtonLink to={pathname + search} icon="refresh" data-reload="">
            {c("actions.refresh")}
          </ButtonLink>
        }
      />
    </div>
  );
}
