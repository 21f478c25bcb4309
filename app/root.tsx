import type { LinksFunction } from "@remix-run/node";
import { Links, Outlet, Scripts, useRouteLoaderData } from "@remix-run/react";
import { type ReactNode, useContext, useEffect } from "react";
import { useHydrated } from "remix-utils/use-hydrated";
import { BrowserReports } from "~/components/shell/browser-reports";
import { type ConsoleContextValue, ConsoleProvider } from "~/components/context/console-context";
import { markHydrated } from "~/components/context/hydration";
import { NonceContext } from "~/components/context/nonce";
import { PageScrollRestoration } from "~/components/context/scroll-restoration";
import { screenErrorTitle, ScreenErrorView, usePageError } from "~/components/shell/screen-error";
import { TabBroadcast } from "~/components/shell/tabs-of-browser";
import { useDismissals } from "~/components/ui/use-dismissal";
import { usePageTitle } from "~/components/shell/page-title";
import { reloadDelaySeconds, useRedirectHref, useReloading } from "~/components/shell/reloading";
import { brandOf } from "~/services/brand.server";
import { publicLoader } from "~/services/guard.server";
import { languageOf, timeZoneOf } from "~/services/language.server";
import { env } from "~/services/env.server";
import { csrfToken, readPreferences } from "~/sessions.server";
import { isAwsRegion } from "./regions";
import latinFont from "~/styles/fonts/edge-latin.woff2?url";
import styles from "~/styles/index.css?url";
import printStyles from "~/styles/print.css?url";

export const links: LinksFunction = () => [
  { rel: "stylesheet", href: styles },
  { rel: "stylesheet", href: printStyles, media: "print" },
  { rel: "preload", href: latinFont, as: "font", type: "font/woff2", crossOrigin: "anonymous" },
  { rel: "icon", href: "/favicon.ico", sizes: "32x32" },
  { rel: "icon", href: "/favicon.svg", type: "image/svg+xml" },
  { rel: "apple-touch-icon", href: "/apple-touch-icon.png" },
  { rel: "manifest", href: "/manifest.webmanifest" },
];

/** Data of every page, signed in or not: language, zone, brand, appearance, form token. */
export const loader = publicLoader(async ({ request, url, state }) => {
  const named = /^\/region\/([^/]+)\//.exec(url.pathname)?.[1];
  const region = isAwsRegion(named) ? named : undefined;
  const { appearance, timeZone } = readPreferences(request);
  return {
    language: await languageOf(request, region),
    timeZone: timeZoneOf(request, region),
    timeZoneChoice: timeZone,
    appearance,
    ...brandOf(request),
    csrf: csrfToken(state.session),
    person: (state.session.apiCookies && state.session.userId) ?? null,
    formKey: String(crypto.randomUUID()),
    supportUrl: env.SUPPORT_URL,
  };
});

type RootData = Awaited<ReturnType<typeof loader>>;

// If even the root loader failed there is no request data: plain English, default brand.
const fallbackData: RootData = {
  language: "en",
  timeZone: "UTC",
  timeZoneChoice: "browser",
  appearance: "system",
  productName: "Edge",
  logoUrl: "/logo.svg",
  accent: "indigo",
  csrf: "",
  person: null,
  formKey: "",
  supportUrl: "mailto:support@console.example",
};

/** Browser bars match the top bar: `--card` of each appearance. */
const barColours = { light: "#ffffff", dark: "#18191b" } as const;

function ThemeColour({ appearance }: { appearance: RootData["appearance"] }) {
  if (appearance !== "system") return <meta name="theme-color" content={barColours[appearance]} />;
  return (
    <>
      <meta name="theme-color" content={barColours.light} media="(prefers-color-scheme: light)" />
      <meta name="theme-color" content={barColours.dark} media="(prefers-color-scheme: dark)" />
    </>
  );
}

/**
 * Unmounted after hydration: Remix would update them on every navigation, adding preloads of scripts that are
 * already loaded.
 */
function FirstScripts({ nonce }: { nonce: string | undefined }) {
  return useHydrated() ? null : <Scripts nonce={nonce} />;
}

export function Layout({ children }: { children: ReactNode }) {
  const root = useRouteLoaderData<RootData>("root") ?? fallbackData;
  const nonce = useContext(NonceContext);
  const error = usePageError();
  const title = usePageTitle(
    root.language,
    root.productName,
    error && screenErrorTitle(error, root.language),
  );
  const { accent, ...context } = root;
  const isReloading = useReloading();
  const leadsTo = useRedirectHref();
  return (
    <html
      lang={root.language}
      className={root.appearance === "dark" ? "radix-themes dark" : "radix-themes"}
      data-appearance={root.appearance}
      data-accent-color={accent}
      data-gray-color="slate"
      data-radius="medium"
      data-scaling="100%"
      suppressHydrationWarning
    >
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content={root.appearance === "system" ? "light dark" : root.appearance} />
        <ThemeColour appearance={root.appearance} />
        <meta name="robots" content="noindex" />
        <title>{title}</title>
        {isReloading && (
          <noscript>
            <meta httpEquiv="refresh" content={`${reloadDelaySeconds}`} />
          </noscript>
        )}
        {leadsTo !== undefined && <meta httpEquiv="refresh" content={`0; url=${leadsTo}`} />}
        <Links />
      </head>
      <body>
        <ConsoleProvider value={context satisfies ConsoleContextValue}>
          {children}
          <BrowserReports />
          <TabBroadcast />
        </ConsoleProvider>
        <PageScrollRestoration nonce={nonce} />
        <FirstScripts nonce={nonce} />
      </body>
    </html>
  );
}

export default function App() {
  useEffect(markHydrated, []);
  useDismissals();
  return <Outlet />;
}

export function ErrorBoundary() {
  return <ScreenErrorView isWholePage />;
}
