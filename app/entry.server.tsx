import type { AppLoadContext, EntryContext } from "@remix-run/node";
import { RemixServer } from "@remix-run/react";
import { randomBytes } from "node:crypto";
import { Writable } from "node:stream";
import type { ReactNode } from "react";
import { renderToPipeableStream } from "react-dom/server";
// First, so that every text of the server goes through it.
import "~/i18n/i18next.server";
import { NonceContext } from "~/components/context/nonce";
import { env } from "~/services/env.server";
import { reportError } from "~/services/errors.server";
import { trustedOrigins } from "~/services/landing.server";
import { renderSeconds } from "~/services/metrics.server";
import { RequestState } from "~/services/request-state.server";
import { startSpan } from "~/services/spans.server";

const abortDelay = env.REGIONAL_API_TIMEOUT + 2_000;

// Browsers hold a form's redirects to form-action too: a sign-in may go back to the product it came from. To an
// identity provider the page of its own accord leads on, since nobody knows its address beforehand.
const signInPaths = new Set(["/login", "/loginWithSSO"]);

/** False in every build, whatever the environment says. */
const isDevelopment = import.meta.env.DEV && env.NODE_ENV === "development";

function contentSecurityPolicy(nonce: string, pathname: string): string {
  const leaves = signInPaths.has(pathname) ? ["", ...trustedOrigins].join(" ") : "";
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}'`,
    // Vite brings styles as elements, and changes over a connection of their own.
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

/** What the server asks of the application: whether it can start, and whether it can serve. */
export { readiness } from "~/services/readiness.server";

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

  const body = await rendered(
    <NonceContext.Provider value={nonce}>
      <RemixServer context={remixContext} url={request.url} nonce={nonce} abortDelay={abortDelay} />
    </NonceContext.Provider>,
    nonce,
  );
  return new Response(body, { status: status === 200 ? (state?.pageStatus ?? 200) : status, headers });
}

/**
 * The page as a whole: without scripts nothing could put a late part in its place, and one piece costs less than
 * many.
 */
function rendered(page: ReactNode, nonce: string): Promise<Buffer<ArrayBuffer>> {
  const rendered = renderSeconds?.startTimer();
  const span = startSpan("internal");
  return new Promise((resolve, reject) => {
    const errors: unknown[] = [];
    const { pipe, abort } = renderToPipeableStream(page, {
      nonce,
      onAllReady() {
        // Without this every answered request stays in memory until its time is up.
        clearTimeout(timer);
        rendered?.();
        span?.end({ name: "render", attributes: {}, hasFailed: errors.length > 0 });
        // Those of a page that cannot be shown at all are thrown, and reported where they are caught.
        for (const error of errors) reportError(error, { during: "render" });
        const chunks: Buffer[] = [];
        pipe(
          new Writable({
            write(chunk: Buffer, _encoding, taken) {
              chunks.push(chunk);
              taken();
            },
            final(done) {
              resolve(wholeDocument(Buffer.concat(chunks)));
              done();
            },
          }),
        );
      },
      onShellError(error) {
        clearTimeout(timer);
        span?.end({ name: "render", attributes: {}, hasFailed: true });
        reject(error instanceof Error ? error : new Error("render failed"));
      },
      onError(error) {
        errors.push(error);
      },
    });
    const timer = setTimeout(abort, abortDelay);
  });
}

const end = Buffer.from("</body></html>");

/**
 * Remix writes its last scripts behind the document's end; browsers put them into the body, and so does this. They
 * leave out U+0000, which no document may hold: React pads with it where a letter does not fit into its buffer.
 */
function wholeDocument(written: Buffer<ArrayBuffer>): Buffer<ArrayBuffer> {
  const page = written.includes(0) ? withoutZeros(written) : written;
  const at = page.lastIndexOf(end);
  if (at === -1) return page;
  return Buffer.concat([page.subarray(0, at), page.subarray(at + end.length), end]);
}

function withoutZeros(written: Buffer<ArrayBuffer>): Buffer<ArrayBuffer> {
  const parts: Buffer[] = [];
  let from = 0;
  for (let at = written.indexOf(0); at !== -1; at = written.indexOf(0, from)) {
    parts.push(written.subarray(from, at));
    from = at + 1;
  }
  return Buffer.concat([...parts, written.subarray(from)]);
}

export async function handleDataRequest(response: Response, { context }: { context: AppLoadContext }) {
  await RequestState.find(context)?.commit(response.headers);
  return response;
}

export function handleError(error: unknown, { request }: { request: Request }): void {
  if (!request.signal.aborted) reportError(error, { path: new URL(request.url).pathname });
}
