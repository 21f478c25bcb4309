/** Module aliases for the tests. */
import { fileURLToPath } from "node:url";

const path = (name: string) => fileURLToPath(new URL(`../../${name}`, import.meta.url));

/** One copy of graphql: Vite would load its ES modules, packages the CommonJS ones, with incompatible schemas. */
export const alias = [
  { find: "~", replacement: path("app") },
  { find: /^graphql$/, replacement: path("node_modules/graphql/index.js") },
];
