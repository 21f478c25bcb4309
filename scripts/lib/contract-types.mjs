// The console's types of the contract: contract/graphql-env.d.ts, written from contract/schema.graphql.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { bin, doneWith, root, run } from "./setup.mjs";

/** Writes the types when they are absent or of another contract. */
export function ensureContractTypes() {
  const { isDone, note } = doneWith(".cache/contract-types", ["contract/schema.graphql"]);
  if (isDone && existsSync(join(root, "contract/graphql-env.d.ts"))) return;
  run(bin("gql.tada"), ["generate", "output"]);
  note();
}
