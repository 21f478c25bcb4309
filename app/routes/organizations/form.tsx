import { useLoaderData } from "@remix-run/react";
import { organizationsArea } from "~/areas/organizations";
import { RecordFormScreen } from "~/components/area/record-form-screen";
import { RelatedRecords } from "~/components/area/related-records";
import { useHistory } from "~/components/context/history";
import { OrganizationForm } from "~/components/organizations/organization-form";
import { formTitle } from "~/components/shell/page-title";
import { organizations } from "~/i18n/organizations";
import { newestCustomers } from "~/models/customers/customer-screen.server";
import { recordForm } from "~/models/form/record-form.server";
import { organizationSchema, renameSchema } from "~/models/organizations/organization.schema";
import {
  createOrganization,
  getOrganization,
  renameOrganization,
} from "~/models/organizations/organization.server";
import { isApiMessage } from "~/services/api-messages";
import { isFormRerendered } from "~/services/form-action.server";
import { intentsOf } from "~/services/intents";
import { notFound } from "~/services/screens.server";

export const handle = formTitle(organizations);

const form = recordForm({
  area: organizationsArea,
  create: {
    schema: ({ translate }) => organizationSchema(translate(organizations)),
    save: (api, organization) => createOrganization(api, { organization }),
    more: ({ translate }) => ({
      explain: (error) => {
        const t = translate(organizations);
        return isApiMessage(error, "accountNameTaken")
          ? {
              fieldErrors: { uniqueName: [t("errors.uniqueNameTaken")] },
              notice: { tone: "error", title: t("form.createFailed") },
            }
          : undefined;
      },
    }),
  },
  edit: {
    schema: ({ translate }) => renameSchema(translate(organizations)),
    find: getOrganization,
    // An archived organisation has no page (ORG-46); typed values survive if it was archived while the form
    // was open (GEN-25).
    load: async (found) => {
      const data = await found;
      if (data.archivedAt !== null && !isFormRerendered()) throw notFound();
      return { data, error: null };
    },
    nameOf: ({ displayName }) => displayName,
    shown: (organization) => organization,
    save: (api, { _id, displayName, version }) => renameOrganization(api, { _id, displayName, version }),
  },
  extra: async (args, id) => ({ customers: id === undefined ? null : await newestCustomers(args, id) }),
});
export const loader = form.loader;
export const action = form.action;

const intent = intentsOf<typeof action>();

/** A new organisation, or the name of an existing one (ORG-24, ORG-46). */
export default function OrganizationScreen() {
  const { cancelHref, customers, ...data } = useLoaderData<typeof loader>();
  const history = useHistory();
  return (
    <RecordFormScreen {...data} actions={data.stored && history("ORGANIZATION", data.stored._id)}>
      {(stored) => (
        <>
          <OrganizationForm intent={intent("save")} stored={stored} cancelHref={cancelHref} />
          <div className="rt-r-mt-5">
            <RelatedRecords of="customers" related={customers} />
          </div>
        </>
      )}
    </RecordFormScreen>
  );
}
