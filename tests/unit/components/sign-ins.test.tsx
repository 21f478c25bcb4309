import { expect, test } from "vitest";
import { SignIns } from "~/components/users/sign-ins";
import { render, tags } from "./render";

const at = "2026-03-02T09:30:00.000Z";
const data = {
  sessions: Array.from({ length: 7 }, (_, index) => ({
    createdAt: at,
    lastUsedAt: at,
    network: `192.0.2.${index}/24`,
    isCurrent: index === 0,
  })),
  devices: [],
  signIns: Array.from({ length: 5 }, () => ({ at, network: "198.51.100.0/24" })),
};

test("AUTH-116 of sessions and sign-ins the last five show, and all of them when asked", async () => {
  const few = await render(<SignIns {...data} />, { path: "/account?tab=x" });
  expect(few).toContain("192.0.2.4/24");
  expect(few).not.toContain("192.0.2.5/24");
  // Five are all of the sign-ins.
  expect(few.match(/Show all \d+/g)).toEqual(["Show all 7"]);
  expect(tags(few, "a").find((link) => link.includes("all=1"))).toContain('href="/account?tab=x&all=1"');
  const all = await render(<SignIns {...data} />, { path: "/account?tab=x&all=1" });
  expect(all).toContain("192.0.2.6/24");
  expect(all).not.toContain("Show all");
});
