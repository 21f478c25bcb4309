import { z } from "zod/v4";

/** Post of the department editor: the operations, validated on the server only. */
export const draftSchema = z.object({ draft: z.string() });
