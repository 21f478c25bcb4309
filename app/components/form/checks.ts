/** A form's checks in the browser; `useChecks` loads them when filling in begins. */
export { parseWithZod } from "@conform-to/zod/v4";
