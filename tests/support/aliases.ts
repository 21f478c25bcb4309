/** How the tests' sources resolve what they import. */
import { fileURLToPath } from "node:url";

const path = (name: string) => fileURLToPath(new URL(`../../${name}`, import.meta.url));

/** Of graphql Vite would take the ES modules, and packages take the others: a schema of the one is none to the other. */
export const alias = [
  { find: "~", replacement: path("app") },
  { find: /^graphql$/, replacement: path("node_modules/graphql/index.js") },
];
