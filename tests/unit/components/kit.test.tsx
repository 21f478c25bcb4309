import { readdirSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { parts, partNames, storiesOf } from "~/components/kit/stories";
import { env } from "~/services/env.server";
import Kit, { loader } from "~/routes/kit";
import { render } from "./render";

const at = (query: string) =>
  loader({ request: new Request(`http://x.example/kit${query}`), params: {}, context: {} });

const components = join(import.meta.dirname, "../../../app/components");
const filesOf = (folder: string) =>
  readdirSync(join(components, folder))
    .filter((file) => file.endsWith(".tsx"))
    .map((file) => `${folder}/${file.replace(/\.tsx$/, "")}`);

afterEach(() => void vi.restoreAllMocks());

test.each(["qa", "sandbox", "production"] as const)("the gallery is unknown in %s", async (appEnv) => {
  vi.spyOn(env, "APP_ENV", "get").mockReturnValue(appEnv);
  await expect(at("")).rejects.toMatchObject({ init: { status: 404 } });
});

test.each(["local", "development"] as const)(
  "the gallery is there in %s, whole, in part or one story",
  async (appEnv) => {
    vi.spyOn(env, "APP_ENV", "get").mockReturnValue(appEnv);
    expect(await at("")).toEqual({ part: null, story: null, isRtl: false });
    expect(await at("?part=messages&dir=rtl")).toEqual({ part: "messages", story: null, isRtl: true });
    expect(await at("?part=toString")).toEqual({ part: null, story: null, isRtl: false });
    expect(await at("?story=ui/dialog+plain")).toMatchObject({ story: "ui/dialog plain" });
    await expect(at("?story=ui/dialog")).rejects.toMatchObject({ init: { status: 404 } });
  },
);

test("every component of ui, form and table has a story, and every story a component", () => {
  const withStory = new Set(partNames.flatMap((part) => Object.keys(parts[part])));
  const shared = ["ui", "form", "table"].flatMap(filesOf);
  expect(shared.length).toBeGreaterThan(35);
  expect(shared.filter((file) => !withStory.has(file))).toEqual([]);
  const all = readdirSync(components).flatMap(filesOf);
  expect([...withStory].filter((file) => !all.includes(file))).toEqual([]);
});

test.each(partNames)("the stories of the part %s have names of their own and are all drawn", async (part) => {
  const stories = storiesOf(part);
  const names = partNames.flatMap(storiesOf).map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  for (const { name } of stories) {
    const html = await render(<Kit />, { data: { part: null, story: name, isRtl: false } });
    const drawn = /<\/figcaption>(.*)<\/figure>/s.exec(html)?.[1] ?? "";
    // The guard of unsaved changes renders nothing until a page is left.
    if (name !== "form/unsaved-changes nothing is typed") expect(drawn, name).toMatch(/<\w/);
  }
});

test("a part of the gallery contains only its own stories; overlays are only linked", async () => {
  const html = await render(<Kit />, { data: { part: null, story: null, isRtl: true } });
  const drawn = (page: string) => [...page.matchAll(/data-specimen="([^"]+)"/g)].map(([, name]) => name);
  const inPage = partNames.filter((part) => part !== "over").flatMap(storiesOf);
  expect(drawn(html)).toEqual(inPage.map(({ name }) => name));
  expect(html).toContain('dir="rtl"');
  const layouts = await render(<Kit />, { data: { part: "layouts", story: null, isRtl: false } });
  expect(drawn(layouts)).toEqual(storiesOf("layouts").map(({ name }) => name));
  const over = await render(<Kit />, { data: { part: "over", story: null, isRtl: false } });
  expect(over).toContain('href="/kit?story=ui%2Fdialog%20plain"');
});
