import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod/v4";
import { screenGates } from "../../app/services/gates";
import { root } from "../../scripts/lib/setup.mjs";
import { type Stand, startStand, withoutFlags } from "./support/stand";

let stand: Stand;
beforeAll(async () => {
  stand = await startStand();
});
afterAll(() => stand.stop());

const { flags } = z
  .object({ flags: z.record(z.string(), z.unknown()) })
  .parse(JSON.parse(readFileSync(join(root, "config/flags.json"), "utf8")));

test("SHELL-13 SHELL-37 CUST-06 CUST-08 CUST-47 DEPT-02 DEPT-03 DI-01 ORG-18 ORG-19 ORG-43 UPLOAD-01 USER-02 USER-40 USER-63 VAC-01 VAC-08 VAC-10 with its flag off a screen is not there, nor what leads to it", async () => {
  const paths = Object.entries(screenGates).flatMap(([path, { flag }]) =>
    flag !== null && !path.includes(":") ? [path] : [],
  );
  expect(paths.length).toBeGreaterThan(20);
  await withoutFlags(stand, Object.keys(flags), async ({ client, base }) => {
    for (const path of paths) expect((await client.get(`${base}/${path}`)).status, path).toBe(404);
    const { status, html } = await client.get(`${base}/settings/overview`);
    expect(status).toBe(200);
    for (const path of paths) expect(html, path).not.toContain(`href="${base}/${path}"`);
  });
});
