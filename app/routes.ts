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
  route("preferences", "routes/preferences.ts"),
  route("client-errors", "routes/client-errors.ts"),
  route("region/:awsRegion/customers/:customerId", "routes/region/shell.tsx", [
    layout("routes/region/screen.tsx", [
      index("routes/region/first-screen.tsx"),
      route("switch-customer", "routes/region/switch-customer.tsx"),
      route("go", "routes/palette/go.tsx"),
      route("shortcuts", "routes/palette/shortcuts.tsx"),
      route("job-requisitions/:requisitionId?", "routes/region/job-requisitions.tsx"),
      route("places", "routes/places/search.ts"),
      // Lists take posts, so they are no index routes: those would put "?index" into the address.
      route("vacancies", "routes/vacancies/list.tsx"),
      ...prefix("vacancies", [
        route("archive", "routes/vacancies/archive.tsx"),
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
        route(":vacancyId/applications/:applicationId/insights", "routes/applications/insights.tsx"),
        route(":vacancyId/edit", "routes/vacancies/edit.tsx"),
      ]),
      route("customers", "routes/customers/list.tsx"),
      ...prefix("customers", [
        route("archive", "routes/customers/archive.tsx"),
        route("create", "routes/customers/create.tsx"),
      ]),
      route("settings", "routes/settings/frame.tsx", [
        index("routes/settings/first-tab.ts"),
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
        route("email-domain", "routes/settings/email-domain.tsx"),
        route("email-domain/zone-file", "routes/settings/email-domain-zone-file.ts"),
      ]),
      route("ats-requests", "routes/ats-requests/list.tsx"),
      route("*", "routes/region/unknown.tsx"),
    ]),
  ]),

  // Any other path leads to the default customer (SHELL-04)
  route("*", "routes/elsewhere.tsx"),
] satisfies RouteConfig;
