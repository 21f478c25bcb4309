import { expect, test } from "vitest";
import { callFailureOf } from "~/models/auth/login.server";
import { ApiError } from "~/services/regional-api.server";
import { errorLines } from "../error-lines";

const written = errorLines();

test("AUTH-110 SESS-35 a sign-in that reaches no region is logged with its reason; a refusal is not", () => {
  const error = new ApiError(
    "UNAVAILABLE",
    "not reachable at https://api.example",
    "eu-west-1",
    "UserRegion",
  );
  expect(callFailureOf(error)).toEqual({ outcome: "unavailable" });
  expect(written.mock.calls.flat()).toEqual([
    expect.stringContaining("not reachable at https://api.example"),
  ]);
  expect(callFailureOf(new ApiError("VALIDATION", "wrong", "eu-west-1", "EmailLogin"))).toBeNull();
  expect(written).toHaveBeenCalledOnce();
});
