import {
  index,
  layout,
  prefix,
  route,
  type RouteConfig,
  type RouteConfigEntry,
} from "@remix-run/route-config";
// Loaded without the console's path aliases, as are the areas.
import { type Area, areas } from "./areas";
import type { AreaShape } from "./areas/area";

type NestedRoutes = {
  /** Dialogs over the list, and over a record's page. */
  inList?: RouteConfigEntry[];
  inDetail?: RouteConfigEntry[];
};

const nestedRoutes: Readonly<Partial<Record<Area["path"], NestedRoutes>>> = {
  vacancies: {
    inDetail: [
      route("invite", "routes/applications/invite.tsx"),
      ...prefix("applications/:applicationId", [
        route("edit", "routes/applications/edit.tsx"),
        route("delete", "routes/applications/delete.tsx"),
        route("de-identify", "routes/applications/de-identify.tsx"),
        route("email-state", "routes/applications/email-state.tsx"),
      ]),
    ],
  },
  users: { inList: [route("add-to-group", "routes/users/add-to-group.tsx")] },
  groups: { inDetail: [route("users/add", "routes/groups/add-users.tsx")] },
};

/** Routes of an area's screens: list and archive share `list.tsx`, create and edit share `form.tsx`. */
function areaRoutes(area: Area) {
  const { path, screens } = area;
  const { folder = path } = area as AreaShape;
  const { inList, inDetail } = nestedRoutes[path] ?? {};
  const id = "id" in area ? `:${area.id}` : "";
  const has = (screen: string) => screen in screens;
  const file = (name: string) => `routes/${folder}/${name}.tsx`;
  const form = (at: string, name: "create" | "edit") => route(at, file("form"), { id: `${folder}-${name}` });
  return [
    // Lists take posts, so they are not index routes: those would add "?index" to the address.
    route(path, file("list"), inList),
    ...(has("archive") ? [route(`${path}/archive`, file("list"), { id: `${folder}-archive` })] : []),
    ...(has("create") ? [form(`${path}/create`, "create")] : []),
    ...(has("edit")
      ? [route(`${path}/${id}`, file("detail"), inDetail), form(`${path}/${id}/edit`, "edit")]
      : has("detail")
        ? [form(`${path}/${id}`, "edit")]
        : []),
  ];
}

