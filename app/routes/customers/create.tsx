import { data, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import type { SubmissionResult } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { CreateCustomerForm } from "~/components/customers/create-customer-form";
import { useTexts } from "~/components/context/console-context";
import { titled } from "~/components/shell/page-title";
import { Notices } from "~/components/ui/notices";
import { PageHeader } from "~/components/ui/page-header";
import { customers } from "~/i18n/customers";
import { outcomes } from "~/i18n/outcomes";
import { regions } from "~/regions";
import { accountNameFor, newCustomerSchema } from "~/models/customers/customer.schema";
import { createCustomer } from "~/models/customers/customer.server";
import { getOrganizationOptions } from "~/models/organizations/organization.server";
import { customerRegions } from "~/services/env.server";
import { failureNotice, loaded } from "~/services/failure.server";
import type { Gate } from "~/services/console-args";
import { consoleAction, consoleLoader } from "~/services/guard.server";
import { ApiError } from "~/services/regional-api.server";
import type { Notice } from "~/sessions.server";

export const handle = titled(customers, "create.title");

const gate: Gate = { flag: ["edgeCustomerListEnabled", "edgeCustomerCreationEnabled"] };

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
    idempotencyKey: crypto.randomUUID(),
  };
});

/** The form again: with errors, with a name filled in, or with the question before saving. */
type Answer = {
  lastResult: SubmissionResult<string[]>;
  notice: Notice | null;
  isConfirming: boolean;
};

function again(answer: Partial<Answer> & Pick<Answer, "lastResult">, status = 400) {
  return data<Answer>({ notice: null, isConfirming: false, ...answer }, { status });
}

export const action = consoleAction(gate, {
  /** Checks the form, then asks before saving for good (CUST-36, CUST-37). */
  save: ({ form, translate }) => {
    const t = translate(customers);
    const submission = parseWithZod(form, { schema: newCustomerSchema(t) });
    if (submission.status === "success")
      return again({ lastResult: submission.reply(), isConfirming: true }, 200);
    const filled = withAccountName(form);
    if (filled) {
      const lastResult = { ...submission.reply({ formErrors: [] }), initialValue: filled, error: {} };
      return again({ lastResult, notice: { tone: "info", title: t("create.filledIn") } });
    }
    return again({ lastResult: submission.reply({ formErrors: [t("create.invalid")] }) });
  },

  /** Back from the question to the form as it was (CUST-38). */
  cancel: ({ form, translate }) => {
    const submission = parseWithZod(form, { schema: newCustomerSchema(translate(customers)) });
    return again({ lastResult: { initialValue: submission.reply().initialValue } }, 200);
  },

  confirm: async (args) => {
    const { api, base, form, idempotencyKey, translate, notify } = args;
    const t = translate(customers);
    const submission = parseWithZod(form, { schema: newCustomerSchema(t) });
    if (submission.status !== "success" || !customerRegions().includes(submission.value.awsRegion)) {
      return again({ lastResult: submission.reply({ formErrors: [t("create.invalid")] }) });
    }
    try {
      await createCustomer(api, submission.value, idempotencyKey);
    } catch (error) {
      if (error instanceof ApiError && error.message.includes("already exist")) {
        const lastResult = submission.reply({ fieldErrors: { uniqueName: [t("errors.uniqueNameTaken")] } });
        const notice: Notice = { tone: "error", title: t("create.unable"), description: t("create.exists") };
        return again({ lastResult, notice });
      }
      const title = translate(outcomes)("unexpectedError");
      const { notice, status } = failureNotice(error, args, { title, description: t("create.failed") });
      return again({ lastResult: submission.reply(), notice }, status);
    }
    notify({ tone: "success", title: t("create.created") });
    return redirect(`${base}/customers`, 303);
  },
});

/** What was typed with the account name filled in, when that was empty and the display name is not (CUST-35). */
function withAccountName(form: FormData): Record<string, string> | null {
  const typed = Object.fromEntries(
    ["organizationId", "displayName", "uniqueName", "awsRegion"].map((name) => [
      name,
      String(form.get(name) ?? ""),
    ]),
  );
  const displayName = typed.displayName?.trim() ?? "";
  if (typed.uniqueName?.trim() || !displayName || displayName.length > 100) return null;
  const uniqueName = accountNameFor(displayName);
  return uniqueName ? { ...typed, uniqueName } : null;
}

export default function CreateCustomer() {
  const { base, organizations, problem, regions, idempotencyKey } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const t = useTexts(customers);
  return (
    <>
      <PageHeader title={t("create.title")} back={{ to: `${base}/customers`, label: t("title") }} />
      <Notices notices={[problem, answer?.notice].filter((notice) => notice != null)} />
      <CreateCustomerForm
        customersHref={`${base}/customers`}
        organizations={organizations}
        regions={regions}
        idempotencyKey={idempotencyKey}
        lastResult={answer?.lastResult}
        isConfirming={answer?.isConfirming ?? false}
      />
    </>
  );
}
