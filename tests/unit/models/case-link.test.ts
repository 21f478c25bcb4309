import { afterEach, expect, test, vi } from "vitest";
import { caseHref, makeCase, openCase, personalOf } from "../../../app/models/event-logs/case-link.server";
import { readEventSearch } from "../../../app/models/event-logs/event-search.server";
import { squeeze } from "../../../app/services/squeezed.server";
import { sealValue } from "../../../app/sessions.server";
import type { CurrentUser } from "../../../app/services/identity.server";

const place = { awsRegion: "eu-west-1", customerId: "0123456789abcdef01234567" } as const;
// Of a person only what a link says of its maker.
const user = { _id: "u1", firstName: "Ada", lastName: "Byron" } as CurrentUser;
const dayMs = 24 * 3_600_000;
const lasting = new URLSearchParams("recipient=pat@mail.example&from=2026-06-14&to=2026-06-20&tz=UTC&page=2");
const make = () => makeCase(place, lasting, { recipient: "pat@mail.example" }, user, Date.now());

afterEach(() => vi.useRealTimers());

test("LOG-43 a case link carries customer, page, filters and its maker, and shows none of them", async () => {
  const token = make();
  // Nothing that a ticket system or a chat reads as a mark, or breaks at.
  expect(token).toMatch(/^[\w-]+$/);
  expect(token).not.toMatch(/pat|mail|0123456789abcdef/);
  expect(token.length).toBeLessThan(400);
  const found = await openCase(token);
  expect(found).toMatchObject({
    ...place,
    recipient: "pat@mail.example",
    by: { id: "u1", name: "Ada Byron" },
  });
  if (!found) throw new Error("it does not open");
  const href = new URL(caseHref(token, found), "https://console.example");
  expect(href.pathname).toBe(`/region/eu-west-1/customers/${place.customerId}/notifications`);
  expect(href.search).not.toMatch(/pat|@|%40/);
  expect(href.searchParams.get("page")).toBe("2");
  // Its rows are those of then.
  expect(href.searchParams.get("until")).toBe(new Date(found.at).toISOString());
  // What it asks for is what was asked for.
  const search = readEventSearch(href.searchParams, {
    timeZone: "Europe/London",
    now: new Date("2026-06-20T12:00:00Z"),
    personal: found,
  });
  expect(personalOf(search)).toEqual({ recipient: "pat@mail.example" });
});

test("LOG-43 LOG-44 a case link works for 30 days, and not when it was altered", async () => {
  vi.useFakeTimers();
  const token = make();
  vi.advanceTimersByTime(30 * dayMs - 60_000);
  expect(await openCase(token)).not.toBeNull();
  // Clocks may differ by a minute.
  vi.advanceTimersByTime(3 * 60_000);
  expect(await openCase(token)).toBeNull();
  vi.useRealTimers();
  const fresh = make();
  expect(await openCase(`${fresh.slice(0, -3)}abc`)).toBeNull();
  expect(await openCase(fresh.slice(0, 100))).toBeNull();
  expect(await openCase("x".repeat(5000))).toBeNull();
  const at = Math.floor(fresh.length / 2);
  const other = fresh[at] === "A" ? "B" : "A";
  for (const altered of [`${fresh}.`, `${fresh}A`, fresh.slice(0, at) + other + fresh.slice(at + 1)])
    expect(await openCase(altered)).toBeNull();
  // A link of before, which had a cookie's seal.
  const former = {
    ...place,
    params: "from=2026-06-14&to=2026-06-20&tz=UTC",
    by: { id: "u1", name: "Ada" },
    at: 1,
  };
  expect(await openCase(await sealValue(squeeze(former), 600))).toEqual(former);
  // Sealed by the console, too, and something else.
  for (const foreign of ["a device", squeeze({ userId: "u1", ids: ["a"] })])
    expect(await openCase(await sealValue(foreign, 600))).toBeNull();
});
