/**
 * The event logs. Messages are added when they are sent; their events are written day by day, in order of
 * time.
 */
import { standardTemplate, tabOf } from "../areas/notifications/notifications.rules";
import type { EmailEventType, SmsMessageStatus } from "../store/tables/events";
import type { Loader } from "./bulk";
import { subjects, type TemplateType } from "./messages";
import { dayMs, regionHabits, type CustomerPlan } from "./plan";
import { chooser, type Random } from "./random";
import type { NewRow } from "../store/tables";

export interface Message {
  readonly plan: CustomerPlan;
  readonly templateType: TemplateType;
  readonly at: number;
  /** Title of the vacancy, if the message is about one. */
  readonly vacancy?: string;
  readonly masterId?: string;
  readonly assessmentId?: string;
}

interface DayEvents {
  readonly emails: NewRow<"email_events">[];
  readonly sms: NewRow<"sms_events">[];
}

const deliveries: Readonly<
  Record<Exclude<SmsMessageStatus, "PENDING" | "CLICK">, readonly [number, string]>
> = {
  DELIVERED: [66, "Message has been accepted by phone"],
  SUCCESSFUL: [18, "Message has been accepted by phone carrier"],
  UNREACHABLE: [4, "Phone is currently unreachable/unavailable"],
  CARRIER_UNREACHABLE: [2, "Phone carrier is currently unreachable/unavailable"],
  INVALID: [3, "Destination phone number is invalid"],
  UNKNOWN: [2, "An unknown error has occurred"],
  BLOCKED: [2, "Phone has blocked SMS"],
  SPAM: [1, "Message was marked as spam by the carrier"],
  FAILED: [2, "Message could not be sent"],
};

const finalStatusOf = chooser(
  Object.fromEntries(Object.entries(deliveries).map(([status, [weight]]) => [status, weight])) as Record<
    keyof typeof deliveries,
    number
  >,
);

export class EventLog {
  /** Future events, by the start of their day. */
  private readonly days = new Map<number, DayEvents>();
  private written = 0;

  /** Events before `since` and from `until` on are dropped. */
  constructor(
    private readonly loader: Loader,
    private readonly random: Random,
    private readonly since: number,
    private readonly until: number,
  ) {}

  private day(timestamp: number): DayEvents | undefined {
    if (timestamp < this.since || timestamp >= this.until) return undefined;
    const start = timestamp - (timestamp % dayMs);
    let day = this.days.get(start);
    if (!day) this.days.set(start, (day = { emails: [], sms: [] }));
    return day;
  }

  /** True if a message of that time has no event within the retention period. */
  private leavesNothing(at: number): boolean {
    return at < this.since - 3 * dayMs || at >= this.until;
  }

  /** Adds a mail and its events. */
  mail(message: Message, recipient: string): void {
    const { plan, templateType, at, vacancy = "", masterId = null, assessmentId = null } = message;
    if (this.leavesNothing(at)) return;
    const { random } = this;
    const { customer } = plan;
    const common = {
      customerId: customer.id,
      mailMessageId: `0100${random.hex(4)}-000000`,
      mailRecipient: recipient,
      mailSender: plan.mailSender,
      masterId,
      assessmentId,
      subject: subjects[templateType]({ vacancy, customer: customer.displayName }),
      templateId: templateIdOf(templateType, plan),
      templateType,
    };
    const add = (eventType: EmailEventType, timestamp: number) =>
      this.day(timestamp)?.emails.push({ id: random.id(), eventType, ...common, timestamp });
    add("Send", at);
    let time = at + random.between(400, 9_000);
    if (random.chance(0.015)) {
      add("Bounce", time);
      return;
    }
    add("Delivery", time);
    if (random.chance(0.6)) {
      time += Math.floor(random.exponential(2 * 3_600_000)) + 15_000;
      add("Open", time);
      if (random.chance(0.5)) add("Click", time + random.between(2_000, 90_000));
      else if (random.chance(0.004)) add("Complaint", time + random.between(10_000, 90_000));
    }
  }

  sms(message: Message, phoneNumber: string): void {
    const { plan, templateType, at, masterId = null, assessmentId = null } = message;
    if (this.leavesNothing(at)) return;
    const { random } = this;
    const habits = regionHabits[plan.customer.awsRegion];
    const common = {
      customerId: plan.customer.id,
      smsMessageId: random.hex(4),
      smsOriginationPhoneNumber: habits.smsFrom,
      smsDestinationPhoneNumber: phoneNumber,
      totalMessageParts: random.chance(0.3) ? 2 : 1,
      isoCountryCode: habits.isoCountryCode,
      carrierName: random.chance(0.9) ? random.pick(habits.carriers) : null,
      masterId,
      assessmentId,
      templateId: templateIdOf(templateType, plan),
      templateType,
    };
    const add = (
      status: SmsMessageStatus,
      timestamp: number,
      eventType: string,
      description: string,
      isFinal: 0 | 1,
    ) =>
      this.day(timestamp)?.sms.push({
        id: random.id(),
        ...common,
        eventType,
        smsMessageStatus: status,
        smsMessageStatusDescription: description,
        isFinal,
        timestamp,
      });
    add("PENDING", at, "_SMS.BUFFERED", "Message has been sent and is waiting for the carrier", 0);
    const status = finalStatusOf(random);
    const arrived = status === "DELIVERED" || status === "SUCCESSFUL";
    const time = at + random.between(900, 30_000);
    add(status, time, arrived ? "_SMS.SUCCESS" : "_SMS.FAILURE", deliveries[status][1], 1);
    if (arrived && random.chance(0.25)) {
      add(
        "CLICK",
        time + random.between(20_000, 4 * 3_600_000),
        "_SMS.CLICK",
        "The link in the message was opened",
        0,
      );
    }
  }

  /**
   * Writes the day that starts at `start`, in order of time. With `fill`, calls `next` to add mails on that day until
   * `total` events are written in all days together.
   */
  endDay(start: number, fill?: { total: number; next: () => void }): void {
    const size = () => {
      const day = this.days.get(start);
      return this.written + (day ? day.emails.length + day.sms.length : 0);
    };
    if (fill && size() < fill.total) {
      while (size() < fill.total) fill.next();
      // The last mail may have added more events than needed, so the latest are cut off.
      const emails = this.days.get(start)?.emails;
      if (emails) emails.length -= size() - fill.total;
    }
    const day = this.days.get(start);
    this.days.delete(start);
    if (!day) return;
    day.emails.sort(byTime);
    day.sms.sort(byTime);
    for (const event of day.emails) this.loader.insert("email_events", event);
    for (const event of day.sms) this.loader.insert("sms_events", event);
    this.written += day.emails.length + day.sms.length;
  }
}

const byTime = (a: { timestamp: number }, b: { timestamp: number }) => a.timestamp - b.timestamp;

function templateIdOf(templateType: TemplateType, plan: CustomerPlan): string {
  const { language } = regionHabits[plan.customer.awsRegion];
  return standardTemplate(templateType, tabOf(templateType, language));
}
