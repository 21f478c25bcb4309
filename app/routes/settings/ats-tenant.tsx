import { redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { FixedTemplate, TemplatePicker } from "~/components/ats/template-picker";
import { TenantForm } from "~/components/ats/tenant-form";
import { useTexts } from "~/components/context/console-context";
import { titledBy } from "~/components/shell/page-title";
import { Callout } from "~/components/ui/callout";
import { Notices } from "~/components/ui/notices";
import { BackLink } from "~/components/ui/page-header";
import { atsTenants } from "~/i18n/ats";
import { translator } from "~/i18n/texts";
import { withoutSecrets, withSecrets } from "~/models/ats/ats-secrets.server";
import {
  fieldName,
  isSecret,
  itemErrors,
  itemValue,
  lastField,
  tenantValues,
  withoutRow,
  withRow,
} from "~/models/ats/ats-tenant.schema";
import { getAtsTemplates, saveAtsTenant } from "~/models/ats/ats-tenant.server";
import { readPosted, tenantAgain, tenantForm } from "~/models/ats/ats-tenant-screen.server";
import { getGroupOptions } from "~/models/groups/group.server";
import { getWorkflowOptions } from "~/models/workflows/workflow-options.server";
import { failureNotice, loaded } from "~/services/failure.server";
import type { Gate } from "~/services/console-args";
import { consoleAction, consoleLoader } from "~/services/guard.server";
import { ApiError } from "~/services/regional-api.server";
import type { Notice } from "~/sessions.server";

/** Both the page that sets a system up and the one that changes it, which differ in where the template comes from. */
export const handle = titledBy((found, language) => {
  const isEdit = typeof found === "object" && found !== null && "isEdit" in found && found.isEdit;
  return translator(atsTenants, language)(isEdit ? "editTitle" : "createTitle");
});

const gate: Gate = { flag: "edgeTenantsEnabled" };

export const loader = consoleLoader(gate, async (args) => {
  const { api, scope, params, url, base, translate } = args;
  const t = translate(atsTenants);
  const isEdit = params.tenantId !== undefined;
  const templateId = url.searchParams.get("templateId");
  const isChosen = isEdit || Boolean(templateId);
  const [form, templates, groups, workflows] = await Promise.all([
    tenantForm(args),
    isEdit ? null : loaded(getAtsTemplates(api), args, t("otherFailed.templates")),
    isChosen ? loaded(getGroupOptions(api, scope), args, t("otherFailed.groups"), "side") : null,
    isChosen ? loaded(getWorkflowOptions(api, scope), args, t("otherFailed.workflows"), "side") : null,
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
  };
});

export const action = consoleAction(gate, {
  /** As it was typed before the session ended, without the secrets. */
  restored: async (args) => {
    const found = await readPosted(args);
    if ("failure" in found) return found.failure;
    return tenantAgain(args, found, found.values, { notices: args.kept ? [args.kept] : [] }, 200);
  },

  add: async (args) => {
    const found = await readPosted(args);
    if ("failure" in found) return found.failure;
    const values = withRow(found.values, args.detail);
    return tenantAgain(args, found, values, { focus: lastField(values, args.detail) }, 200);
  },

  remove: async (args) => {
    const found = await readPosted(args);
    if ("failure" in found) return found.failure;
    const [at = "", ...key] = args.detail.split(":");
    const values = withoutRow(found.values, key.join(":"), Number(at));
    return tenantAgain(args, found, values, { focus: fieldName(key.join(":"), "add") }, 200);
  },

  save: async (args) => {
    const { api, scope, base, idempotencyKey, translate, notify } = args;
    const t = translate(atsTenants);
    const found = await readPosted(args);
    if ("failure" in found) return found.failure;
    const { template, tenant, items, secrets, values } = found;
    const errors = itemErrors(items, values, t);
    if (Object.keys(errors).length > 0) return tenantAgain(args, found, values, { errors }, 400);
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
      return tenantAgain(args, found, values, { notices: [notice, ...why] }, status);
    }
    notify({ tone: "success", title: t("saved") });
    return redirect(`${base}/settings/ats-tenants`, 303);
  },
});

export default function AtsTenantPage() {
  const { isEdit, path, atsName, picker, problems, form } = useLoaderData<typeof loader>();
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
        />
      )}
    </div>
  );
}
