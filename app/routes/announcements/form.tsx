import { useLoaderData } from "@remix-run/react";
import type { z } from "zod/v4";
import { announcementsArea } from "~/areas/announcements";
import { RecordFormScreen } from "~/components/area/record-form-screen";
import { useTexts } from "~/components/context/console-context";
import { ConsoleForm } from "~/components/form/console-form";
import { fieldProps } from "~/components/form/field";
import { TextArea, TextField } from "~/components/form/text-fields";
import { checkedBy } from "~/components/form/use-checks";
import { useConsoleForm } from "~/components/form/use-console-form";
import { titledForm } from "~/components/shell/page-title";
import { FormSection } from "~/components/ui/layout";
import { announcements } from "~/i18n/announcements";
import { announcementSchema } from "~/models/announcements/announcement.schema";
import {
  createAnnouncement,
  getAnnouncement,
  updateAnnouncement,
} from "~/models/announcements/announcement.server";
import { limits } from "~/models/form/limits";
import { recordForm } from "~/models/form/record-form.server";
import { consoleAction } from "~/services/guard.server";
import { intentsOf } from "~/services/intents";

export const handle = titledForm(announcements);

const { gate, save, ...form } = recordForm({
  area: announcementsArea,
  schema: ({ translate }) => announcementSchema(translate(announcements)),
  find: getAnnouncement,
  nameOf: ({ title }) => title,
  create: (...sent) => createAnnouncement(...sent),
  update: (...sent) => updateAnnouncement(...sent),
});
export const loader = form.loader;
export const action = consoleAction(gate, { save });
const intent = intentsOf<typeof action>();

/** A new announcement, or one that is there (ANN-02 to ANN-06, ANN-13, ANN-14). */
export default function AnnouncementScreen() {
  const { mayEdit, cancelHref, ...data } = useLoaderData<typeof loader>();
  return (
    <RecordFormScreen {...data} texts={announcements}>
      {(stored) => <AnnouncementForm {...{ stored, mayEdit, cancelHref }} />}
    </RecordFormScreen>
  );
}

type Values = z.input<ReturnType<typeof announcementSchema>>;
type FormProps = { stored: (Values & { version: number }) | null; mayEdit: boolean; cancelHref: string };

function AnnouncementForm({ stored, mayEdit, cancelHref }: FormProps) {
  const t = useTexts(announcements);
  const { title, text, firstDay, lastDay, version = null } = stored ?? {};
  const values = { title, text, firstDay, lastDay };
  const { fields, frame } = useConsoleForm(
    checkedBy(
      () => import("~/models/announcements/announcement.schema"),
      (module): z.ZodType<unknown, Values> => module.announcementSchema(t),
    ),
    { id: "announcement", values, version, mayEdit, together: [["firstDay", "lastDay"]] },
  );
  return (
    <ConsoleForm frame={frame} intent={intent("save")} cancelHref={cancelHref}>
      <FormSection title={t("form.about")} description={t("form.aboutText")}>
        <TextField {...fieldProps(fields.title)} label={t("name")} width="medium" autoComplete="off" />
        <TextArea {...fieldProps(fields.text)} label={t("text")} counter={limits.announcementText} />
        <TextField {...fieldProps(fields.firstDay)} type="date" label={t("form.firstDay")} width="medium" />
        <TextField {...fieldProps(fields.lastDay)} type="date" label={t("form.lastDay")} width="medium" />
      </FormSection>
    </ConsoleForm>
  );
}
