import { deflateRawSync, inflateRawSync } from "node:zlib";
import type { z } from "zod/v4";

/** Maximum size when decompressing, in bytes. */
const maxOutputLength = 100_000;

/** Compresses a value to a short text for cookies and links, which have length limits. */
export const compressJson = (value: unknown): string =>
  deflateRawSync(JSON.stringify(value)).toString("base64url");

/** Decompresses a value; null if the text holds no such value. */
export function decompressJson<S extends z.ZodType>(text: string, schema: S): z.output<S> | null {
  try {
    const whole = inflateRawSync(Buffer.from(text, "base64url"), { maxOutputLength }).toString();
    return schema.parse(JSON.parse(whole));
  } catch {
    return null;
  }
}
