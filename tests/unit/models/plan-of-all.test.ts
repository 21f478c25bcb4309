import { describe, expect, test } from "vitest";
import { translator } from "~/i18n/texts";
import { planOfAll } from "~/models/list/list.server";
import type { ConsoleArgs } from "~/services/console-args";
import { ApiError } from "~/services/regional-api.server";

const args = (isOn: boolean) =>
  ({
    flags: { edgeBulkJobsEnabled: isOn },
    translate: (texts) => translator(texts, "en-GB"),
  }) as Pick<ConsoleArgs, "flags" | "translate"> as ConsoleArgs;
const refusedBy = (message: string) => () =>
  Promise.reject(new ApiError("VALIDATION", message, "eu-west-1", "CommonPlanBulkJob"));

describe("BULK-03 BULK-21 a plan of all that match", () => {
  test.each([
    [
      "Narrow the list to at most 100000 rows",
      "More than 100,000 rows match. Narrow the list, then try again.",
    ],
    ["You have 20 plans that were not started", "You have 20 plans that you have not started."],
    ["Nothing matches any more", "Nothing matches any more. Nothing was changed."],
  ])("%s", async (message, told) => {
    expect(JSON.stringify(await planOfAll(args(true), refusedBy(message), "Failed"))).toContain(told);
  });

  test("is not found where the flag is off", async () => {
    const plan = () => Promise.resolve(new Response(null));
    await expect(planOfAll(args(false), plan, "Failed")).rejects.toMatchObject({ init: { status: 404 } });
  });
});
