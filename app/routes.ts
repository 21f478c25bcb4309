import { index, layout, prefix, route, type RouteConfig } from "@remix-run/route-config";

/** Every address of the console. */
export default [
  index("routes/home.tsx"),

  // Open to everybody (AUTH-02)
  route("login", "routes/auth/login.tsx"),
  route("forgetPassword", "routes/auth/forget-password.tsx"),
  route("resetPassword", "routes/auth/reset-password.tsx"),
  route("loginWithSSO", "routes/auth/login-with-sso.tsx"),
  route("ssoCallback", "routes/auth/sso-callback.tsx"),
  route("version/version.json", "routes/version.ts"),
  route("manifest.webmanifest", "routes/app-manifest.ts"),

  // Every component in its states, where the console is developed
  route("kit", "routes/kit.tsx"),

  // Signed in
  route("session/check", "routes/session-check.ts"),
  route("session/stay", "routes/session-stay.ts"),
  route("logout", "routes/auth/logout.ts"),
  route("leaving", "routes/auth/leaving.tsx"),
  route("c/:token", "routes/event-logs/case-link.tsx"),
  route("preferences", "routes/preferences.ts"),
  route("client-errors", "routes/client-errors.ts"),
  route("region/:awsRegion/customers/:customerId", "routes/region/shell.tsx", [
    layout("routes/region/screen.tsx", [
      index("routes/region/first-screen.tsx"),
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
      // Lists take posts, so they are no index routes: those would put "?index" into the address.
      route("vacancies", "routes/vacancies/list.tsx"),
      ...prefix("vacancies", [
        route("archive", "routes/vacancies/list.tsx", { id: "vacancies-archive" }),
        route("create", "routes/vacancies/create.tsx"),
        route(":vacancyId", "routes/vacancies/detail.tsx", [
          route("invite", "routes/applications/invite.tsx"),
          ...prefix("applications/:applicationId", [
            route("edit", "routes/applications/edit.tsx"),
            route("delete", "routes/applications/delete.tsx"),
            route("de-identify", "routes/applications/de-identify.tsx"),
            route("email-state", "routes/applications/email-state.tsx"),
          ]),
        ]),
        route(":vacancyId/applications/:applicationId", "routes/applications/candidate.tsx", [
          // The same dialogs over the candidate's own page.
          ...prefix("candidate", [
            route("edit", "routes/applications/edit.tsx", { id: "candidate-edit" }),
            route("delete", "routes/applications/delete.tsx", { id: "candidate-delete" }),
            route("de-identify", "routes/applications/de-identify.tsx", { id: "candidate-de-identify" }),
            route("email-state", "routes/applications/email-state.tsx", { id: "candidate-email-state" }),
          ]),
        ]),
        route(":vacancyId/applications/:applicationId/insights", "routes/applications/insights.tsx"),
        route(":vacancyId/applications/:applicationId/pack", "routes/retention/pack.tsx"),
        route(":vacancyId/applications/:applicationId/pack/:packId", "routes/retention/pack-file.ts"),
        route(":vacancyId/edit", "routes/vacancies/edit.tsx"),
      ]),
      route("users", "routes/users/list.tsx", [route("add-to-group", "routes/users/add-to-group.tsx")]),
      ...prefix("users", [
        route("archive", "routes/users/list.tsx", { id: "users-archive" }),
        route("create", "routes/users/create.tsx"),
        route("upload", "routes/users/upload.tsx"),
        ...prefix("upload", [
          route("template", "routes/users/upload-template.ts"),
          route("file", "routes/users/upload-file.ts"),
          route(":uploadId", "routes/users/upload-result.tsx"),
          route(":uploadId/errors", "routes/users/upload-errors.ts"),
        ]),
        route(":userId", "routes/users/detail.tsx"),
        route(":userId/edit", "routes/users/edit.tsx"),
      ]),
      route("bulk-jobs", "routes/bulk-jobs/list.tsx"),
      route("bulk-jobs/:jobId", "routes/bulk-jobs/job.tsx"),
      route("record", "routes/record/list.tsx"),
      route("record/:entryId", "routes/record/entry.tsx"),
      route("account", "routes/account.tsx"),
      route("departments", "routes/departments/list.tsx"),
      route("departments/edit", "routes/departments/edit.tsx"),
      route("workflow-sets", "routes/workflow-sets/list.tsx"),
      ...prefix("workflow-sets", [
        route("archive", "routes/workflow-sets/list.tsx", { id: "workflow-sets-archive" }),
        route("create", "routes/workflow-sets/create.tsx"),
        route("name-check", "routes/workflow-sets/name-check.ts"),
        route(":workflowSetId", "routes/workflow-sets/detail.tsx"),
        route(":workflowSetId/edit", "routes/workflow-sets/edit.tsx"),
      ]),
      route("workflow-sets/workflows", "routes/workflows/list.tsx"),
      ...prefix("workflow-sets/workflows", [
        route("archive", "routes/workflows/list.tsx", { id: "workflows-archive" }),
        route("create", "routes/workflows/create.tsx"),
        route("packages", "routes/workflows/packages.ts"),
        route(":workflowId", "routes/workflows/detail.tsx"),
        route(":workflowId/edit", "routes/workflows/edit.tsx"),
      ]),
      route("workflows/*", "routes/workflows/elsewhere.ts", { id: "workflows-below" }),
      route("workflows", "routes/workflows/elsewhere.ts"),
      route("customers", "routes/customers/list.tsx"),
      ...prefix("customers", [
        route("archive", "routes/customers/list.tsx", { id: "customers-archive" }),
        route("create", "routes/customers/create.tsx"),
      ]),
      route("organisations", "routes/organizations/list.tsx"),
      ...prefix("organisations", [
        route("archive", "routes/organizations/list.tsx", { id: "organizations-archive" }),
        route("create", "routes/organizations/form.tsx", { id: "organization-create" }),
        route(":organizationId", "routes/organizations/form.tsx", { id: "organization-rename" }),
      ]),
      route("groups", "routes/groups/list.tsx"),
      ...prefix("groups", [
        route("archive", "routes/groups/list.tsx", { id: "groups-archive" }),
        route("create", "routes/groups/form.tsx", { id: "group-create" }),
        route(":groupId", "routes/groups/detail.tsx", [route("users/add", "routes/groups/add-users.tsx")]),
        route(":groupId/edit", "routes/groups/form.tsx", { id: "group-edit" }),
      ]),
      route("policies", "routes/policies/list.tsx"),
      ...prefix("policies", [
        route("create", "routes/policies/form.tsx", { id: "policy-create" }),
        route(":policyId", "routes/policies/detail.tsx"),
        route(":policyId/edit", "routes/policies/form.tsx", { id: "policy-edit" }),
      ]),
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
        route("figure.csv", "routes/insights/figure-csv.ts"),
      ]),
      route("notifications", "routes/event-logs/list.tsx"),
      route("ats-requests", "routes/ats-requests/list.tsx"),
      route("*", "routes/region/unknown.tsx"),
    ]),
  ]),

  // Any other path leads to the default customer (SHELL-04)
  route("*", "routes/elsewhere.tsx"),
] satisfies RouteConfig;
