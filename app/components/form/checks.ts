/** The checks of a form in the browser: `useChecks` loads them once somebody begins to fill the form in. */
export { parseWithZod } from "@conform-to/zod/v4";
