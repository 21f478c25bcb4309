import { z } from "zod/v4";

/** What was typed of a candidate at an invite, with the key of that name (INV-28). */
const invitedAs = z.object({
  firstName: z.string(),
  lastName: z.string(),
  phoneNumber: z.string().nullable(),
  nameKey: z.string(),
});

/** What an application shows of its candidate in place of what is known, from its `invitedAs`. */
export const shownInstead = (typed: string | null) =>
  typed === null
    ? undefined
    : {
        ...{ locationAddress: null, locationLat: null, locationLng: null },
        ...invitedAs.parse(JSON.parse(typed)),
      };
