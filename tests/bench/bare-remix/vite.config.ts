import { vitePlugin as remix } from "@remix-run/dev";
import { defineConfig } from "vite";
import remixConfig from "../../../remix.config.js";

/** What Remix costs by itself: its own entries and server, the console's flags. */
export default defineConfig({
  plugins: [remix({ future: remixConfig.future, buildDirectory: process.env.BARE_REMIX_BUILD })],
});
