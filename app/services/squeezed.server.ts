import { deflateRawSync, inflateRawSync } from "node:zlib";
import type { z } from "zod/v4";

/** Nothing that is squeezed here is longer, in bytes. */
const maxOutputLength = 100_000;

/** A value as a short text for cookies and links, which are cut when they are long. */
export const squeeze = (value: unknown): string =>
  deflateRawSync(JSON.stringify(value)).toString("base64url");

/** The value that was squeezed; null for a text that holds no such value. */
export function unsqueeze<S extends z.ZodType>(text: string, schema: S): z.output<S> | null {
  try {
    const whole = inflateRawSync(Buffer.from(text, "base64url"), { maxOutputLength }).toString();
    return schema.parse(JSON.parse(whole));
  } catch {
    return null;
  }
}
