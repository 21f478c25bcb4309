import { index, type RouteConfig } from "@remix-run/route-config";

export default [index("table.tsx")] satisfies RouteConfig;
