import type { TestProject } from "vitest/node";
import servers from "../../e2e/support/servers";

declare module "vitest" {
  export interface ProvidedContext {
    consoleAddress: string;
  }
}

/** The built servers of the end-to-end tests. */
export default async function setup({ provide }: TestProject) {
  const stop = await servers();
  provide("consoleAddress", String(process.env.CONSOLE_ADDRESS));
  return stop;
}
