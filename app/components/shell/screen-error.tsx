import { isRouteErrorResponse, useLocation, useRouteError } from "@remix-run/react";
import { useEffect } from "react";
import { reloadWithoutScripts } from "~/components/context/hydration";
import { HiddenFields } from "~/components/form/post-form";
import { Button, ButtonLink } from "~/components/ui/button";
import { Dialog, DialogActions } from "~/components/ui/dialog";
import { AccessDenied, ErrorState, LoadFailed, NotFound, ScreenState } from "~/components/ui/screens";
import { common } from "~/i18n/common";
import { shellTexts } from "~/i18n/shell";
import { type Language, translator } from "~/i18n/texts";
import type { InterruptedForm, ScreenError } from "~/services/screens.server";
import { useConsole, useTexts } from "~/components/context/console-context";
import { FailedPostScreen, RefusedPost } from "./failed-post";
import { forgetRecent } from "./recent-places";
import { useRouterState } from "~/components/context/router";
import { listHref } from "~/components/table/list-url";

const screens = [
  "not-found",
  "denied",
  "archived-customer",
  "expired",
  "forbidden-post",
  "no-default-customer",
  "downloads-under-way",
  "failed",
];

function isScreenError(value: unknown): value is ScreenError {
  return (
    typeof value === "object" && value !== null && "screen" in value && screens.includes(String(value.screen))
  );
}

/** The error this page shows instead of a screen; undefined without one. */
function useScreenError(): ScreenError | undefined {
  const error = useRouteError();
  if (error === undefined || error === null) return undefined;
  return toScreenError(isRouteErrorResponse(error) ? error.data : undefined, error);
}

/** The page's error, whichever route's boundary shows it. */
export function usePageError(): ScreenError | undefined {
  const [error] = Object.values(useRouterState()?.errors ?? {}) as unknown[];
  if (error === undefined || error === null) return undefined;
  return toScreenError(isRouteErrorResponse(error) ? error.data : undefined, error);
}

function toScreenError(data: unknown, error: unknown): ScreenError {
  if (isScreenError(data)) return data;
  return isRouteErrorResponse(error) && error.status === 404 ? { screen: "not-found" } : { screen: "failed" };
}

const titles = {
  "not-found": "notFound",
  denied: "denied",
  "archived-customer": "archivedCustomer",
  expired: "expired",
  "forbidden-post": "forbiddenPost",
  "no-default-customer": "noDefaultCustomer",
  "downloads-under-way": "downloadsUnderWay",
  failed: "failed",
} as const;

/** Browser title of an error. */
export function screenErrorTitle({ screen }: ScreenError, language: Language): string {
  return translator(shellTexts, language)(`screens.${titles[screen]}`);
}

/**
 * Error screen of a route's boundary (SHELL-35..39). As the whole page it has no frame and is the last resort: an error
 * without its own screen then shows the fallback.
 */
export function ScreenErrorView({ isWholePage = false }: { isWholePage?: boolean }) {
  const error = useScreenError() ?? { screen: "failed" };
  const thrown = useRouteError();
  const isSent = usePageError() !== undefined;
  useEffect(() => {
    if (!isSent) reloadWithoutScripts(thrown);
  }, [isSent, thrown]);
  const view = <ErrorScreen error={error} isWholePage={isWholePage} />;
  return isWholePage ? (
    <main id="main" className="app-main" tabIndex={-1}>
      {view}
    </main>
  ) : (
    view
  );
}

