import { index, route, type RouteConfig } from "@remix-run/route-config";

export default [index("table.tsx"), route("calls", "calls.tsx")] satisfies RouteConfig;
