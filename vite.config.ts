import { vitePlugin as remix } from "@remix-run/dev";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";
import postcssTokens from "./app/styles/postcss-tokens.mjs";
import remixConfig from "./remix.config.js";

// What every page has, in two files, of which one changes with its packages alone: each further file is a round trip
// more on a slow line.
const vendor =
  /[\\/]node_modules[\\/](react|react-dom|scheduler|react-router|react-router-dom|@remix-run|i18next)[\\/]/;
const frame = /[\\/]app[\\/]components[\\/](ui|shell|form)[\\/]/;
const table = /[\\/]app[\\/]components[\\/]table[\\/]/;

function chunkOf(id: string): string | undefined {
  if (vendor.test(id)) return "vendor";
  if (frame.test(id)) return "frame";
  return table.test(id) ? "table" : undefined;
}

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [remix(remixConfig)],
  resolve: { alias: { "~": fileURLToPath(new URL("./app", import.meta.url)) } },
  css: { postcss: { plugins: [postcssTokens({ sources: "app" })] } },
  build: {
    target: "es2022",
    sourcemap: false,
    assetsInlineLimit: 0,
    // Some 5 % fewer bytes than esbuild's, for every page. The server's stacks stay readable.
    minify: isSsrBuild ? false : "terser",
    rollupOptions: isSsrBuild ? {} : { output: { manualChunks: chunkOf } },
    terserOptions: { ecma: 2020, compress: { passes: 3 }, format: { comments: "some" } },
  },
  server: { host: process.env.HOST ?? "127.0.0.1", port: Number(process.env.PORT ?? 3000) },
}));
