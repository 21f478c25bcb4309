import { expect, test } from "vitest";
import { SignIns } from "~/components/users/sign-ins";
import type { Intent } from "~/services/intents";
import { render, tags } from "./render";

const at = "2026-03-02T09:30:00.000Z";
const data = {
  hasPassword: true,
  sessions: Array.from({ length: 7 }, (_, index) => ({
    _id: String(index),
    browser: index === 1 ? null : "Mozilla/5.0 (Windows NT 10.0) Gecko/20100101 Firefox/153.0",
    createdAt: at,
    lastUsedAt: at,
    network: `192.0.2.${index}/24`,
    isCurrent: index === 0,
  })),
  devices: [],
  signIns: Array.from({ length: 5 }, () => ({ at, network: "198.51.100.0/24" })),
};

test("USER-119 USER-120 a session shows browser and system, and has End if it can be ended, except the current one", async () => {
  const own = await render(<SignIns {...data} endOf={(id) => `end:${id}` as Intent} />, { path: "/account" });
  expect(own).toContain("Firefox on Windows");
  expect(own).toContain("Unknown browser");
  const buttons = tags(own, "button").filter((button) => button.includes("End the session of"));
  expect(buttons).toHaveLength(6);
  expect(buttons[0]).toContain("Unknown browser");
  const others = await render(<SignIns {...data} />, { path: "/users/x" });
  expect(others).not.toContain("End the session of");
});
