import { describe, expect, test } from "vitest";
import { textOf } from "../support/console-client";
import { broken, denied } from "../support/fault-proxy";
import { useStand } from "./support/use-stand";

const { stand, person } = useStand();

const day = (ago: number) => new Date(Date.now() - ago * 24 * 3_600_000).toISOString().slice(0, 10);
const open = (search: string) => person.client.get(`${person.base}/notifications${search}`);
const emails = `?from=${day(3)}&to=${day(1)}&tz=UTC`;
const texts = `?tab=sms&search=1&from=${day(80)}&to=${day(1)}&tz=UTC`;

describe("logs that cannot be loaded", () => {
  test("LOG-17 email: access denied for a refusal, an error otherwise", async () => {
    stand.sydney.fail(broken, { operation: "NotifGetEmailEventsByCustomerId" });
    const page = await open(emails);
    expect(page.status).toBe(502);
    expect(textOf(page)).toContain("Unexpected error Failed to load email events");
    await stand.heal();
    stand.sydney.fail(denied, { operation: "NotifGetEmailEventsByCustomerId" });
    const refused = await open(emails);
    expect(refused.status).toBe(403);
    expect(textOf(refused)).not.toContain("Event Type");
  });

  test("LOG-33 show, for SMS, a warning for a refusal and an error otherwise", async () => {
    stand.sydney.fail(broken, { operation: "NotifGetSMSEventList" });
    expect(textOf(await open(texts))).toContain("Unexpected error Failed to load SMS event");
    await stand.heal();
    stand.sydney.fail(denied, { operation: "NotifGetSMSEventList" });
    expect(textOf(await open(texts))).toContain("No permission Failed to load SMS event");
  });
});

describe("requests to the API", () => {
  const callsFor = async (search: string, operation: string) => {
    const from = stand.sydney.callsOf(operation).length;
    const page = await open(search);
    return {
      page,
      calls: stand.sydney
        .callsOf(operation)
        .slice(from)
        .map(({ variables }) => variables),
    };
  };

  test("LOG-13 say how many rows to skip, have whole days, and omit empty filters", async () => {
    const { calls } = await callsFor(`${emails}&page=3&size=50`, "NotifGetEmailEventsByCustomerId");
    expect(calls).toHaveLength(1);
    expect(calls[0]).toMatchObject({
      limitEq: 50,
      skipEq: 100,
      dateRange: { gte: `${day(3)}T00:00:00.000Z`, lte: `${day(1)}T23:59:59.999Z` },
    });
    expect(Object.keys(calls[0] ?? {}).sort()).toEqual(
      ["customerId", "dateRange", "hierarchyId", "limitEq", "organizationId", "skipEq"].sort(),
    );
  });

  test("LOG-26 LOG-31 have the statuses in upper case, the order, and the number as it is stored", async () => {
    const { calls } = await callsFor(
      `${texts}&status=CARRIER_UNREACHABLE&status=SUCCESSFUL&phone=61+412+345+678&order=asc`,
      "NotifGetSMSEventList",
    );
    expect(calls[0]).toMatchObject({
      messageStatus: ["SUCCESSFUL", "CARRIER_UNREACHABLE"],
      phoneNumber: "+61412345678",
      sort: { fieldName: "timestamp", order: "asc" },
    });
  });
});
