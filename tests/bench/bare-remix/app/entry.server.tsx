import type { EntryContext } from "@remix-run/node";
import { RemixServer } from "@remix-run/react";
import { randomBytes } from "node:crypto";
import { buffer } from "node:stream/consumers";
import { PassThrough } from "node:stream";
import { renderToPipeableStream } from "react-dom/server";
import { NonceContext } from "./nonce";

/** A page that hydrates, its data included, under the strictest policy for scripts; nothing of the console. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
) {
  const nonce = randomBytes(16).toString("base64");
  headers.set("content-type", "text/html; charset=utf-8");
  headers.set("content-security-policy", `default-src 'self'; script-src 'self' 'nonce-${nonce}'`);
  const page = new PassThrough();
  const body = buffer(page);
  const { pipe } = renderToPipeableStream(
    <NonceContext.Provider value={nonce}>
      <RemixServer context={context} url={request.url} nonce={nonce} />
    </NonceContext.Provider>,
    {
      nonce,
      onAllReady: () => pipe(page),
      onShellError: (error) => page.destroy(error instanceof Error ? error : undefined),
    },
  );
  return new Response(await body, { status, headers });
}
