import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type * as Passwords from "../../../regional-api/core/passwords";
import { verifyPassword } from "../../../regional-api/core/passwords";
import { Client, loginMutation } from "../../contract/fixtures/client";
import { addAccountInVirginia, email } from "../../contract/fixtures/email-accounts";
import { emailOf, startWorld, type World } from "../../contract/fixtures/world";

vi.mock("../../../regional-api/core/passwords", async (original) => ({
  ...(await original<typeof Passwords>()),
  verifyPassword: vi.fn(() => Promise.resolve(false)),
}));

let world: World;
beforeEach(async () => {
  world = await startWorld();
  await addAccountInVirginia(world);
});
afterEach(() => world.stop());

test("AUTH-14 AUTH-90 an email with no, one or two accounts takes the same number of password checks, locked or not", async () => {
  for (const to of ["nobody@test.example", emailOf("admin"), email]) {
    vi.mocked(verifyPassword).mockClear();
    for (let at = 0; at < 7; at += 1) {
      const region = at % 2 === 0 ? "ap-southeast-2" : "us-east-1";
      await new Client(world.app).call(loginMutation, { email: to, password: "Wrong-1!" }, { region });
    }
    expect(vi.mocked(verifyPassword).mock.calls.length, to).toBe(7 * 3);
  }
});
