import type { MouseEvent } from "react";
import { Icon } from "~/components/ui/icons";
import { describe, FieldError } from "~/components/form/field";
import { useTexts } from "~/components/context/console-context";
import { notificationSettings } from "~/i18n/notification-settings";
import {
  type Channel,
  entryName,
  type EntryValues,
  type NotificationGroup,
} from "~/models/settings/notification-settings.schema";

type TemplateGroupTableProps = {
  group: NotificationGroup;
  values: Readonly<Record<string, EntryValues>>;
  errors: Readonly<Record<string, string>>;
  sms: SmsState;
};

/** What becomes of SMS fields: "turnedOff" is off since the page came, so that what was changed before still counts. */
export type SmsState = "on" | "off" | "turnedOff";

const icons = { EMAIL: "mail", SMS: "message" } as const;
const stay = (event: MouseEvent) => event.preventDefault();

/** A disabled field is shown and not sent: what is off for all stays as it is (NOTIF-23). */
const locks = {
  on: { box: {}, text: {} },
  off: { box: { disabled: true }, text: { disabled: true } },
  turnedOff: { box: { "aria-disabled": true, onClick: stay }, text: { readOnly: true } },
} as const;

const nothing: EntryValues = { enabled: false, isCustom: false, template: "" };

/** The notifications of one group, a row for each channel (NOTIF-17). Plain elements: there are many of them. */
export function TemplateGroupTable({ group, values, errors, sms }: TemplateGroupTableProps) {
  const t = useTexts(notificationSettings);

  const row = (event: NotificationGroup["events"][number], type: Channel, index: number) => {
    const key = entryName({ name: event.name, type });
    const { enabled, isCustom, template } = values[key] ?? nothing;
    const channel = t(`channels.${type}`);
    const nameOf = (control: "enabled" | "custom" | "template") =>
      t("control", { event: t(`events.${event.label}`), channel, control: t(`columns.${control}`) });
    const error = errors[key] === undefined ? undefined : [errors[key]];
    const id = `${key}.template`;
    const lock = type === "SMS" ? locks[sms] : locks.on;
    return (
      <tr key={key}>
        {index === 0 && (
          <th scope="rowgroup" rowSpan={event.channels.length}>
            {t(`events.${event.label}`)}
            {event.timing && <span className="small muted">{t(`timings.${event.timing}`)}</span>}
          </th>
        )}
        <td className="notification-channel">
          <Icon name={icons[type]} />
          {channel}
        </td>
        <td>
          <label>
            <input
              type="checkbox"
              role="switch"
              className="switch"
              name={`${key}.enabled`}
              aria-label={nameOf("enabled")}
              defaultChecked={enabled}
              {...lock.box}
            />
            <span aria-hidden="true">{t("columns.enabled")}</span>
          </label>
        </td>
        <td>
          <label>
            <input
              type="checkbox"
              role="switch"
              className="switch notification-custom"
              name={`${key}.custom`}
              aria-label={nameOf("custom")}
              defaultChecked={isCustom}
              {...lock.box}
            />
            <span aria-hidden="true">{t("columns.custom")}</span>
          </label>
        </td>
        <td className="notification-template">
          <input
            className="input mono small"
            name={id}
            id={id}
            aria-label={nameOf("template")}
            placeholder={t("columns.template")}
            defaultValue={template}
            {...lock.text}
            spellCheck={false}
            autoComplete="off"
            {...describe(id, undefined, error)}
          />
          <FieldError id={id} errors={error} />
        </td>
      </tr>
    );
  };

  return (
    <table className="notification-table">
      <caption className="visually-hidden">{t(`groups.${group.label}`)}</caption>
      <thead>
        <tr>
          {(["notification", "channel", "enabled", "custom", "template"] as const).map((column) => (
            <th key={column} scope="col">
              {t(`columns.${column}`)}
            </th>
          ))}
        </tr>
      </thead>
      {group.events.map((event) => (
        <tbody key={event.name}>{event.channels.map((type, index) => row(event, type, index))}</tbody>
      ))}
    </table>
  );
}
