// Starts the whole product: installs, builds and seeds what is missing, then runs the regional API and the console.
import "./lib/node.mjs";
import { runProduct } from "./lib/product.mjs";
import { ensureApiBuild, ensureConsoleBuild, ensureDependencies, main } from "./lib/setup.mjs";

await main(async () => {
  ensureDependencies();
  await runProduct({ api: ensureApiBuild, console: ensureConsoleBuild });
});
