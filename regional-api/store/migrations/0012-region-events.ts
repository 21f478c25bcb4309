import type { Migration } from "./migration";

/**
 * Email and SMS event logs. A search names at most 7 (email) or 90 (SMS) days, so counting, filtering
 * and finding a part of a recipient read that range of the `_time` index and nothing else; recipients
 * are ASCII and lower case, for which LIKE is right. `seq` runs with insertion and breaks ties.
 */
export const regionEvents: Migration = {
  number: 12,
  name: "region-events",
  file: "region",
  sql: `
    CREATE TABLE email_events (
      seq INTEGER PRIMARY KEY,
      id TEXT NOT NULL,
      customerId TEXT NOT NULL REFERENCES customers (id),
      eventType TEXT NOT NULL CHECK (eventType IN ('Send', 'Delivery', 'Open', 'Click', 'Bounce', 'Complaint')),
      mailMessageId TEXT NOT NULL,
      mailRecipient TEXT NOT NULL CHECK (mailRecipient = lower(mailRecipient)),
      mailSender TEXT NOT NULL,
      masterId TEXT,
      assessmentId TEXT,
      subject TEXT NOT NULL,
      templateId TEXT NOT NULL,
      templateType TEXT NOT NULL,
      timestamp INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX email_events_time ON email_events (customerId, timestamp, seq, templateType, mailRecipient);
    CREATE INDEX email_events_message ON email_events (mailMessageId, timestamp);
    CREATE INDEX email_events_assessment ON email_events (assessmentId, templateType, timestamp)
      WHERE assessmentId IS NOT NULL;

    CREATE TABLE sms_events (
      seq INTEGER PRIMARY KEY,
      id TEXT NOT NULL,
      customerId TEXT NOT NULL REFERENCES customers (id),
      eventType TEXT NOT NULL,
      smsMessageId TEXT NOT NULL,
      smsOriginationPhoneNumber TEXT NOT NULL,
      smsDestinationPhoneNumber TEXT NOT NULL,
      smsMessageStatus TEXT NOT NULL CHECK (smsMessageStatus IN (
        'SUCCESSFUL', 'PENDING', 'INVALID', 'UNREACHABLE', 'UNKNOWN', 'BLOCKED',
        'SPAM', 'FAILED', 'DELIVERED', 'CARRIER_UNREACHABLE', 'CLICK'
      )),
      smsMessageStatusDescription TEXT NOT NULL,
      totalMessageParts INTEGER NOT NULL,
      isoCountryCode TEXT NOT NULL,
      carrierName TEXT,
      isFinal INTEGER NOT NULL,
      masterId TEXT,
      assessmentId TEXT,
      templateId TEXT NOT NULL,
      templateType TEXT NOT NULL,
      timestamp INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX sms_events_time ON sms_events (customerId, timestamp, seq, smsMessageStatus, templateType);
    CREATE INDEX sms_events_phone ON sms_events (
      customerId, smsDestinationPhoneNumber, timestamp, seq, smsMessageStatus, templateType
    );
  `,
};
