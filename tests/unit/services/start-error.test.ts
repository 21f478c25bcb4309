import { expect, test } from "vitest";
import { startFailure } from "~/services/start-error.server";

test("GEN-74 an unresolvable HOST is named", () => {
  const error = Object.assign(new Error("getaddrinfo"), { code: "ENOTFOUND", hostname: "nowhere.example" });
  expect(startFailure(error)).toBe(
    "The console cannot start: nowhere.example is not an address of this machine. Change HOST or PORT.",
  );
});
