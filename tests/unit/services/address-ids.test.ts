import { describe, expect, it } from "vitest";
import { addressIds } from "~/services/address-ids.server";
import type { ConsoleArgs } from "~/services/console-args";

const id = "65f0c0ffee0000000000abcd";

const at = (edgeVacancyListEnabled: boolean) =>
  ({ base: "/base", flags: { edgeVacancyListEnabled } }) as unknown as Pick<ConsoleArgs, "base" | "flags">;

/** The screen thrown when these ids are read. */
function screenOf(params: Record<string, string>, place = at(true)): unknown {
  try {
    addressIds(params, place);
  } catch (thrown) {
    return thrown;
  }
  return undefined;
}

describe("ids in an address", () => {
  it("are read once, and those of other parameters are left out", () => {
    expect(addressIds({ vacancyId: id, applicationId: id, awsRegion: "eu-west-1" }, at(true))).toEqual({
      vacancyId: id,
      applicationId: id,
    });
  });

  it("VAC-59 a vacancy's may carry a query suffix", () => {
    expect(addressIds({ vacancyId: `${id}?x=1` }, at(true))).toEqual({ vacancyId: id });
  });

  it("SHELL-15 a requisition's belongs to the talent hub and may be any short text", () => {
    const ids = { requisitionId: "REQ 7/2026 (é)" };
    expect(addressIds(ids, at(true))).toEqual(ids);
  });

  it.each([
    ["applicationId", "../../secrets"],
    ["applicationId", ""],
    ["tenantId", "a b"],
    ["tenantId", "a".repeat(101)],
    ["requisitionId", "a".repeat(201)],
  ])("SHELL-37 an invalid %s is not found: %j", (name, value) => {
    expect(screenOf({ [name]: value })).toMatchObject({
      data: { screen: "not-found" },
      init: { status: 404 },
    });
  });

  it.each(["", "?x=1", "<script>", `${id}/`])(
    "VAC-54 an id that cannot be a vacancy's leads to the not-found page of vacancies: %j",
    (text) => {
      expect(screenOf({ vacancyId: text })).toMatchObject({
        data: { screen: "vacancy-not-found", listHref: "/base/vacancies" },
        init: { status: 404 },
      });
      expect(screenOf({ vacancyId: text }, at(false))).toMatchObject({ data: { listHref: null } });
    },
  );
});
