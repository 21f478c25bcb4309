// Builds the console and the regional API for production, into build/: `npm run build`.
import "./lib/node.mjs";
import { ensureBuild, ensureDependencies, say } from "./lib/setup.mjs";

ensureDependencies();
await ensureBuild();
say("Built: build/console.js with build/server and build/client, build/regional-api/server.js.");
