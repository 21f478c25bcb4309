import { expect, test, vi } from "vitest";
import { env } from "~/services/env.server";
import Kit, { loader } from "~/routes/kit";
import { render } from "./render";

const at = (query: string) =>
  loader({ request: new Request(`http://x.example/kit${query}`), params: {}, context: {} });

test.each(["qa", "sandbox", "production"] as const)("the gallery is unknown in %s", async (appEnv) => {
  vi.spyOn(env, "APP_ENV", "get").mockReturnValue(appEnv);
  await expect(at("")).rejects.toMatchObject({ init: { status: 404 } });
  vi.restoreAllMocks();
});

test.each(["local", "development"] as const)(
  "the gallery is there in %s, whole or in part",
  async (appEnv) => {
    vi.spyOn(env, "APP_ENV", "get").mockReturnValue(appEnv);
    expect(await at("")).toEqual({ part: null, isRtl: false });
    expect(await at("?part=messages&dir=rtl")).toEqual({ part: "messages", isRtl: true });
    expect(await at("?part=toString")).toEqual({ part: null, isRtl: false });
    vi.restoreAllMocks();
  },
);

test("the gallery's specimens have names of their own and are all drawn", async () => {
  const html = await render(<Kit />, { data: { part: null, isRtl: true } });
  const names = [...html.matchAll(/data-specimen="([^"]+)"/g)].map(([, name]) => name);
  expect(names.length).toBeGreaterThan(25);
  expect(new Set(names).size).toBe(names.length);
  expect(html).toContain('dir="rtl"');
  const part = await render(<Kit />, { data: { part: "layouts", isRtl: false } });
  expect(part).toContain('data-specimen="card"');
  expect(part).not.toContain('data-specimen="notices"');
});
