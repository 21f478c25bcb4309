import { limits } from "~/models/form/limits";

/** Maximum input length per field (INV-05 to INV-07). */
export const invitationLimits = {
  email: 100,
  firstName: limits.invitedFirstName,
  lastName: limits.invitedLastName,
};

/** Lengths to which an invite's data is truncated (INV-08). */
export const invitationTextLimits = { title: 100, description: 700 };
