import { useLoaderData } from "@remix-run/react";
import { groupsArea } from "~/areas/groups";
import { useTexts } from "~/components/context/console-context";
import { GroupForm } from "~/components/groups/group-form";
import { GroupErrorBoundary } from "~/components/groups/group-not-found";
import { titledForm } from "~/components/shell/page-title";
import { RecordFormScreen } from "~/components/area/record-form-screen";
import { groups } from "~/i18n/groups";
import { recordForm } from "~/models/form/record-form.server";
import { groupSchema } from "~/models/groups/group.schema";
import { createGroup, getGroup, updateGroup } from "~/models/groups/group.server";
import { loaded } from "~/services/failure.server";
import { consoleAction } from "~/services/guard.server";
import { intentsOf } from "~/services/intents";

export const handle = titledForm(groups);
export const ErrorBoundary = GroupErrorBoundary;

const { gate, save, ...form } = recordForm({
  area: groupsArea,
  schema: ({ translate }) => groupSchema(translate(groups)),
  find: getGroup,
  load: loaded,
  nameOf: ({ name }) => name,
  isEditable: ({ canChange }) => canChange,
  extra: async ({ scope }) => ({ customer: scope.customerDisplayName }),
  create: (api, values) => createGroup(api, values),
  update: async (api, { _id, version, name, description }) => {
    await getGroup(api, _id);
    await updateGroup(api, { filter: { _id }, update: { name, description }, version });
  },
});
export const loader = form.loader;
export const action = consoleAction(gate, { save });

const intent = intentsOf<typeof action>();

/** A new group, or the texts of one that is there (GRP-21, GRP-38). */
export default function GroupScreen() {
  const { customer, mayEdit, cancelHref, ...data } = useLoaderData<typeof loader>();
  const t = useTexts(groups);
  return (
    <RecordFormScreen
      {...data}
      texts={groups}
      meta={[data.stored === null && t("form.within", { customer })]}
    >
      {(stored) => <GroupForm intent={intent("save")} {...{ stored, mayEdit, cancelHref }} />}
    </RecordFormScreen>
  );
}
