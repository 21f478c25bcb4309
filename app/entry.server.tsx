import type { AppLoadContext, EntryContext } from "@remix-run/node";
import { isRouteErrorResponse, RemixServer } from "@remix-run/react";
import { randomBytes } from "node:crypto";
import type { ReactNode } from "react";
import { renderToString } from "react-dom/server";
// Imported first, so that i18next translates every text of the server.
import "~/i18n/i18next.server";
import { NonceContext } from "~/components/context/nonce";
import { compressed } from "~/services/compressed.server";
import { env } from "~/services/env.server";
import { reportError } from "~/services/errors.server";
import { trustedOrigins } from "~/services/landing.server";
import { renderSeconds } from "~/services/metrics.server";
import { RequestState } from "~/services/request-state.server";
import { startSpan } from "~/services/spans.server";

// Paths with a wider form-action: browsers apply it to a form's redirects too, and a sign-in may return to
// the product it came from. For an identity provider the page itself redirects, since the URL is not known in
// advance.
const signInPaths = new Set(["/login", "/loginWithSSO"]);

/** False in every build, whatever the environment. */
const isDevelopment = import.meta.env.DEV && env.NODE_ENV === "development";

function contentSecurityPolicy(nonce: string, pathname: string): string {
  const leaves = signInPaths.has(pathname) ? ["", ...trustedOrigins].join(" ") : "";
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}'`,
    // Vite injects styles as elements, and sends changes over a WebSocket.
    `style-src 'self'${isDevelopment ? " 'unsafe-inline'" : ""}`,
    "style-src-attr 'unsafe-inline'", // widths and swatches that depend on data
    "img-src 'self' https: data:", // customers' logos in the branding preview
    `connect-src 'self'${isDevelopment ? " ws:" : ""}`,
    "object-src 'none'",
    "base-uri 'none'",
    `form-action 'self'${leaves}`,
    "frame-ancestors 'none'",
  ].join("; ");
}

/** The HTTP server's interface to the application: readiness and error reports. */
export { readiness } from "~/services/readiness.server";
export { errorReports } from "~/services/errors.server";

export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remixContext: EntryContext,
  loadContext: AppLoadContext,
): Promise<Response> {
  const nonce = randomBytes(16).toString("base64");
  headers.set("Content-Type", "text/html; charset=utf-8");
  headers.set("Content-Security-Policy", contentSecurityPolicy(nonce, new URL(request.url).pathname));
  const state = RequestState.find(loadContext);
  await state?.commit(headers);
  if (state?.file) return state.file.response(request, headers, () => loadContext.drained?.());

  const body = compressed(
    await renderWholePage(remixContext, request.url, nonce),
    headers,
    loadContext.encoding,
  );
  return new Response(body, { status: status === 200 ? (state?.pageStatus ?? 200) : status, headers });
}

/**
 * Renders the page as one string. Nothing is deferred, since without JS nothing could insert a late part, and
 * a string costs React less than a stream. Remix sends the data as a stream of scripts after the document;
 * here it is one script at the end of the body, with the same two calls.
 */
async function renderWholePage(
  { serverHandoffStream, ...context }: EntryContext,
  url: string,
  nonce: string,
): Promise<Buffer<ArrayBuffer>> {
  const page = renderPage(
    <NonceContext.Provider value={nonce}>
      <RemixServer context={context} url={url} nonce={nonce} />
    </NonceContext.Provider>,
  );
  const document = Buffer.from(page);
  if (!serverHandoffStream || !context.renderMeta?.didRenderScripts)
    return Buffer.concat([doctype, document]);
  const script = `<script nonce="${nonce}">${serializeHandover(await textOf(serverHandoffStream))}</script>`;
  // Concatenated as bytes: as text, each step would copy the page.
  const body = document.subarray(0, -documentEnd.length);
  return Buffer.concat([doctype, body, Buffer.from(script), documentEnd]);
}

const doctype = Buffer.from("<!DOCTYPE html>");
const documentEnd = Buffer.from("</body></html>");

/** Characters that end a script in a document, a line in old browsers, or the string itself. */
const unsafeInScript = /[<\u2028\u2029\n\\']/g;
const escaped = (character: string) =>
  character === "\\" ? "\\\\" : `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;

async function textOf(stream: ReadableStream<Uint8Array>): Promise<string> {
  const reader = stream.getReader();
  const decoder = new TextDecoder();
  let text = "";
  for (let part = await reader.read(); !part.done; part = await reader.read())
    text += decoder.decode(part.value, { stream: true });
  return text + decoder.decode();
}

/**
 * Writes the JSON data as a single-quoted literal: escaping its double quotes would add an eighth to the
 * script.
 */
function serializeHandover(data: string): string {
  const literal = `'${data.replace(unsafeInScript, escaped)}'`;
  const controller = "window.__remixContext.streamController";
  return `${controller}.enqueue(${literal});${controller}.close();`;
}

/** Renders a page to a string. Throws rendering errors, which the caller reports. */
function renderPage(page: ReactNode): string {
  const seconds = renderSeconds?.startTimer();
  const span = startSpan("internal");
  let hasFailed = true;
  try {
    const html = renderToString(page);
    hasFailed = false;
    return html;
  } finally {
    seconds?.();
    span?.end({ name: "render", attributes: {}, hasFailed });
  }
}

export async function handleDataRequest(response: Response, { context }: { context: AppLoadContext }) {
  await RequestState.find(context)?.commit(response.headers);
  if (response.body === null) return response;
  const { status, headers } = response;
  const body = compressed(Buffer.from(await response.arrayBuffer()), headers, context.encoding);
  return new Response(body, { status, headers });
}

export function handleError(error: unknown, { request }: { request: Request }): void {
  // An unknown URL or method is not the console's error: anyone can request one.
  if (isRouteErrorResponse(error) && error.status < 500) return;
  if (!request.signal.aborted) reportError(error, { path: new URL(request.url).pathname });
}
