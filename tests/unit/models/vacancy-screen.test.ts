import { describe, expect, test } from "vitest";
import { translator } from "~/i18n/texts";
import { vacanciesArea } from "~/areas/vacancies";
import { openPages } from "~/models/list/open-pages.server";
import { openInsights } from "~/models/applications/application-screen.server";
import {
  choicesOf,
  movableVacancies,
  vacancyOfAddress,
  vacancyToChange,
} from "~/models/vacancies/vacancy-screen.server";
import type { ConsoleArgs, FormArgs } from "~/services/console-args";
import { ApiError, type ApiErrorKind } from "~/services/regional-api.server";

/** Arguments for a screen whose reads all fail with an error of this kind. */
function argsFailing(kind: ApiErrorKind) {
  const error = new ApiError(kind, "broken", "eu-west-1", "Vacancy");
  const args = {
    api: { query: () => Promise.reject(error) },
    scope: {},
    base: "/base",
    flags: {},
    url: new URL("https://edge.example/base"),
    timeZone: "UTC",
    param: () => "v1",
    paramIfAny: () => undefined,
    once: (_name: string, ask: () => Promise<unknown>) => ask(),
    translate: (texts: Parameters<ConsoleArgs["translate"]>[0]) => translator(texts, "en-GB"),
    idempotencyKey: "key-key-1",
    detail: "a1",
  };
  return { error, args: args as unknown as FormArgs };
}

const others = [
  "UNEXPECTED",
  "UNAVAILABLE",
  "TIMEOUT",
  "RATE_LIMITED",
  "FORBIDDEN",
  "UNAUTHENTICATED",
] as const;

describe("VAC-61 INV-13 CAND-13 a change whose vacancy fails to load", () => {
  test("is not found only if the region says it does not exist", async () => {
    const { args } = argsFailing("NOT_FOUND");
    await expect(vacancyToChange(args)).rejects.toMatchObject({
      data: { screen: "vacancy-not-found", listHref: null },
      init: { status: 404 },
    });
  });

  test("VAC-03 VAC-54 VAC-60 links back to the list only if that is open", async () => {
    const { args } = argsFailing("NOT_FOUND");
    for (const [edgeVacancyListEnabled, listHref] of [
      [true, "/base/vacancies"],
      [false, null],
    ] as const) {
      const place = { ...args, flags: { edgeVacancyListEnabled } } as unknown as FormArgs;
      for (const read of [vacancyToChange, vacancyOfAddress])
        await expect(read(place)).rejects.toMatchObject({ data: { listHref } });
    }
  });

  test.each(others)("%s is the change's own failure", async (kind) => {
    const { args, error } = argsFailing(kind);
    await expect(vacancyToChange(args)).rejects.toBe(error);
  });

  test("APP-34 insights about to be opened are announced on the page", async () => {
    const { args } = argsFailing("UNEXPECTED");
    expect(await openInsights(args)).toMatchObject({
      data: {
        notice: { tone: "error", title: expect.stringContaining("Failed to mark the insights") as string },
      },
      init: { status: 502 },
    });
  });
});

describe("VAC-13 the departments of the filters", () => {
  test("may be missing", async () => {
    const { args } = argsFailing("UNEXPECTED");
    expect(await choicesOf(args)).toMatchObject({ departments: [], zone: "UTC" });
  });

  test("do not matter if the session has ended", async () => {
    const { args, error } = argsFailing("UNAUTHENTICATED");
    await expect(choicesOf(args)).rejects.toBe(error);
  });
});

describe("the destination after a change", () => {
  const args = (list: boolean, detail = true) =>
    ({
      base: "/base",
      flags: { edgeVacancyListEnabled: list, edgeVacancyDetailEnabled: detail },
      translate: (texts: Parameters<ConsoleArgs["translate"]>[0]) => translator(texts, "en-GB"),
    }) as unknown as ConsoleArgs;

  test("VAC-42 of a new vacancy is the list, else its own page, else none", () => {
    const { afterCreation } = openPages(vacanciesArea);
    expect(afterCreation(args(true), "v1")).toBe("/base/vacancies");
    expect(afterCreation(args(false), "v1")).toBe("/base/vacancies/v1");
    expect(afterCreation(args(false, false), "v1")).toBeUndefined();
  });

  test("VAC-20 of restored vacancies is the list, if that is open", () => {
    expect(movableVacancies.moved(args(true), false, 1)).toMatchObject({
      title: "Vacancy(s) restored",
      link: { to: "/base/vacancies", label: "View Vacancies" },
    });
    expect(movableVacancies.moved(args(false), false, 1)).toEqual({
      tone: "success",
      title: "Vacancy(s) restored",
    });
  });
});
