/** What checks a form in the browser: `useChecks` loads it once somebody begins to fill the form in. */
export { parseWithZod } from "@conform-to/zod/v4";
