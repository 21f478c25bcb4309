// Updates the screenshots of screens and components: npm run pictures -- [part of a title]
import "./lib/node.mjs";
import { ensureBrowser } from "./lib/browser.mjs";
import { ensureContractTypes } from "./lib/contract-types.mjs";
import { bin, ensureBuild, ensureDependencies, run, say } from "./lib/setup.mjs";

const titles = process.argv.slice(2).flatMap((title) => ["-g", title]);

ensureDependencies();
ensureContractTypes();
await ensureBuild();
ensureBrowser();
run(bin("playwright"), ["test", "--project", "pictures", "--update-snapshots", ...titles]);

say("Review the changed pictures before you commit them.");
