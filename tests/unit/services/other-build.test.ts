import { expect, test } from "vitest";
import { RequestState } from "~/services/request-state.server";

/** True if the browser fully reloads the redirect target of a post to `/region/x/groups/create`. */
async function opensWhole(context: { isOfOtherBuild?: boolean }, location?: string): Promise<boolean> {
  const request = new Request("http://x.example/region/x/groups/create", { method: "POST" });
  const state = await RequestState.of(request, context);
  const headers = new Headers(location === undefined ? {} : { location });
  await state.commit(headers);
  return headers.has("X-Remix-Reload-Document");
}

test("SESS-34 SHELL-31 a post from another build's page leads to a full reload of the next screen, with its notices", async () => {
  const other = { isOfOtherBuild: true };
  expect(await opensWhole({ ...other }, "/region/x/groups")).toBe(true);
  expect(await opensWhole({ ...other }, "http://x.example/region/x/groups?sort=name")).toBe(true);
  // A save in place does not reload, since other forms of the page may have input.
  expect(await opensWhole({ ...other }, "/region/x/groups/create?tab=2")).toBe(false);
  expect(await opensWhole({ ...other })).toBe(false);
  expect(await opensWhole({}, "/region/x/groups")).toBe(false);
  expect(await opensWhole({ isOfOtherBuild: false }, "/region/x/groups")).toBe(false);
});
