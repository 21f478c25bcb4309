import type { FieldMetadata } from "@conform-to/react";
import type { MouseEvent } from "react";
import { Icon } from "~/components/ui/icons";
import { checkboxProps, describe, FieldError, fieldProps } from "~/components/form/field";
import { useFieldWords, useReadOnly } from "~/components/form/form-context";
import { useTexts } from "~/components/context/console-context";
import { common } from "~/i18n/common";
import { notificationSettings } from "~/i18n/notification-settings";
import type { Channel, EntryValues, NotificationGroup } from "~/models/settings/notification-events";

type EntryFields = { readonly [K in keyof EntryValues]: FieldMetadata<EntryValues[K]> };

type NotificationTableProps = {
  group: NotificationGroup;
  fieldsOf: (event: string, channel: Channel) => EntryFields | undefined;
  isSmsOn: boolean;
};

/** One group's notifications, a row per channel (NOTIF-17). Plain elements, since there are many. */
export function NotificationTable({ group, fieldsOf, isSmsOn }: NotificationTableProps) {
  const t = useTexts(notificationSettings);
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
        <tbody key={event.name}>
          {event.channels.map((channel, index) => {
            const fields = fieldsOf(event.name, channel);
            if (!fields) return null;
            return (
              <EntryRow
                key={channel}
                {...{ group, event, channel, fields }}
                isFirst={index === 0}
                isLocked={channel === "SMS" && !isSmsOn}
              />
            );
          })}
        </tbody>
      ))}
    </table>
  );
}

const icons = { EMAIL: "mail", SMS: "message" } as const;
const stay = (event: MouseEvent) => event.preventDefault();

/**
 * Attributes by state. A channel that is off for everyone looks disabled (NOTIF-23) but is submitted, since
 * changes made before it was turned off count. CSS blocks the pointer without JS.
 */
const locks = {
  open: { box: {}, text: {} },
  locked: { box: { "aria-disabled": true, tabIndex: -1, onClick: stay }, text: { readOnly: true } },
  readOnly: { box: { disabled: true }, text: { disabled: true } },
} as const;

type EntryRowProps = {
  group: NotificationGroup;
  event: NotificationGroup["events"][number];
  channel: Channel;
  fields: EntryFields;
  isFirst: boolean;
  isLocked: boolean;
};

function EntryRow({ group, event, channel, fields, isFirst, isLocked }: EntryRowProps) {
  const t = useTexts(notificationSettings);
  const isReadOnly = useReadOnly();
  const { box, text } = locks[isReadOnly ? "readOnly" : isLocked ? "locked" : "open"];
  const words = { event: t(`events.${event.label}`), channel: t(`channels.${channel}`) };
  const nameOf = (control: keyof EntryValues) => t("control", { ...words, control: t(`columns.${control}`) });
  useEntryWords(fields, (control) =>
    t("controlOfGroup", {
      ...words,
      group: t(`groups.${group.label}`),
      control: t(`columns.${control}`),
    }),
  );
  const { defaultValue, errors, id, name } = fieldProps(fields.template);
  return (
    <tr>
      {isFirst && (
        <th scope="rowgroup" rowSpan={event.channels.length}>
          {words.event}
          {event.isAlwaysOn && <span className="small muted">{t("alwaysOn")}</span>}
          {event.timing && <span className="small muted">{t(`timings.${event.timing}`)}</span>}
        </th>
      )}
      <td className="notification-channel">
        <Icon name={icons[channel]} />
        {words.channel} {isLocked && <span className="small muted">{t("smsOff")}</span>}
      </td>
      {(["enabled", "custom"] as const).map((control) => (
        <td key={control}>
          <label>
            <input
              type="checkbox"
              // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props -- a native checkbox has its own checked state
              role="switch"
              className={control === "custom" ? "switch notification-custom" : "switch"}
              name={fields[control].name}
              id={fields[control].id}
              aria-label={nameOf(control)}
              defaultChecked={checkboxProps(fields[control]).defaultChecked}
              {...(control === "enabled" && event.isAlwaysOn && !isReadOnly ? locks.locked.box : box)}
            />
            <span aria-hidden="true">{t(`columns.${control}`)}</span>
          </label>
        </td>
      ))}
      <td className="notification-template">
        <input
          className="input mono small"
          name={name}
          id={id}
          aria-label={nameOf("template")}
          placeholder={t("columns.template")}
          defaultValue={defaultValue}
          {...text}
          spellCheck={false}
          autoComplete="off"
          {...describe(id, undefined, errors)}
        />
        <FieldError id={id} errors={errors} />
      </td>
    </tr>
  );
}

/** Registers an entry's controls by name for mentions elsewhere in the form. */
function useEntryWords(fields: EntryFields, labelOf: (control: keyof EntryValues) => string): void {
  const c = useTexts(common);
  const onOrOff = (value: string) => (value === "on" ? c("forms.yes") : value);
  useFieldWords(fields.enabled.name, { label: labelOf("enabled"), show: onOrOff });
  useFieldWords(fields.custom.name, { label: labelOf("custom"), show: onOrOff });
  useFieldWords(fields.template.name, { label: labelOf("template") });
}
