/** Compresses what is whole in one call: at a page's size a stream costs several times its processor time and memory. */
import zlib from "node:zlib";

const methods: Readonly<Record<string, (body: Uint8Array) => Buffer<ArrayBuffer>>> = {
  // Node 22 has it from 22.15 on.
  ...("zstdCompressSync" in zlib && { zstd: (body) => zlib.zstdCompressSync(body) }),
  gzip: (body) => zlib.gzipSync(body, { level: 3 }),
};

/** Methods of compression by name, the cheapest first (docs/decisions/0008). */
export const encodings: readonly string[] = Object.keys(methods);

/** In bytes: what is smaller gains nothing. */
const leastBytes = 1_024;

/**
 * The body as it is sent: compressed by `encoding`, one of `encodings`, which is then named in `headers`; as it is when
 * that is undefined or the body is small.
 */
export function compressed(
  body: Buffer<ArrayBuffer>,
  headers: Headers,
  encoding: string | undefined,
): Buffer<ArrayBuffer> {
  const compress = encoding === undefined ? undefined : methods[encoding];
  if (encoding === undefined || !compress || body.length < leastBytes) return body;
  headers.set("Content-Encoding", encoding);
  return compress(body);
}
