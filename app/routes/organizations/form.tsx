import { organizationsArea } from "~/areas/organizations";
import { useLoaderData } from "@remix-run/react";
import { useHistory } from "~/components/context/history";
import { useTexts } from "~/components/context/console-context";
import { OrganizationForm } from "~/components/organizations/organization-form";
import { titledForm } from "~/components/shell/page-title";
import { PageHeader } from "~/components/ui/page-header";
import { organizations } from "~/i18n/organizations";
import { organizationSchema, renameSchema } from "~/models/organizations/organization.schema";
import {
  createOrganization,
  getOrganization,
  renameOrganization,
} from "~/models/organizations/organization.server";
import { isApiMessage } from "~/services/api-messages";
import { formGate } from "~/services/gates";
import { formAction, isFormBack } from "~/services/form-action.server";
import { consoleAction, consoleLoader } from "~/services/guard.server";
import { intentsOf } from "~/services/intents";
import { notFound } from "~/services/screens.server";

export const handle = titledForm(organizations);

const gate = formGate(organizationsArea);

export const loader = consoleLoader(gate, async ({ api, base, paramIfAny }) => {
  const id = paramIfAny("organizationId");
  const stored = id === undefined ? null : await getOrganization(api, id);
  // There is no page of an archived one (ORG-46); what was typed of one that was archived meanwhile stays (GEN-25).
  if (stored && stored.archivedAt !== null && !isFormBack()) throw notFound();
  return { listHref: `${base}/organisations`, stored, recordName: stored?.displayName };
});

const create = formAction(
  ({ translate }) => organizationSchema(translate(organizations)),
  ({ api, base, translate }) => {
    const t = translate(organizations);
    const failed = { title: t("form.createFailed") };
    return {
      save: async (organization) => {
        await createOrganization(api, { organization });
        return { done: t("form.created"), to: `${base}/organisations` };
      },
      failed,
      explain: (error) =>
        isApiMessage(error, "accountNameTaken")
          ? {
              fieldErrors: { uniqueName: [t("errors.uniqueNameTaken")] },
              notice: { tone: "error", ...failed },
            }
          : undefined,
    };
  },
);

const rename = formAction(
  ({ translate }) => renameSchema(translate(organizations)),
  ({ api, base, param, translate }) => {
    const t = translate(organizations);
    return {
      save: async ({ displayName }, version) => {
        const changed = { _id: param("organizationId"), displayName, version };
        await renameOrganization(api, changed);
        return { done: t("form.renamed"), to: `${base}/organisations` };
      },
      failed: { title: t("form.renameFailed") },
    };
  },
);

export const action = consoleAction(gate, {
  save: (args) => (args.paramIfAny("organizationId") === undefined ? create : rename)(args),
});

const intent = intentsOf<typeof action>();

export default function OrganizationScreen() {
  const { listHref, stored, recordName } = useLoaderData<typeof loader>();
  const t = useTexts(organizations);
  const history = useHistory();
  return (
    <>
      <PageHeader
        title={t(stored ? "form.editTitle" : "form.createTitle")}
        name={recordName}
        back={{ to: listHref, label: t("title") }}
        meta={[stored && history("ORGANIZATION", stored._id)]}
      />
      <OrganizationForm intent={intent("save")} stored={stored} cancelHref={listHref} />
    </>
  );
}
