import type { ReactElement } from "react";
import { renderToString } from "react-dom/server";
import type { RouteObject } from "react-router-dom";
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from "react-router-dom/server.js";
import { ConsoleProvider, type ConsoleContextValue } from "~/components/context/console-context";
import { flagNames } from "~/flags";
import { translator } from "~/i18n/texts";
import { intentsOf, type WithIntents } from "~/services/intents";
import { rightNames } from "~/services/rights";

const context: ConsoleContextValue = {
  language: "en-GB",
  timeZone: "Australia/Sydney",
  timeZoneChoice: "region",
  appearance: "system",
  productName: "Edge",
  logoUrl: "/logo.svg",
  csrf: "form-token",
  person: "person-1",
  formKey: "form-key",
  supportUrl: "https://support.example/",
};

/**
 * Renders an element as the server does: the page without scripts. `data` is its loader's result. React's own comments
 * are removed.
 */
export async function render(
  element: ReactElement,
  options: { path?: string; console?: Partial<ConsoleContextValue>; data?: object } = {},
): Promise<string> {
  const { path = "/list", console, data = null } = options;
  const page = <ConsoleProvider value={{ ...context, ...console }}>{element}</ConsoleProvider>;
  return (await answerOf({ path: "*", element: page, loader: () => data }, path)).html;
}

/** Renders a screen as the server does, with all flags and rights unless `args` says otherwise. */
export async function screenAt(path: string, Page: () => ReactElement, loader: unknown, args: object) {
  const url = new URL(`http://console.example${path}`);
  const data = await (loader as (args: object) => Promise<object>)({
    api: {},
    scope: { awsRegion: "eu-west-1", organizationId: "o1", customerId: "c1" },
    flags: Object.fromEntries(flagNames.map((name) => [name, true])),
    url,
    request: new Request(url),
    user: { _id: "u1" },
    rights: () => Promise.resolve(new Set(rightNames)),
    base: "/base",
    translate: (texts: Parameters<typeof translator>[0]) => translator(texts, "en-GB"),
    once: (_name: string, ask: () => Promise<unknown>) => ask(),
    degrade: () => {},
    ...args,
  });
  return render(<Page />, { path, data });
}

/** Renders `boundary` as the server does when a page's loader throws. */
export function renderThrown(thrown: unknown, boundary: ReactElement) {
  const errorElement = <ConsoleProvider value={context}>{boundary}</ConsoleProvider>;
  const loader = () => {
    throw thrown;
  };
  return answerOf({ path: "*", element: <p />, loader, errorElement }, "/list");
}

async function answerOf(route: RouteObject, path: string): Promise<{ html: string; status: number }> {
  const { query, dataRoutes } = createStaticHandler([route]);
  const answer = await query(new Request(`http://console.example${path}`));
  if (answer instanceof Response) throw new Error("the page answered with a response");
  const router = createStaticRouter(dataRoutes, answer);
  const html = renderToString(<StaticRouterProvider router={router} context={answer} hydrate={false} />);
  const plain = html
    .replaceAll("<!-- -->", "")
    .replaceAll("&amp;", "&")
    .replaceAll("&#x27;", "'")
    .replaceAll("&quot;", '"');
  return { html: plain, status: answer.statusCode };
}

/** The opening tags of all elements with a name, in order. */
export function tags(html: string, name: string): string[] {
  return html.match(new RegExp(`<${name}(\\s[^>]*)?>`, "g")) ?? [];
}

/** The text between tags. */
export function text(html: string): string {
  return html
    .replace(/<[^>]*>/g, " ")
    .replace(/\s+/g, " ")
    .trim();
}

/** Accepts any intent, since elements are only rendered here and never posted. */
export const intent = intentsOf<WithIntents<string>>();
