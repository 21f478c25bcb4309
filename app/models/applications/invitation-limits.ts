import { limits } from "~/models/form/limits";

/** The most that is typed into each field (INV-05 to INV-07). */
export const invitationLimits = {
  email: 100,
  firstName: limits.invitedFirstName,
  lastName: limits.invitedLastName,
};

/** The lengths at which an invite's data is cut (INV-08). */
export const enclosedLimits = { title: 100, description: 700 };
