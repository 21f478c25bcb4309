/**
 * The parser for form checks. It is a separate module so that `useChecks` loads it only once filling in
 * begins.
 */
export { parseWithZod } from "@conform-to/zod/v4";
