import { useLoaderData } from "@remix-run/react";
import { CreateCustomerForm } from "~/components/customers/create-customer-form";
import { useTexts } from "~/components/context/console-context";
import { titled } from "~/components/shell/page-title";
import { Notices } from "~/components/ui/notices";
import { PageHeader } from "~/components/ui/page-header";
import { common } from "~/i18n/common";
import { customers } from "~/i18n/customers";
import { outcomes } from "~/i18n/outcomes";
import { regions } from "~/regions";
import { newCustomerSchema } from "~/models/customers/customer.schema";
import { accountNameFor } from "~/models/customers/account-name";
import { createCustomer } from "~/models/customers/customer.server";
import { getOrganizationOptions } from "~/models/organizations/organization.server";
import { isApiMessage } from "~/services/api-messages";
import { customerRegions } from "~/services/env.server";
import { loaded } from "~/services/failure.server";
import { screenGates } from "~/services/gates";
import { formAction, formAgain, type Refused } from "~/services/form-action.server";
import type { FormArgs } from "~/services/console-args";
import { consoleAction, consoleLoader } from "~/services/guard.server";
import { ApiError } from "~/services/regional-api.server";
import { intentsOf } from "~/services/intents";
import type { CustomerApi } from "~/services/customer-api.server";

export const handle = titled(customers, "create.title");

const gate = screenGates["customers/create"];

export const loader = consoleLoader(gate, async (args) => {
  const { api, base, translate } = args;
  const options = await loaded(
    getOrganizationOptions(api),
    args,
    translate(customers)("create.organizationsFailed"),
  );
  return {
    base,
    organizations: options.data ?? [],
    problem: options.error,
    regions: customerRegions().map((region) => ({ value: region, label: regions[region].label })),
  };
});

const schema = ({ translate }: FormArgs) => newCustomerSchema(translate(customers));

const saveAction = formAction(schema, ({ api, base, translate }) => {
  const t = translate(customers);
  return {
    // Asked before saving for good (CUST-36 to CUST-38), with all that it is about (CUST-48).
    question: async ({ organizationId, displayName, uniqueName, awsRegion }) => ({
      title: t("create.confirmTitle"),
      text: [
        `${t("create.organization")}: ${await organizationName(api, organizationId)}`,
        `${t("create.displayName")}: ${displayName}`,
        `${t("create.uniqueName")}: ${uniqueName}`,
        `${t("create.region")}: ${regions[awsRegion].label}`,
        t("create.confirmText"),
        t("create.confirmQuestion"),
      ],
      confirm: translate(common)("actions.save"),
      width: 552,
    }),
    save: async (customer) => {
      if (!customerRegions().includes(customer.awsRegion)) return { formErrors: [t("create.invalid")] };
      await createCustomer(api, customer);
      return { done: t("create.created"), to: `${base}/customers` };
    },
    failed: { title: translate(outcomes)("unexpectedError"), description: t("create.failed") },
    explain: (error): Refused | undefined => {
      if (isApiMessage(error, "organizationArchived"))
        return { fieldErrors: { organizationId: [t("errors.organizationGone")] } };
      if (!isApiMessage(error, "accountNameTaken")) return undefined;
      return {
        fieldErrors: { uniqueName: [t("errors.uniqueNameTaken")] },
        notice: { tone: "error", title: t("create.unable"), description: t("create.exists") },
      };
    },
  };
});

/** How an organisation is called; "-" while that cannot be read, which is no reason to lose what was typed. */
async function organizationName(api: CustomerApi, id: string): Promise<string> {
  try {
    return (await getOrganizationOptions(api)).find(({ value }) => value === id)?.label ?? "-";
  } catch (error) {
    if (!(error instanceof ApiError) || error.kind === "UNAUTHENTICATED") throw error;
    return "-";
  }
}

export const action = consoleAction(gate, {
  save: (args) => {
    const filled = args.step === "first" ? withAccountName(args) : null;
    if (!filled) return saveAction(args);
    const title = args.translate(customers)("create.filledIn");
    return formAgain(args.form, { lastResult: { initialValue: filled }, notice: { tone: "info", title } });
  },
});

/** Fills in the account name, when it was left empty and the display name was not (CUST-35). */
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
  const { base, organizations, problem, regions } = useLoaderData<typeof loader>();
  const t = useTexts(customers);
  return (
    <>
      <PageHeader title={t("create.title")} back={{ to: `${base}/customers`, label: t("title") }} />
      <Notices notices={problem ? [problem] : []} />
      <CreateCustomerForm
        intent={intent("save")}
        customersHref={`${base}/customers`}
        organizations={organizations}
        regions={regions}
      />
    </>
  );
}
