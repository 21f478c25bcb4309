import process from "node:process";

/**
 * Remix's options; vite.config.ts hands them to the Remix plugin.
 * @type {import("@remix-run/dev").VitePluginConfig}
 */
export default {
  appDirectory: "app",
  // scripts/build.mjs builds aside, and puts what is complete in place of what runs.
  buildDirectory: process.env.BUILD_FOLDER ?? "build",
  future: {
    v3_fetcherPersist: true,
    v3_relativeSplatPath: true,
    v3_throwAbortReason: true,
    // The whole manifest comes with the first page: else an address with an id, which no route matches for certain, would cost
    // a round trip for its routes before the one for its data.
    v3_lazyRouteDiscovery: false,
    v3_singleFetch: true,
    v3_routeConfig: true,
  },
};
