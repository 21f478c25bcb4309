import { expect, test } from "vitest";
import { EventDetail } from "~/components/event-logs/event-detail";
import type { TextHistory } from "~/models/event-logs/event-log.server";
import { render, text } from "./render";

const event = {
  ...{ smsMessageId: "m1", smsOriginationPhoneNumber: "+61480015000", carrierName: null },
  ...{ smsDestinationPhoneNumber: "+61412345678", isoCountryCode: "AU", totalMessageParts: 1 },
  ...{ templateType: "FI_INVITE", templateId: null, timestamp: "2026-11-02T09:00:00.000Z" },
};
const detail = async (...statuses: TextHistory[number]["smsMessageStatus"][]) =>
  text(
    await render(
      <EventDetail
        {...{ problem: null, candidateHref: null, closeHref: "/", event: "0", place: null }}
        {...{ hrefOf: () => "/", tab: "sms" as const }}
        events={statuses.map((smsMessageStatus, at) => ({
          ...(event as unknown as TextHistory[number]),
          ...{ id: String(at), smsMessageStatus, smsMessageStatusDescription: smsMessageStatus },
        }))}
      />,
    ),
  );

test("LOG-37 SMS-29 a waiting SMS is shown as retried automatically", async () => {
  const waits = "It is retried automatically for up to a day";
  expect(await detail("PENDING")).toContain(waits);
  // Later events count, whichever event was opened.
  expect(await detail("PENDING", "FAILED")).not.toContain(waits);
});
