import { describe, expect, test, vi } from "vitest";
import { translator } from "~/i18n/texts";
import { bulkAction, planOfAll } from "~/models/list/bulk.server";
import { defineList } from "~/models/list/list.server";
import { choicesFilter, listSearch, textsFilter } from "~/models/list/list-search";
import type { ConsoleArgs } from "~/services/console-args";
import { ApiError } from "~/services/regional-api.server";

const args = (isOn: boolean) =>
  ({
    flags: { edgeBulkJobsEnabled: isOn },
    translate: (texts) => translator(texts, "en-GB"),
  }) as Pick<ConsoleArgs, "flags" | "translate"> as ConsoleArgs;
const refusedBy = (message: string) => () =>
  Promise.reject(new ApiError("VALIDATION", message, "eu-west-1", "CommonPlanBulkJob"));

vi.mock("~/services/guard.server", () => ({
  consoleLoader: (_gate: object, load: object) => load,
  consoleAction: (_gate: object, handlers: object) => handlers,
}));

test("SHELL-65 BULK-03 nothing is planned while the address has values unknown to the list", async () => {
  const planned: string[] = [];
  const plan = (search: string) => {
    planned.push(search);
    return Promise.resolve(new Response(null));
  };
  const { action } = defineList({
    name: "users",
    gate: { flag: null },
    search: listSearch({
      sorts: ["name"],
      defaultSort: "name",
      defaultOrder: "asc",
      filters: { status: choicesFilter(["NEW"]), place: textsFilter() },
    }),
    unknown: (_, { place }) =>
      Promise.resolve(place.filter((one) => one !== "p1").map((value) => ({ name: "place", value }))),
    fetch: () => Promise.reject(new Error("not asked for")),
    loadFailed: () => "",
    actions: {
      archive: bulkAction({
        run: () => Promise.resolve({ done: 1, changes: null }),
        success: () => "Done",
        failed: () => "Failed",
        all: ({ url }) => plan(url.search),
      }),
    },
  });
  const { archive } = action as unknown as Record<string, (args: object) => Promise<unknown>>;
  const press = async (search: string) =>
    JSON.stringify(
      await archive?.({
        ...args(true),
        url: new URL(`https://console.example/things${search}`),
        rights: () => Promise.resolve(new Set()),
      }),
    );
  const refused = "Nothing was changed. The list cannot filter by these values:";
  expect(await press("?status=NOPE&select=all")).toContain(`${refused} NOPE.`);
  expect(await press("?status=NEW&place=p1&place=gone&select=all")).toContain(`${refused} gone.`);
  expect(planned).toEqual([]);
  await press("?status=NEW&place=p1&q=NOPE&select=all");
  expect(planned).toEqual(["?status=NEW&place=p1&q=NOPE&select=all"]);
});

describe("BULK-03 BULK-21 a plan of all matches", () => {
  test.each([
    [
      "Narrow the list to at most 100000 rows",
      "More than 100,000 rows match. Narrow the list, then try again.",
    ],
    ["You have 20 plans that were not started", "You have 20 plans that you have not started."],
    ["Nothing matches any more", "No rows match any more. Nothing was changed."],
  ])("%s", async (message, shown) => {
    expect(JSON.stringify(await planOfAll(args(true), refusedBy(message), "Failed"))).toContain(shown);
  });

  test("is not found if the flag is off", async () => {
    const plan = () => Promise.resolve(new Response(null));
    await expect(planOfAll(args(false), plan, "Failed")).rejects.toMatchObject({ init: { status: 404 } });
  });
});
