import { createServer } from "node:http";
import type { Registry } from "prom-client";

/**
 * Serves metrics at `/metrics` on a separate host:port that no proxy exposes. Rejects if it cannot listen there; calls
 * `failed` if metrics cannot be read.
 */
export async function serveRegistry(
  registry: Pick<Registry, "metrics" | "contentType">,
  address: string,
  failed: (error: unknown) => void,
): Promise<void> {
  const [host, port] = address.split(":");
  const server = createServer((request, response) => {
    if (request.url !== "/metrics") return void response.writeHead(404).end();
    registry.metrics().then(
      (text) => response.writeHead(200, { "content-type": registry.contentType }).end(text),
      (error: unknown) => {
        failed(error);
        response.writeHead(500).end();
      },
    );
  });
  await new Promise<void>((done, fail) => server.once("error", fail).listen(Number(port), host, done));
  server.unref();
}
