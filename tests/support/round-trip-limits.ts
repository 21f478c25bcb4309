/** Maximum number of sequential API calls before a route answers (docs/decisions/0008). */

const stage = "its applications are asked for by a stage, which the vacancy names";
const departments = "the names of departments are asked for by the ids that the policy holds";

/**
 * Routes that need one answer before they can request the rest, and why: two steps, the maximum. All others need one:
 * user, access and data are requested in parallel, once the session has opened a page of the customer.
 */
const two: Readonly<Record<string, string>> = {
  "routes/vacancies/list.tsx, without vacancies": "the steps to take are shown where there is no vacancy",
  "routes/vacancies/detail.tsx": stage,
  "routes/applications/invite.tsx": stage,
  "routes/applications/edit.tsx": stage,
  "routes/applications/delete.tsx": stage,
  "routes/applications/de-identify.tsx": stage,
  "routes/applications/email-state.tsx": stage,
  "routes/applications/insights.tsx": stage,
  "routes/applications/candidate.tsx": stage,
  "candidate-edit": stage,
  "candidate-delete": stage,
  "candidate-de-identify": stage,
  "candidate-email-state": stage,
  "routes/users/detail.tsx":
    "the list that the user has a place in is known by whether they are archived, their vacancies by their email",
  "routes/policies/detail.tsx": departments,
  "policies-edit": departments,
  // Listing all templates requires a right that an editor of tenants may lack.
  "ats-tenant-edit": "its template is asked for by the system that the tenant names (TEN-11)",
};

/** Every route listed here, to be compared with the existing routes. */
export const namesOfTwo: readonly string[] = Object.keys(two);

/** The number of steps allowed for a route, or a state of one, and the reason if there are two. */
export function stepsAllowed(name: string): { steps: number; why: string | undefined } {
  const why = two[name];
  return { steps: why === undefined ? 1 : 2, why };
}
