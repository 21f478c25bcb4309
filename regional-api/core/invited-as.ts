import { z } from "zod/v4";

/** The candidate's details as typed in an invitation, with the key of that name (INV-28). */
const invitedAs = z.object({
  firstName: z.string(),
  lastName: z.string(),
  phoneNumber: z.string().nullable(),
  nameKey: z.string(),
});

/**
 * Returns the details that an application shows instead of the candidate's own, from its `invitedAs` column.
 */
export const invitedDetails = (typed: string | null) =>
  typed === null
    ? undefined
    : {
        ...{ locationAddress: null, locationLat: null, locationLng: null },
        ...invitedAs.parse(JSON.parse(typed)),
      };
