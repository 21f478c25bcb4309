import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { z } from "zod/v4";
import { screenGates } from "../../app/services/gates";
import { demoGroups, demoId, demoVacancyId } from "../../regional-api/seed/ids";
import { root } from "../../scripts/lib/setup.mjs";
import { formWith, textOf } from "../support/console-client";
import { withoutFlags } from "./support/stand";
import { useStand } from "./support/use-stand";

const { stand } = useStand();

const { flags } = z
  .object({ flags: z.record(z.string(), z.unknown()) })
  .parse(JSON.parse(readFileSync(join(root, "config/flags.json"), "utf8")));

test("SHELL-13 SHELL-37 CUST-06 CUST-08 DEPT-03 DI-01 LOG-01 ORG-19 SRCH-01 TEN-01 UPLOAD-01 USER-02 USER-40 USER-63 VAC-01 VAC-08 VAC-10 with its flag off a screen and all links to it are absent", async () => {
  const paths = Object.entries(screenGates).flatMap(([path, { flag }]) =>
    flag !== null && !path.includes(":") ? [path] : [],
  );
  // The page of all results belongs to the field in the top bar, which is a form.
  paths.push("search");
  expect(paths.length).toBeGreaterThan(20);
  await withoutFlags(stand, Object.keys(flags), async ({ client, base }) => {
    for (const path of paths) expect((await client.get(`${base}/${path}`)).status, path).toBe(404);
    const { status, html } = await client.get(`${base}/settings/overview`);
    expect(status).toBe(200);
    for (const path of paths)
      expect(html, path).not.toMatch(new RegExp(`(href|action)="${base}/${path}["?]`));
  });
});

/** Areas in which each page has its own flag, by the flags' prefix, with one item of each. */
const areas = [
  { list: "vacancies", flag: "edgeVacancy", id: demoVacancyId("acmeRetail", 0) },
  { list: "workflow-sets/workflows", flag: "edgeWorkflow", id: demoId("workflow:acme-retail:0") },
  { list: "workflow-sets", flag: "edgeWorkflowSet", id: demoId("workflow-set:acme-retail:0") },
  { list: "groups", flag: "edgeGroup", id: demoGroups.retailAuditors.id },
] as const;
const flagsOf = (some: readonly { flag: string }[], ...pages: string[]) =>
  some.flatMap(({ flag }) => pages.map((page) => `${flag}${page}Enabled`));

test("GRP-03 GRP-05 GRP-06 VAC-03 WF-03 WF-60 WFS-02 WFS-45 WFS-50 each page has its own flag, and links follow it", async () => {
  const off = flagsOf(areas, "ArchiveList", "Creation", "Detail", "Edit");
  await withoutFlags(stand, off, async ({ client, base }) => {
    for (const { list, id } of areas) {
      const address = `${base}/${list}`;
      for (const path of ["/archive", "/create", `/${id}`, `/${id}/edit`])
        expect((await client.get(address + path)).status, list + path).toBe(404);
      const page = await client.get(address);
      expect(page.status, list).toBe(200);
      expect(page.html).not.toMatch(new RegExp(`${list}/(archive|create|[0-9a-f]{24})`));
      expect(textOf(page)).not.toContain("Create Copy");
      if (!list.startsWith("workflow")) continue;
      // The archive's flag only hides the archive page: "Archive" and its Undo stay.
      const answer = await client.post(address, formWith(page, "archive", { ids: id }));
      // A workflow used by sets asks for confirmation first.
      const archived =
        answer.status === 428 ? await client.post(address, formWith(answer, "archive:confirm")) : answer;
      expect(archived.status).toBe(303);
      const after = await client.get(address);
      expect(textOf(after)).toMatch(/Workflow\(s\) archived|workflow set\(s\) archived/i);
      expect(after.html).not.toContain(`${list}/archive`);
      expect((await client.press(after, "undo")).location).toBe(address);
    }
    expect((await client.get(`${base}/groups/${demoGroups.retailAuditors.id}/users/add`)).status).toBe(404);
  });
});

test("VAC-03 WF-03 WFS-02 no back link, Cancel or saved change leads to a disabled page", async () => {
  const some = areas.filter(({ list }) => list !== "groups");
  await withoutFlags(stand, flagsOf(some, "List"), async ({ client, base }) => {
    for (const { list, id } of some) {
      const missing = list === "vacancies" ? [`/${"0".repeat(24)}`, "/a%20b"] : [];
      for (const path of ["/create", "/archive", `/${id}`, ...missing])
        expect((await client.get(`${base}/${list}${path}`)).html, path).not.toContain(
          `href="${base}/${list}"`,
        );
      const { html } = await client.get(`${base}/${list}/create`);
      expect(html).toMatch(new RegExp(`href="${base}"[^>]*>Cancel`));
    }
  });
  await withoutFlags(stand, flagsOf(some, "Detail"), async ({ client, base }) => {
    for (const { list, id } of some) {
      const address = `${base}/${list}/${id}`;
      const page = await client.get(`${address}/edit`);
      expect(page.html).not.toContain(`href="${address}"`);
      expect(page.html).toMatch(new RegExp(`href="${base}/${list}"[^>]*>Cancel`));
      expect((await client.post(`${address}/edit`, formWith(page, "save"))).location).toBe(`${base}/${list}`);
    }
  });
});
