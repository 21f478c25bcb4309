import { useLoaderData } from "@remix-run/react";
import { customersArea } from "~/areas/customers";
import { CreateCustomerForm } from "~/components/customers/create-customer-form";
import { RecordFormScreen } from "~/components/area/record-form-screen";
import { fixedTitle } from "~/components/shell/page-title";
import { common } from "~/i18n/common";
import { customers } from "~/i18n/customers";
import { outcomes } from "~/i18n/outcomes";
import { regions } from "~/regions";
import { newCustomerSchema } from "~/models/customers/customer.schema";
import { recordForm } from "~/models/form/record-form.server";
import { accountNameFor } from "~/models/customers/account-name";
import { createCustomer } from "~/models/customers/customer.server";
import { getOrganizationOptions } from "~/models/organizations/organization.server";
import { isApiMessage } from "~/services/api-messages";
import { customerRegions } from "~/services/env.server";
import { loaded } from "~/services/failure.server";
import { rerenderForm, type RefusedSave } from "~/services/form-action.server";
import type { FormArgs } from "~/services/console-args";
import { consoleAction } from "~/services/guard.server";
import { ApiError } from "~/services/regional-api.server";
import { intentsOf } from "~/services/intents";
import type { CustomerApi } from "~/services/customer-api.server";

export const handle = fixedTitle(customers, "form.createTitle");

const form = recordForm({
  area: customersArea,
  extra: async (args) => {
    const failed = args.translate(customers)("form.organizationsFailed");
    const { data, error } = await loaded(getOrganizationOptions(args.api), args, failed);
    return {
      organizations: data ?? [],
      problems: error ? [error] : [],
      regions: customerRegions().map((region) => ({ value: region, label: regions[region].label })),
    };
  },
  create: {
    schema: ({ translate }) => newCustomerSchema(translate(customers)),
    save: async (api, customer, { translate }) =>
      customerRegions().includes(customer.awsRegion)
        ? withHref(await createCustomer(api, customer))
        : { formErrors: [translate(customers)("form.invalid")] },
    more: ({ api, translate }) => {
      const t = translate(customers);
      return {
        // Asked before a permanent save (CUST-36 to CUST-38), with all values (CUST-48).
        question: async ({ organizationId, displayName, uniqueName, awsRegion }) => ({
          title: t("form.confirmTitle"),
          text: [
            `${t("form.organization")}: ${await organizationName(api, organizationId)}`,
            `${t("form.displayName")}: ${displayName}`,
            `${t("form.uniqueName")}: ${uniqueName}`,
            `${t("form.region")}: ${regions[awsRegion].label}`,
            t("form.confirmText"),
            t("form.confirmQuestion"),
          ],
          confirm: translate(common)("actions.save"),
          width: 552,
        }),
        failed: { title: translate(outcomes)("unexpectedError"), description: t("form.createFailed") },
        explain: (error): RefusedSave | undefined => {
          if (isApiMessage(error, "organizationArchived"))
            return { fieldErrors: { organizationId: [t("errors.organizationGone")] } };
          if (!isApiMessage(error, "accountNameTaken")) return undefined;
          return {
            fieldErrors: { uniqueName: [t("errors.uniqueNameTaken")] },
            notice: { tone: "error", title: t("form.unable"), description: t("form.exists") },
          };
        },
      };
    },
  },
});
export const loader = form.loader;
const withHref = (made: { _id: string; awsRegion: string }) => ({
  ...made,
  href: `/region/${made.awsRegion}/customers/${made._id}`,
});

/** An organisation's name; "-" while unavailable, which is no reason to lose typed values. */
async function organizationName(api: CustomerApi, id: string): Promise<string> {
  try {
    return (await getOrganizationOptions(api)).find(({ value }) => value === id)?.label ?? "-";
  } catch (error) {
    if (!(error instanceof ApiError) || error.kind === "UNAUTHENTICATED") throw error;
    return "-";
  }
}

export const action = consoleAction(form.gate, {
  save: (args) => {
    const filled = args.step === "first" ? withAccountName(args) : null;
    if (!filled) return form.save(args);
    const title = args.translate(customers)("form.filledIn");
    return rerenderForm(args.form, { lastResult: { initialValue: filled }, notice: { tone: "info", title } });
  },
});

/** Fills in an empty account name from the display name (CUST-35). */
function withAccountName({ form, translate }: FormArgs): Record<string, string> | null {
  const typed = Object.fromEntries(
    ["organizationId", "displayName", "uniqueName", "awsRegion"].map((name) => [
      name,
      String(form.get(name) ?? ""),
    ]),
  );
  const displayName = typed.displayName?.trim() ?? "";
  const isDisplayName = (text: string) =>
    newCustomerSchema(translate(customers)).shape.displayName.safeParse(text).success;
  if (typed.uniqueName?.trim() || !isDisplayName(displayName)) return null;
  const uniqueName = accountNameFor(displayName);
  return uniqueName ? { ...typed, uniqueName } : null;
}

const intent = intentsOf<typeof action>();

export default function CreateCustomer() {
  const { organizations, regions, cancelHref, ...data } = useLoaderData<typeof loader>();
  return (
    <RecordFormScreen {...data}>
      {() => (
        <CreateCustomerForm
          intent={intent("save")}
          customersHref={cancelHref}
          organizations={organizations}
          regions={regions}
        />
      )}
    </RecordFormScreen>
  );
}
