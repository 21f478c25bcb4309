import { expect, test, vi } from "vitest";
import { getUserRegion } from "~/models/auth/auth-calls.server";
import { RequestState } from "~/services/request-state.server";

const transport = vi.hoisted(() => ({ httpFetch: vi.fn() }));
vi.mock("~/services/http-transport.server", () => ({
  ...transport,
  ConnectionError: class extends Error {},
}));

test.each([30 * 24 * 3600, 3600])(
  "AUTH-23 AUTH-25 the mark of a remembered device lives as long as the API says: %i s",
  async (seconds) => {
    const answer = { data: { AuthGetUserRegion: { defaultAwsRegion: "us-east-1" } } };
    const headers = { "set-cookie": `device-token=d1; Max-Age=${seconds}; HttpOnly` };
    transport.httpFetch.mockResolvedValue(Response.json(answer, { headers }));
    const state = await RequestState.of(new Request("http://x.example/login"), {});
    await getUserRegion(state.api("us-east-1"), "a@b.example");
    const sent = new Headers();
    await state.commit(sent);
    const cookie = sent.getSetCookie().find((text) => text.includes("edge-device="));
    expect(cookie).toContain(`Max-Age=${seconds};`);
  },
);
