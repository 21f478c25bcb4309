/** One-shot compression of complete bodies: at page size, a stream costs several times the CPU time and memory. */
import zlib from "node:zlib";

const methods: Readonly<Record<string, (body: Uint8Array) => Buffer<ArrayBuffer>>> = {
  // Available from Node 22.15.
  ...("zstdCompressSync" in zlib && { zstd: (body) => zlib.zstdCompressSync(body) }),
  gzip: (body) => zlib.gzipSync(body, { level: 3 }),
};

/** Supported content encodings, cheapest first (docs/decisions/0008). */
export const encodings: readonly string[] = Object.keys(methods);

/** Bodies below this size, in bytes, are not compressed. */
const minCompressedBytes = 1_024;

/**
 * Compresses the body with `encoding`, one of `encodings`, and sets the header; returns it unchanged if `encoding` is
 * undefined or the body small.
 */
export function compressed(
  body: Buffer<ArrayBuffer>,
  headers: Headers,
  encoding: string | undefined,
): Buffer<ArrayBuffer> {
  const compress = encoding === undefined ? undefined : methods[encoding];
  if (encoding === undefined || !compress || body.length < minCompressedBytes) return body;
  headers.set("Content-Encoding", encoding);
  return compress(body);
}
