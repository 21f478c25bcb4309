import { index, layout, prefix, route, type RouteConfig } from "@remix-run/route-config";

/** Every address of the console. */
export default [
  index("routes/home.tsx"),

  // Open to everybody (AUTH-02)
  route("login", "routes/auth/login.tsx"),
  route("version/version.json", "routes/version.ts"),

  // Signed in
  route("logout", "routes/auth/logout.ts"),
  route("leaving", "routes/auth/leaving.tsx"),
  route("preferences", "routes/preferences.ts"),
  route("client-errors", "routes/client-errors.ts"),
  route("region/:awsRegion/customers/:customerId", "routes/region/shell.tsx", [
    layout("routes/region/screen.tsx", [
      index("routes/region/first-screen.tsx"),
      route("switch-customer", "routes/region/switch-customer.tsx"),
      route("job-requisitions/:requisitionId?", "routes/region/job-requisitions.tsx"),
      ...prefix("customers", [
        index("routes/customers/list.tsx"),
        route("archive", "routes/customers/archive.tsx"),
        route("create", "routes/customers/create.tsx"),
      ]),
      route("settings", "routes/settings/frame.tsx", [
        index("routes/settings/first-tab.ts"),
        route("overview", "routes/settings/overview.tsx"),
      ]),
      route("*", "routes/region/unknown.tsx"),
    ]),
  ]),

  // Any other path leads to the default customer (SHELL-04)
  route("*", "routes/elsewhere.tsx"),
] satisfies RouteConfig;