/** Every address of the console. */
export default [
  index("routes/home.tsx"),

  // Public (AUTH-02)
  route("login", "routes/auth/login.tsx"),
  route("forgetPassword", "routes/auth/forget-password.tsx"),
  route("notMe", "routes/auth/not-me.tsx"),
  route("resetPassword", "routes/auth/reset-password.tsx"),
  route("loginWithSSO", "routes/auth/login-with-sso.tsx"),
  route("ssoCallback", "routes/auth/sso-callback.tsx"),
  route("version/version.json", "routes/version.ts"),
  route("manifest.webmanifest", "routes/app-manifest.ts"),

  // Every component in its states, in development environments
  route("kit", "routes/kit.tsx"),

  // Signed in
  route("session/check", "routes/session-check.ts"),
  route("session/stay", "routes/session-stay.ts"),
  route("logout", "routes/auth/logout.ts"),
  route("leaving", "routes/auth/leaving.tsx"),
  route("preferences", "routes/preferences.ts"),
  route("client-errors", "routes/client-errors.ts"),
  route("region/:awsRegion/customers/:customerId", "routes/region/shell.tsx", [
    layout("routes/region/screen.tsx", [
      index("routes/region/today.tsx"),
      route("candidates", "routes/candidates/list.tsx"),
      route("candidates/overdue", "routes/candidates/overdue.tsx"),
      route("switch-customer", "routes/region/switch-customer.tsx"),
      route("switch-customer.json", "routes/region/switcher.ts"),
      route("go", "routes/palette/go.tsx"),
      route("go.json", "routes/palette/places.ts"),
      route("search", "routes/palette/search.tsx"),
      route("search.json", "routes/palette/found.ts"),
      route("shortcuts", "routes/palette/shortcuts.tsx"),
      route("job-requisitions/:requisitionId?", "routes/region/job-requisitions.tsx"),
      route("places", "routes/places/search.ts"),
      route("views", "routes/views/list.tsx"),
      route("views.json", "routes/views/names.ts"),
      ...prefix("views", [
        route("create", "routes/views/form.tsx", { id: "view-create" }),
        route("edit", "routes/views/form.tsx", { id: "view-edit" }),
      ]),
      // Areas whose records have a create page; settings tabs are below.
      ...areas
        .filter(({ path, screens }) => "create" in screens && !path.startsWith("settings/"))
        .flatMap(areaRoutes),
      ...prefix("vacancies", [
        route("people.json", "routes/vacancies/people.ts"),
        route("archive/people.json", "routes/vacancies/people.ts", { id: "archive-people" }),
        route(":vacancyId/board", "routes/vacancies/board.tsx"),
        route(":vacancyId/undo", "routes/applications/undo.tsx"),
        route(":vacancyId/board/undo", "routes/applications/undo.tsx", { id: "board-undo" }),
        route(":vacancyId/compare", "routes/vacancies/compare.tsx"),
        route(":vacancyId/applications/:applicationId", "routes/applications/candidate.tsx", [
          // The same dialogs over the candidate's page.
          ...prefix("candidate", [
            route("edit", "routes/applications/edit.tsx", { id: "candidate-edit" }),
            route("delete", "routes/applications/delete.tsx", { id: "candidate-delete" }),
            route("de-identify", "routes/applications/de-identify.tsx", { id: "candidate-de-identify" }),
            route("email-state", "routes/applications/email-state.tsx", { id: "candidate-email-state" }),
          ]),
        ]),
        route(":vacancyId/funnel", "routes/applications/funnel.tsx"),
        route(":vacancyId/report", "routes/vacancies/report.tsx"),
        route(":vacancyId/applications/:applicationId/insights", "routes/applications/insights.tsx"),
        route(":vacancyId/applications/:applicationId/pack", "routes/retention/pack.tsx"),
        route(":vacancyId/applications/:applicationId/pack/:packId", "routes/retention/pack-file.ts"),
      ]),
      route("groups/compare", "routes/groups/compare.tsx"),
      route("users/upload", "routes/users/upload.tsx"),
      ...prefix("users/upload", [
        route("template", "routes/users/upload-template.ts"),
        route("file", "routes/users/upload-file.ts"),
        route(":uploadId", "routes/users/upload-result.tsx"),
        route(":uploadId/errors", "routes/users/upload-errors.ts"),
      ]),
      route("bulk-jobs", "routes/bulk-jobs/list.tsx"),
      route("bulk-jobs/:jobId", "routes/bulk-jobs/job.tsx"),
      route("decisions", "routes/decisions/list.tsx"),
      route("decisions/samples", "routes/decisions/samples.tsx"),
      ...prefix("decisions/samples", [
        route("create", "routes/decisions/draw.tsx"),
        route(":sampleId", "routes/decisions/sample.tsx"),
      ]),
      route("decisions/:decisionId", "routes/decisions/detail.tsx"),
      route("record", "routes/record/list.tsx"),
      route("record/:entryId", "routes/record/entry.tsx"),
      route("account", "routes/account.tsx"),
      route("account/passkeys", "routes/auth/passkeys.tsx"),
      route("account/authenticator", "routes/auth/authenticator.tsx"),
      route("account/authenticator/codes", "routes/auth/recovery-codes.tsx"),
      route("departments", "routes/departments/list.tsx"),
      route("departments/edit", "routes/departments/edit.tsx"),
      route("workflow-sets/name-check", "routes/workflow-sets/name-check.ts"),
      route("workflow-sets/workflows/packages", "routes/workflows/packages.ts"),
      route("workflows/*", "routes/workflows/elsewhere.ts", { id: "workflows-below" }),
      route("workflows", "routes/workflows/elsewhere.ts"),
      route("settings", "routes/settings/frame.tsx", [
        index("routes/settings/first-tab.tsx"),
        route("overview", "routes/settings/overview.tsx"),
        route("notification", "routes/settings/notification.tsx"),
        route("ats-tenants", "routes/settings/ats-tenants.tsx"),
        ...prefix("ats-tenants", [
          route("create", "routes/settings/ats-tenant.tsx", { id: "ats-tenant-create" }),
          route(":tenantId", "routes/settings/ats-tenant.tsx", { id: "ats-tenant-edit" }),
        ]),
        route("sms", "routes/settings/sms.tsx"),
        route("branding", "routes/settings/branding.tsx"),
        route("sso", "routes/settings/sso.tsx"),
        route("sso/test/:testId", "routes/settings/sso-test.tsx"),
        route("sso/activity", "routes/settings/sso-activity.tsx"),
        route("sso/import", "routes/settings/sso-import.tsx"),
        route("sign-in", "routes/settings/sign-in.tsx"),
        route("decline-reasons", "routes/settings/decline-reasons.tsx"),
        route("compliance", "routes/settings/compliance.tsx"),
        ...prefix("compliance", [
          route("plan", "routes/retention/plan.tsx"),
          route("runs", "routes/retention/runs.tsx"),
          route("holds", "routes/retention/holds.tsx"),
          route("holds/create", "routes/retention/hold-create.tsx"),
          route("holds/:holdId", "routes/retention/hold.tsx"),
        ]),
        route("email-domain", "routes/settings/email-domain.tsx"),
        route("email-domain/zone-file", "routes/settings/email-domain-zone-file.ts"),
      ]),
      route("di", "routes/insights/dashboard.tsx"),
      ...prefix("di", [
        route("layout", "routes/insights/layout.tsx"),
        route("figure", "routes/insights/figure.ts"),
      ]),
      route("notifications", "routes/event-logs/list.tsx"),
      route("ats-requests", "routes/ats-requests/list.tsx"),
      route("*", "routes/region/unknown.tsx"),
    ]),
  ]),

  // Any other path redirects to the default customer (SHELL-04)
  route("*", "routes/elsewhere.tsx"),
] satisfies RouteConfig;
