import { describe, expect, test } from "vitest";
import { lastingParams, readEventSearch } from "../../../app/models/event-logs/event-search.server";
import { smsStatuses, smsTemplates } from "../../../app/models/event-logs/templates";
import { messageTemplates } from "../../../shared/message-templates";

// In Sydney it is the 20th already.
const now = new Date("2026-06-19T22:00:00Z");
const read = (query: string, timeZone = "Australia/Sydney", at = now) =>
  readEventSearch(new URLSearchParams(query), { timeZone, now: at });
const rangeOf = (query: string, timeZone?: string) => {
  const { range } = read(query, timeZone);
  return range && [range.gte.toISOString(), range.lte.toISOString()];
};

test("LOG-18..LOG-23 LOG-27 LOG-35 the email filter offers every template, the SMS filter those sent by SMS", () => {
  expect(new Set(messageTemplates).size).toBe(43);
  const left = messageTemplates.filter((template) => !smsTemplates.includes(template));
  expect(left).toEqual([
    ...["MI_REPORT", "MI_TOO_SHORT", "MI_GARBAGE", "MI_SELF_REPEATER", "MI_NON_ENGLISH", "TI_PDF_DOWNLOAD"],
    ...["CREATE_NEW_USER", "EMAIL_MFA", "EMAIL_RESEND_MFA", "EMAIL_RESET_PASSWORD"],
    ...["SMS_USAGE_REMINDER", "SMS_USAGE_ALERT"],
  ]);
  expect(smsTemplates).toContain("APPLICATION_DECLINE");
  expect(smsStatuses).toHaveLength(11);
});

describe("email", () => {
  test("LOG-05 LOG-08 without parameters the page proposes the last seven days and sends no request", () => {
    expect(read("")).toMatchObject({
      tab: "email",
      isAsked: false,
      range: null,
      values: { from: "2026-06-14", to: "2026-06-20" },
      mistakes: { range: undefined, person: undefined },
    });
  });

  test("LOG-11 LOG-13 GEN-08 both dates are included in full, in the address's time zone", () => {
    expect(rangeOf("from=2026-06-13&to=2026-06-19")).toEqual([
      "2026-06-12T14:00:00.000Z",
      "2026-06-19T13:59:59.999Z",
    ]);
    // Opened by a colleague elsewhere, the link requests the same period.
    const query = "from=2026-06-14&to=2026-06-20&tz=Australia%2FSydney";
    expect(rangeOf(query, "America/New_York")).toEqual(rangeOf(query));
    // A day on which clocks go forward has 23 hours.
    expect(rangeOf("from=2026-03-29&to=2026-03-29&tz=Europe%2FLondon")).toEqual([
      "2026-03-29T00:00:00.000Z",
      "2026-03-29T22:59:59.999Z",
    ]);
  });

  test.each([
    ["submit=1", "rangeRequired"],
    ["from=2026-06-14", "rangeRequired"],
    ["to=2026-06-14&submit=1", "rangeRequired"],
    ["from=14.6.2026&to=2026-06-20&submit=1", "dayInvalid"],
    ["from=2026-02-30&to=2026-03-01", "dayInvalid"],
    ["from=2026-06-15&to=2026-06-14", "rangeReversed"],
    ["from=2026-06-13&to=2026-06-20", "rangeTooLong"],
    ["from=2026-03-21&to=2026-03-22&submit=1", "rangeTooEarly"],
  ])("LOG-08 LOG-09 LOG-10 %s is refused as %s, and the input stays", (query, mistake) => {
    const search = read(query);
    expect(search.mistakes.range).toBe(mistake);
    expect(search.range).toBeNull();
    expect(search.isSent).toBe(false);
    const typed = new URLSearchParams(query);
    expect(search.values.from).toBe(typed.get("from") ?? undefined);
    expect(search.values.to).toBe(typed.get("to") ?? undefined);
  });

  test("LOG-11 the first of the 90 days is searchable from its start", () => {
    expect(read("from=2026-03-22&to=2026-03-24&submit=1")).toMatchObject({ isSent: true, aged: null });
  });

  test("LOG-03 LOG-36 LOG-40 an address with dates too old to be on record shows the valid part, and names the rest", () => {
    const search = read("from=2026-03-18&to=2026-03-24");
    expect(search.aged).toEqual({ from: "2026-03-18", to: "2026-03-21" });
    expect(search.range?.gte.toISOString()).toBe("2026-03-21T13:00:00.000Z");
    const gone = read("from=2026-03-01&to=2026-03-07");
    expect(gone.aged).toEqual({ from: "2026-03-01", to: "2026-03-07" });
    expect(gone.range).toBeNull();
  });

  test("LOG-12 LOG-42 a recipient of more than 100 characters is reported, not truncated", () => {
    const search = read(`from=2026-06-14&to=2026-06-20&recipient=${"x".repeat(101)}`);
    expect(search.mistakes.person).toBe("textTooLong");
    expect(search.values.recipient).toHaveLength(101);
    expect(search.range).toBeNull();
  });

  test("LOG-42 unknown values are named", () => {
    const search = read(
      "from=2026-06-14&to=2026-06-20&templateType=FI_INVITE&templateType=NOPE&tz=Mars%2FBase",
    );
    expect(search.leftOut).toEqual(["NOPE", "Mars/Base"]);
    expect(search.filters.templateTypes).toEqual(["FI_INVITE"]);
  });
});

