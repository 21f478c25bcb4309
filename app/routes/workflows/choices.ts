import { findWorkflows } from "~/models/workflows/workflow-choices.server";
import { consoleLoader } from "~/services/guard.server";

/** Workflows while one is looked for: `?q=`, answered as JSON (WF-61). Forms work without it. */
export const loader = consoleLoader({ flag: null }, async ({ api, url }) =>
  Response.json({ found: await findWorkflows(api, url.searchParams.get("q") ?? "") }),
);
