import { groupsArea } from "~/areas/groups";
import { useLoaderData } from "@remix-run/react";
import { useTexts } from "~/components/context/console-context";
import { GroupForm } from "~/components/groups/group-form";
import { GroupErrorBoundary } from "~/components/groups/group-not-found";
import { titledForm } from "~/components/shell/page-title";
import { Notices } from "~/components/ui/notices";
import { PageHeader } from "~/components/ui/page-header";
import { groups } from "~/i18n/groups";
import { groupSchema } from "~/models/groups/group.schema";
import { createGroup, getGroup, updateGroup } from "~/models/groups/group.server";
import { type FormArgs, scopeIds } from "~/services/console-args";
import { formGate } from "~/services/gates";
import { formAction } from "~/services/form-action.server";
import { loaded } from "~/services/failure.server";
import { consoleAction, consoleLoader } from "~/services/guard.server";
import { holdsRight } from "~/services/identity.server";
import { intentsOf } from "~/services/intents";

export const handle = titledForm(groups, { create: "form.createTitle", edit: "form.editTitle" });
export const ErrorBoundary = GroupErrorBoundary;

const gate = formGate(groupsArea);

export const loader = consoleLoader(gate, async (args) => {
  const { api, base, scope, paramIfAny, translate } = args;
  const id = paramIfAny("groupId");
  const [{ data: stored, error: problem }, isEditor] = await Promise.all([
    id === undefined
      ? { data: null, error: null }
      : loaded(getGroup(api, scope, id), args, translate(groups)("detail.loadFailed")),
    holdsRight(args, "org:editUser"),
  ]);
  return {
    back: id === undefined ? `${base}/groups` : `${base}/groups/${id}`,
    customer: scope.customerDisplayName,
    // Null is a new group, also to the title.
    stored: problem ? undefined : stored,
    recordName: stored?.name,
    problem,
    mayEdit: isEditor && (stored === null || (stored.canChange && stored.archivedAt === null)),
  };
});

const schema = ({ translate }: FormArgs) => groupSchema(translate(groups));

const create = formAction(schema, ({ api, base, scope, idempotencyKey, translate }) => {
  const t = translate(groups);
  return {
    save: async (values) => {
      await createGroup(api, { ...values, ...scopeIds(scope) }, idempotencyKey);
      return { done: t("form.created"), to: `${base}/groups` };
    },
    failed: { title: t("form.createFailed") },
  };
});

const edit = formAction(schema, ({ api, base, param, scope, idempotencyKey, translate }) => {
  const t = translate(groups);
  return {
    save: async (update, version) => {
      const { _id } = await getGroup(api, scope, param("groupId"));
      await updateGroup(api, { filter: { _id }, update, version }, idempotencyKey);
      return { done: t("form.updated"), to: `${base}/groups/${_id}` };
    },
    failed: { title: t("form.updateFailed") },
  };
});

export const action = consoleAction(gate, {
  save: (args) => (args.paramIfAny("groupId") === undefined ? create : edit)(args),
});

const intent = intentsOf<typeof action>();

export default function GroupScreen() {
  const { back, customer, stored, recordName, problem, mayEdit } = useLoaderData<typeof loader>();
  const t = useTexts(groups);
  const isEdit = stored !== null;
  return (
    <>
      <PageHeader
        title={t(isEdit ? "form.editTitle" : "form.createTitle")}
        name={recordName}
        back={{ to: back, label: isEdit ? t("detail.title") : t("title") }}
        meta={[!isEdit && t("form.within", { customer })]}
      />
      {stored === undefined ? (
        <Notices notices={problem ? [problem] : []} />
      ) : (
        <GroupForm intent={intent("save")} stored={stored} mayEdit={mayEdit} cancelHref={back} />
      )}
    </>
  );
}
