import { z } from "zod/v4";

/** The post of the department tree in the browser: what was done to it, checked by the server alone. */
export const draftSchema = z.object({ draft: z.string() });
