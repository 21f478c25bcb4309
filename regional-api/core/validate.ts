import type { z } from "zod/v4";
import { invalid } from "./errors";

/** Returns `value` as parsed by `rules` (trimmed, with defaults). Throws a Validation Error listing every message. */
export function validate<Output>(rules: z.ZodType<Output>, value: unknown): Output {
  const parsed = rules.safeParse(value);
  if (parsed.success) return parsed.data;
  throw invalid(parsed.error.issues.map((issue) => issue.message).join("\n"));
}
