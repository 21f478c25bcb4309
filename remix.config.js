import process from "node:process";

/**
 * Remix's options; vite.config.ts hands them to the Remix plugin.
 * @type {import("@remix-run/dev").VitePluginConfig}
 */
export default {
  appDirectory: "app",
  // scripts/build.mjs builds into a temporary folder and swaps it in when complete.
  buildDirectory: process.env.BUILD_FOLDER ?? "build",
  future: {
    v3_fetcherPersist: true,
    v3_relativeSplatPath: true,
    v3_throwAbortReason: true,
    // Sends the whole route manifest with the first page. With lazy discovery, a navigation to a URL with an id would need
    // an extra round trip for its routes before the one for its data.
    v3_lazyRouteDiscovery: false,
    v3_singleFetch: true,
    v3_routeConfig: true,
  },
};
