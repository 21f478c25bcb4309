/** How many calls of the API may wait for one another before a route answers, and how many do (docs/decisions/0008). */

/** Who it is, then all else at once: routes that are not listed here. */
const usual = 2;

/** Routes that have other steps than the usual ones as they are now. They may get fewer, not more. */
const noted: Readonly<Record<number, readonly string[]>> = {
  0: [
    "routes/auth/login.tsx",
    "routes/auth/forget-password.tsx",
    "routes/auth/login-with-sso.tsx",
    "routes/auth/sso-callback.tsx",
    "routes/auth/logout.ts",
    "routes/version.ts",
    "routes/app-manifest.ts",
    "routes/kit.tsx",
    "routes/session-stay.ts",
    "routes/preferences.ts",
    "routes/client-errors.ts",
  ],
  1: [
    "routes/auth/reset-password.tsx",
    "routes/home.tsx",
    "routes/elsewhere.tsx",
    "routes/auth/leaving.tsx",
    "routes/event-logs/case-link.tsx",
    "routes/session-check.ts",
  ],
  3: [
    "routes/vacancies/list.tsx, without vacancies",
    "routes/vacancies/detail.tsx",
    "routes/applications/invite.tsx",
    "routes/applications/edit.tsx",
    "routes/applications/delete.tsx",
    "routes/applications/de-identify.tsx",
    "routes/applications/insights.tsx",
    "routes/users/detail.tsx",
    "routes/bulk-jobs/job.tsx",
    "policy-create",
    "routes/policies/detail.tsx",
    "policy-edit",
    "routes/settings/first-tab.tsx",
    "routes/settings/overview.tsx",
    "routes/settings/notification.tsx",
    "routes/settings/ats-tenants.tsx",
    "ats-tenant-create",
    "ats-tenant-edit",
    "routes/settings/sms.tsx",
    "routes/settings/branding.tsx",
    "routes/settings/sso.tsx",
    "routes/settings/compliance.tsx",
    "routes/settings/email-domain.tsx",
  ],
  4: [
    "routes/applications/candidate.tsx",
    "candidate-edit",
    "candidate-delete",
    "candidate-de-identify",
    "candidate-email-state",
    "routes/applications/email-state.tsx",
  ],
};

const stage = "its applications are asked for by a stage, which the vacancy names";
const departments = "the names of departments are asked for by the ids that the policy holds";

/**
 * Routes that need an answer before they can ask for the rest, and which. No route needs more than two steps, and all
 * others one: person, access and data can be asked for side by side.
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
  "routes/users/detail.tsx": "the list that the user has a place in is known by whether they are archived",
  "routes/policies/detail.tsx": departments,
  "policy-edit": departments,
};

/** Every name that is written down here, to be held against the routes that there are. */
export const namesNoted: readonly string[] = [...Object.values(noted).flat(), ...Object.keys(two)];

/** How many steps a route, or a state of one, has as it is now. */
export const stepsNoted = (name: string): number =>
  Number(Object.keys(noted).find((steps) => noted[Number(steps)]?.includes(name)) ?? usual);

/** How many steps it should have at most, and why when there are two. */
export function stepsAllowed(name: string): { steps: number; why: string | undefined } {
  const why = two[name];
  return { steps: why === undefined ? 1 : 2, why };
}
