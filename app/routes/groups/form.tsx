import { useLoaderData } from "@remix-run/react";
import { groupsArea } from "~/areas/groups";
import { useTexts } from "~/components/context/console-context";
import { GroupForm } from "~/components/groups/group-form";
import { GroupErrorBoundary } from "~/components/groups/group-not-found";
import { formTitle } from "~/components/shell/page-title";
import { RecordFormScreen } from "~/components/area/record-form-screen";
import { groups } from "~/i18n/groups";
import { recordForm } from "~/models/form/record-form.server";
import { groupSchema } from "~/models/groups/group.schema";
import { createGroup, getGroup, updateGroup } from "~/models/groups/group.server";
import type { FormArgs } from "~/services/console-args";
import { loaded } from "~/services/failure.server";
import { intentsOf } from "~/services/intents";

export const handle = formTitle(groups);
export const ErrorBoundary = GroupErrorBoundary;

const schema = ({ translate }: FormArgs) => groupSchema(translate(groups));

const form = recordForm({
  area: groupsArea,
  extra: async ({ scope }) => ({ customer: scope.customerDisplayName }),
  create: { schema, save: (api, values) => createGroup(api, values) },
  edit: {
    schema,
    find: getGroup,
    load: (found, args) => loaded(found, args, args.translate(groups)("detail.loadFailed")),
    nameOf: ({ name }) => name,
    shown: ({ name, description, version }) => ({ name, description, version }),
    isEditable: ({ canChange }) => canChange,
    save: async (api, { _id, version, ...update }, { stored }) => {
      await stored();
      return updateGroup(api, { filter: { _id }, update, version });
    },
  },
});
export const loader = form.loader;
export const action = form.action;

const intent = intentsOf<typeof action>();

/** A new group, or the texts of an existing one (GRP-21, GRP-38). */
export default function GroupScreen() {
  const { customer, mayEdit, cancelHref, ...data } = useLoaderData<typeof loader>();
  const t = useTexts(groups);
  return (
    <RecordFormScreen {...data} meta={[data.stored === null && t("form.within", { customer })]}>
      {(stored) => <GroupForm intent={intent("save")} {...{ stored, mayEdit, cancelHref }} />}
    </RecordFormScreen>
  );
}
