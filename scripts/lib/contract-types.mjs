// The console's contract types: contract/graphql-env.d.ts, generated from contract/schema.graphql.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { bin, doneWith, root, run } from "./setup.mjs";

/** Generates the types if they are missing or outdated. */
export function ensureContractTypes() {
  const { isDone, note } = doneWith(".cache/contract-types", ["contract/schema.graphql"]);
  if (isDone && existsSync(join(root, "contract/graphql-env.d.ts"))) return;
  run(bin("gql.tada"), ["generate", "output"]);
  note();
}
