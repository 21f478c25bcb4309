import { data, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { FixedTemplate, TemplatePicker } from "~/components/ats/template-picker";
import { type TenantAnswer, TenantForm } from "~/components/ats/tenant-form";
import { useTexts } from "~/components/shell/console-context";
import { titledBy } from "~/components/shell/page-title";
import { Callout } from "~/components/ui/callout";
import { Notices } from "~/components/ui/notices";
import { BackLink } from "~/components/ui/page-header";
import { atsTenants } from "~/i18n/ats";
import { translator } from "~/i18n/texts";
import { sealSecrets, typedSecrets, withoutSecrets, withSecrets } from "~/models/ats-secrets.server";
import {
  fieldName,
  isSecret,
  itemErrors,
  itemValue,
  type ItemValues,
  lastField,
  readItems,
  tenantValues,
  withoutRow,
  withRow,
} from "~/models/ats-tenant.schema";
import { getAtsTemplates, getTenantForm, saveAtsTenant } from "~/models/ats-tenant.server";
import { getGroupOptions } from "~/models/group.server";
import { getWorkflowOptions } from "~/models/workflow-options.server";
import { failureNotice, loaded } from "~/services/failure.server";
import { type ConsoleArgs, consoleAction, consoleLoader, type Gate } from "~/services/guard.server";
import { ApiError } from "~/services/regional-api.server";
import { notFound } from "~/services/screens.server";
import type { Notice } from "~/sessions.server";

/** Both the page that sets a system up and the one that changes it, which differ in where the template comes from. */
export const handle = titledBy((found, language) => {
  const isEdit = typeof found === "object" && found !== null && "isEdit" in found && found.isEdit;
  return translator(atsTenants, language)(isEdit ? "editTitle" : "createTitle");
});

const gate: Gate = { flag: "edgeTenantsEnabled" };

/** The template and tenant that the address names, or why they could not be had; null before one is chosen. */
async function tenantForm(args: ConsoleArgs) {
  const { api, scope, params, url, translate } = args;
  const t = translate(atsTenants);
  const { tenantId } = params;
  const templateId = url.searchParams.get("templateId");
  if (tenantId === undefined && !templateId) return null;
  const form = getTenantForm(
    api,
    scope,
    tenantId === undefined ? { templateId: templateId ?? "" } : { tenantId },
  );
  const known = tenantId === undefined ? form.tenant : form.tenant.catch(orNotFound);
  const [tenant, template] = await Promise.all([
    loaded(known, args, t("otherFailed.tenant")),
    loaded(form.template, args, t("otherFailed.template")),
  ]);
  // One of the two is found by the other, so that both fail when that one does.
  const problem =
    tenantId === undefined ? (template.error ?? tenant.error) : (tenant.error ?? template.error);
  if (problem || !template.data) return { problem, template: null, tenant: null };
  return { problem, template: template.data, tenant: tenant.data };
}

function orNotFound(error: unknown): never {
  throw error instanceof ApiError && error.kind === "NOT_FOUND" ? notFound() : error;
}

export const loader = consoleLoader(gate, async (args) => {
  const { api, scope, params, url, base, translate } = args;
  const t = translate(atsTenants);
  const isEdit = params.tenantId !== undefined;
  const templateId = url.searchParams.get("templateId");
  const isChosen = isEdit || Boolean(templateId);
  const [form, templates, groups, workflows] = await Promise.all([
    tenantForm(args),
    isEdit ? null : loaded(getAtsTemplates(api), args, t("otherFailed.templates")),
    isChosen ? loaded(getGroupOptions(api, scope), args, t("otherFailed.groups")) : null,
    isChosen ? loaded(getWorkflowOptions(api, scope), args, t("otherFailed.workflows")) : null,
  ]);
  const items = form?.template?.atsTemplateItems ?? [];
  const tenant = form?.tenant ?? null;
  const has = (component: string) => items.some(({ uiComponent }) => uiComponent === component);
  const values = Object.fromEntries(items.map((item) => [item.key, itemValue(item, tenant)]));
  const secrets = items.filter(isSecret).map(({ key }) => key);
  const isFilled = (key: string) => values[key]?.kind === "text" && values[key].text !== "";
  return {
    isEdit,
    path: `${base}/settings/ats-tenants`,
    atsName: form?.template?.displayName,
    picker: {
      templates: templates?.data?.map(({ _id, displayName }) => ({ value: _id, label: displayName })) ?? [],
      templateId: templateId ?? undefined,
      error: templateId === "" ? t("errors.templateRequired") : undefined,
    },
    problems: [
      form?.problem,
      templates?.error,
      has("groupIdsConfig") ? groups?.error : null,
      has("flagWorkflowIdsConfig") ? workflows?.error : null,
    ].filter((problem) => problem != null),
    form: form?.template && {
      items,
      // What may be seen of a secret is whether there is one.
      values: withoutSecrets(values, items),
      secretKeys: secrets,
      savedSecrets: secrets.filter(isFilled),
      options: { groups: groups?.data ?? [], workflows: workflows?.data ?? [] },
      isExisting: !isEdit && tenant !== null,
    },
    idempotencyKey: crypto.randomUUID(),
  };
});

type Answer = {
  lastResult: { status: "error" } | null;
  notices: Notice[];
  form: TenantAnswer | null;
  idempotencyKey: string;
};

type FormArgs = ConsoleArgs & { form: FormData; idempotencyKey: string; detail: string };

/** The posted form with what it is about. Throws the answer to give when that cannot be loaded. */
async function read(args: FormArgs) {
  const { form, user, idempotencyKey } = args;
  const found = await tenantForm(args);
  if (!found) throw notFound();
  const { template, tenant, problem } = found;
  if (!template) {
    const answer: Answer = {
      lastResult: null,
      notices: problem ? [problem] : [],
      form: null,
      idempotencyKey,
    };
    return { failure: data(answer, { status: 503 }) };
  }
  const items = template.atsTemplateItems;
  const secrets = await typedSecrets(form, items, user._id);
  return { template, tenant, items, secrets, values: readItems(form, items, tenant) };
}

type Found = Exclude<Awaited<ReturnType<typeof read>>, { failure: unknown }>;

async function again(
  { user, idempotencyKey }: FormArgs,
  { items, secrets }: Found,
  values: ItemValues,
  rest: { errors?: Record<string, string>; focus?: string; notices?: Notice[] },
  status: number,
) {
  const { errors = {}, focus, notices = [] } = rest;
  const answer: Answer = {
    lastResult: status === 400 ? { status: "error" } : null,
    notices,
    form: {
      stamp: crypto.randomUUID(),
      values: withoutSecrets(values, items),
      errors,
      focus,
      secrets: await sealSecrets(secrets, user._id),
    },
    idempotencyKey,
  };
  return data(answer, { status });
}

export const action = consoleAction(gate, {
  /** As it was typed before the session ended, without the secrets. */
  restored: async (args) => {
    const found = await read(args);
    if ("failure" in found) return found.failure;
    return again(args, found, found.values, { notices: args.kept ? [args.kept] : [] }, 200);
  },

  add: async (args) => {
    const found = await read(args);
    if ("failure" in found) return found.failure;
    const values = withRow(found.values, args.detail);
    return again(args, found, values, { focus: lastField(values, args.detail) }, 200);
  },

  remove: async (args) => {
    const found = await read(args);
    if ("failure" in found) return found.failure;
    const [at = "", ...key] = args.detail.split(":");
    const values = withoutRow(found.values, key.join(":"), Number(at));
    return again(args, found, values, { focus: fieldName(key.join(":"), "add") }, 200);
  },

  save: async (args) => {
    const { api, scope, base, idempotencyKey, translate, notify } = args;
    const t = translate(atsTenants);
    const found = await read(args);
    if ("failure" in found) return found.failure;
    const { template, tenant, items, secrets, values } = found;
    const errors = itemErrors(items, values, t);
    if (Object.keys(errors).length > 0) return again(args, found, values, { errors }, 400);
    const changed = tenantValues(items, withSecrets(values, secrets), tenant);
    try {
      const { atsName } = template;
      await saveAtsTenant(api, scope, { tenantId: tenant?._id, atsName, ...changed }, idempotencyKey);
    } catch (error) {
      const { notice, status } = failureNotice(error, args, {
        title: t("wrong"),
        description: t("incomplete"),
      });
      const isInvalid = error instanceof ApiError && error.kind === "VALIDATION";
      const why: Notice[] = isInvalid
        ? [{ tone: "error", title: t("validationError"), description: error.message }]
        : [];
      return again(args, found, values, { notices: [notice, ...why] }, status);
    }
    notify({ tone: "success", title: t("saved") });
    return redirect(`${base}/settings/ats-tenants`, 303);
  },
});

export default function AtsTenantPage() {
  const { isEdit, path, atsName, picker, problems, form, idempotencyKey } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const t = useTexts(atsTenants);
  return (
    <div className="settings-tab">
      <div>
        <BackLink to={path} label={t("back")} />
        <h2>{t(isEdit ? "editTitle" : "createTitle")}</h2>
      </div>
      <Notices notices={[...problems, ...(answer?.notices ?? [])]} />
      {isEdit ? (
        atsName && <FixedTemplate name={atsName} />
      ) : (
        <TemplatePicker path={`${path}/create`} {...picker} />
      )}
      {form?.isExisting && <Callout tone="info">{t("existing")}</Callout>}
      {form && (
        <TenantForm
          // Another system is another form.
          key={atsName}
          {...form}
          answer={answer?.form ?? undefined}
          idempotencyKey={answer?.idempotencyKey ?? idempotencyKey}
        />
      )}
    </div>
  );
}