describe("SMS", () => {
  test("LOG-30 LOG-36 a blank range is the last 90 days", () => {
    expect(read("tab=sms").isAsked).toBe(false);
    expect(rangeOf("tab=sms&search=1")).toEqual(["2026-03-21T13:00:00.000Z", "2026-06-20T13:59:59.999Z"]);
    expect(read("tab=sms&submit=1&from=2026-03-21").mistakes.range).toBe("rangeTooEarly");
    expect(read("tab=sms&submit=1&from=2026-04-01&to=2026-06-20")).toMatchObject({ isSent: true });
  });

  test.each([
    ["61412345678", "+61412345678"],
    ["+61 412 345 678", "+61412345678"],
    [" 61 412 345 678 ", "+61412345678"],
  ])("LOG-28 %s is searched as %s", (phone, number) => {
    expect(read(`tab=sms&search=1&${new URLSearchParams({ phone })}`).filters.phone).toBe(number);
  });

  test.each([
    ["0412345678", "phoneCountry"],
    ["999123", "phoneCountry"],
    ["+6141", "phoneInvalid"],
    ["+61 4x2", "phoneInvalid"],
    ["12", "phoneInvalid"],
  ])("LOG-29 %s is refused: %s", (phone, mistake) => {
    const search = read(`tab=sms&search=1&${new URLSearchParams({ phone })}`);
    expect(search.mistakes.person).toBe(mistake);
    expect(search.values.phone).toBe(phone);
    // A range that was not chosen is not shown.
    expect([search.values.from, search.values.to]).toEqual([undefined, undefined]);
    expect(search.range).toBeNull();
  });
});

describe("the address of a search", () => {
  const lasting = (query: string) => lastingParams(new URLSearchParams(query), read(query)).toString();

  test("LOG-03 LOG-36 keeps dates, zone and filters, and no sign of submission", () => {
    expect(
      lasting(
        "tab=&submit=1&recipient=pat&templateType=FI_INVITE&from=2026-06-14&to=2026-06-20&search=&messageId=",
      ),
    ).toBe("recipient=pat&templateType=FI_INVITE&from=2026-06-14&to=2026-06-20&tz=Australia%2FSydney");
    expect(lasting("tab=sms&submit=1&status=SPAM&from=&to=")).toBe(
      "tab=sms&search=1&status=SPAM&from=2026-03-22&to=2026-06-20&tz=Australia%2FSydney",
    );
  });

  test("LOG-03 shows the same dates next week", () => {
    const address = lasting("tab=sms&submit=1");
    const later = new Date(now.getTime() + 7 * 24 * 3_600_000);
    const search = read(address, "Europe/London", later);
    expect(search.aged).toEqual({ from: "2026-03-22", to: "2026-03-28" });
    expect(search.range?.lte.toISOString()).toBe("2026-06-20T13:59:59.999Z");
  });
});