function ErrorScreen({ error, isWholePage }: { error: ScreenError; isWholePage: boolean }) {
  const t = useTexts(shellTexts);
  const c = useTexts(common);
  const { supportUrl } = useConsole();
  const { pathname, search } = useLocation();
  const support = <ButtonLink to={supportUrl}>{c("errors.contactSupport")}</ButtonLink>;

  switch (error.screen) {
    case "not-found":
      return (
        <NotFound text={t("screens.notFoundText")}>
          <ButtonLink to="/">{t("screens.toStart")}</ButtonLink>
          {support}
        </NotFound>
      );
    case "denied":
      return (
        <AccessDenied
          supportHref={supportUrl}
          below={<RefusedPost post={error.post} href={pathname + search} />}
        />
      );
    case "archived-customer":
      return (
        <ScreenState
          icon="archive"
          title={t("screens.archivedCustomerTitle", { name: error.name })}
          text={t("screens.archivedCustomerText")}
          below={<RefusedPost post={error.post} href={pathname + search} />}
        >
          {error.archiveHref ? (
            <ButtonLink to={error.archiveHref}>{t("screens.openCustomerArchive")}</ButtonLink>
          ) : (
            support
          )}
        </ScreenState>
      );
    case "expired":
      return <Expired href={pathname + search} kept={error.kept} />;
    case "forbidden-post":
      return (
        <ScreenState icon="shield" title={t("screens.forbiddenPost")} text={t("screens.forbiddenPostText")}>
          <ButtonLink to={pathname + search} data-reload="">
            {t("screens.openAgain")}
          </ButtonLink>
        </ScreenState>
      );
    case "no-default-customer":
      return (
        <ScreenState
          icon="building"
          title={
            error.archived === undefined
              ? t("screens.noDefaultCustomer")
              : t("screens.archivedCustomerTitle", { name: error.archived })
          }
          text={t(
            error.archived === undefined ? "screens.noDefaultCustomerText" : "screens.archivedCustomerText",
          )}
        >
          {support}
          <LogOut />
        </ScreenState>
      );
    case "downloads-under-way":
      return (
        <ScreenState
          icon="download"
          title={t(error.busy === "customer" ? "screens.downloadsOfCustomer" : "screens.downloadsUnderWay")}
          text={t(
            error.busy === "customer" ? "screens.downloadsOfCustomerText" : "screens.downloadsUnderWayText",
          )}
        >
          <ButtonLink to={pathname + search} data-reload="">
            {c("table.export")}
          </ButtonLink>
          <ButtonLink to={listHref({ pathname, search }, { export: null })}>
            {t("screens.backToList")}
          </ButtonLink>
        </ScreenState>
      );
    case "failed":
      if (error.post) return <FailedPostScreen error={error} post={error.post} href={pathname + search} />;
      if (isWholePage && !error.region) return <ErrorState reference={error.requestId} />;
      return (
        <LoadFailed reference={error.requestId}>
          {error.region && <p>{t("screens.regionDown", { region: error.region })}</p>}
          <ButtonLink to={pathname + search} icon="refresh" data-reload="">
            {c("actions.refresh")}
          </ButtonLink>
          {isWholePage && <LogOut />}
        </LoadFailed>
      );
  }
}

/** Log Out for a page without a frame and its user menu. */
function LogOut() {
  const c = useTexts(common);
  const { csrf, person } = useConsole();
  if (!person) return null;
  return (
    <form method="post" action="/logout" onSubmit={forgetRecent}>
      <HiddenFields values={{ csrf }} />
      <Button type="submit" icon="log-out">
        {c("shell.logOut")}
      </Button>
    </form>
  );
}

/**
 * The session ended while this page was open (SESS-16). Confirm reloads the page, which leads to sign-in; with form
 * values to keep, it posts them to the sign-in page.
 */
function Expired({ href, kept }: { href: string; kept?: InterruptedForm }) {
  const t = useTexts(shellTexts);
  const c = useTexts(common);
  const look = { variant: "solid" } as const;
  return (
    <Dialog title={t("screens.expiredTitle")}>
      <p>{t("screens.expiredText")}</p>
      {kept ? (
        <form method="post" action={kept.loginPath}>
          <p>{t("screens.expiredKept")}</p>
          <HiddenFields values={{ csrf: kept.csrf, draft: kept.draft }} />
          <DialogActions>
            <Button {...look} type="submit" name="intent" value="keep">
              {c("actions.confirm")}
            </Button>
          </DialogActions>
        </form>
      ) : (
        <DialogActions>
          <ButtonLink {...look} to={href} data-reload="" data-dialog-cancel="">
            {c("actions.confirm")}
          </ButtonLink>
        </DialogActions>
      )}
    </Dialog>
  );
}
