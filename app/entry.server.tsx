import { PassThrough } from "node:stream";
import { type AppLoadContext, createReadableStreamFromReadable, type EntryContext } from "@remix-run/node";
import { RemixServer } from "@remix-run/react";
import { randomBytes } from "node:crypto";
import { renderToPipeableStream } from "react-dom/server";
import { NonceContext } from "~/components/shell/nonce";
import { env, secure } from "~/services/env.server";
import { reportError } from "~/services/errors.server";
import { RequestState } from "~/services/request-state.server";

const abortDelay = env.REGIONAL_API_TIMEOUT + 2_000;

// Browsers hold a form's redirects to form-action too: a sign-in may go on to an identity provider or back to the
// product it came from.
const signInPaths = new Set(["/login", "/loginWithSSO"]);

function contentSecurityPolicy(nonce: string, pathname: string): string {
  const leaves = signInPaths.has(pathname) ? ` https:${secure ? "" : " http:"}` : "";
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}'`,
    "style-src 'self'",
    "style-src-attr 'unsafe-inline'", // widths and swatches that depend on data
    "img-src 'self' https: data:", // customers' logos in the branding preview
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    `form-action 'self'${leaves}`,
    "frame-ancestors 'none'",
  ].join("; ");
}

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
  await RequestState.find(loadContext)?.commit(headers);

  return new Promise((resolve, reject) => {
    let isShellSent = false;
    const { pipe, abort } = renderToPipeableStream(
      <NonceContext.Provider value={nonce}>
        <RemixServer context={remixContext} url={request.url} nonce={nonce} abortDelay={abortDelay} />
      </NonceContext.Provider>,
      {
        nonce,
        onShellReady() {
          isShellSent = true;
          const body = new PassThrough();
          resolve(new Response(createReadableStreamFromReadable(body), { status, headers }));
          pipe(body);
        },
        onAllReady() {
          // Without this every answered request stays in memory until its time is up.
          clearTimeout(timer);
        },
        onShellError(error) {
          clearTimeout(timer);
          reject(error instanceof Error ? error : new Error("render failed"));
        },
        onError(error) {
          if (isShellSent) reportError(error, { during: "render" });
        },
      },
    );
    const timer = setTimeout(abort, abortDelay);
  });
}

export async function handleDataRequest(response: Response, { context }: { context: AppLoadContext }) {
  await RequestState.find(context)?.commit(response.headers);
  return response;
}

export function handleError(error: unknown, { request }: { request: Request }): void {
  if (!request.signal.aborted) reportError(error, { path: new URL(request.url).pathname });
}
