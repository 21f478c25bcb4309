import { request } from "node:http";
import { text } from "node:stream/consumers";

export type Raw = { status: number; headers: Record<string, string | string[] | undefined>; body: string };

/** Sends one request exactly as given, with any method, path and headers. */
export function sendRequest(
  origin: string,
  {
    method = "GET",
    path = "/login",
    headers = {},
    body,
  }: Partial<{ method: string; path: string; headers: Record<string, string>; body: string }>,
): Promise<Raw> {
  const { hostname, port } = new URL(origin);
  return new Promise((resolve, reject) => {
    // The browsers' limit for response headers.
    const maxHeaderSize = 256 * 1024;
    const call = request({ hostname, port, method, path, headers, maxHeaderSize }, (answer) => {
      text(answer).then(
        (read) => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: read }),
        reject,
      );
    });
    call.on("error", reject);
    call.end(body);
  });
}
