import { atsTenantsArea } from "~/areas/ats-tenants";
import { data } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { FixedTemplate, TemplatePicker } from "~/components/ats/template-picker";
import { HiddenTenantForm } from "~/components/ats/hidden-tenant-form";
import { TenantForm } from "~/components/ats/tenant-form";
import { useTexts } from "~/components/context/console-context";
import { useHistory } from "~/components/context/history";
import { titleFromData } from "~/components/shell/page-title";
import { Callout } from "~/components/ui/callout";
import { FormSection } from "~/components/ui/layout";
import { Notices } from "~/components/ui/notices";
import { BackLink } from "~/components/ui/page-header";
import styles from "~/components/ats/tenants.css?url";
import { stylesheets } from "~/components/ui/stylesheets";
import { common } from "~/i18n/common";
import { atsTenants } from "~/i18n/ats";
import { translator } from "~/i18n/texts";
import { sealSecrets, typedSecrets, withoutSecrets } from "~/models/ats/ats-secrets.server";
import {
  fixedTexts,
  savedSecrets,
  tenantFormValues,
  tenantSchema,
  tenantValues,
} from "~/models/ats/ats-tenant.schema";
import { getAtsTemplates, saveAtsTenant } from "~/models/ats/ats-tenant.server";
import {
  maySave,
  tenantForm,
  withoutTemplate,
  unreadableTemplate,
} from "~/models/ats/ats-tenant-screen.server";
import { getGroupOptions } from "~/models/groups/group.server";
import { getWorkflowChoices, workflowsToOffer } from "~/models/workflows/workflow-choices.server";
import { loaded } from "~/services/failure.server";
import { formAction } from "~/services/form-action.server";
import { formGate } from "~/services/gates";
import { consoleAction, consoleLoader } from "~/services/guard.server";
import { notFound } from "~/services/screens.server";
import { intentsOf } from "~/services/intents";

/** Create and edit page of an ATS configuration; they differ only in the source of the template. */
export const links = stylesheets(styles);

export const handle = titleFromData((found, language) => {
  const known = found as Awaited<ReturnType<typeof loader>> | undefined;
  const isEdit = known?.isEdit || known?.isExisting;
  return translator(atsTenants, language)(isEdit ? "editTitle" : "createTitle");
});

const gate = formGate(atsTenantsArea);

export const loader = consoleLoader(gate, async (args) => {
  const { api, paramIfAny, url, base, translate } = args;
  const t = translate(atsTenants);
  const isEdit = paramIfAny("tenantId") !== undefined;
  const templateId = url.searchParams.get("templateId");
  const isChosen = isEdit || Boolean(templateId);
  const pendingForm = tenantForm(args);
  const valuesOf = (known: Awaited<typeof pendingForm>) =>
    tenantFormValues(known?.template?.atsTemplateItems ?? [], known?.tenant ?? null);
  // The tenant's own workflows, if there are more than a picker offers (TEN-23).
  const own = async () =>
    Object.values(valuesOf(await pendingForm).workflows).flatMap((rows) =>
      rows.flatMap(({ indigenous }) => indigenous || []),
    );
  const [form, templates, groups, workflows] = await Promise.all([
    pendingForm,
    isEdit ? null : loaded(getAtsTemplates(api), args, t("otherFailed.templates")),
    isChosen ? loaded(getGroupOptions(api), args, t("otherFailed.groups"), "side") : null,
    isChosen
      ? loaded(workflowsToOffer(args, getWorkflowChoices, own), args, t("otherFailed.workflows"), "side")
      : null,
  ]);
  const items = form?.template?.atsTemplateItems ?? [];
  const tenant = form?.tenant ?? null;
  const values = valuesOf(form);
  const has = (component: string) => items.some(({ uiComponent }) => uiComponent === component);
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
      // A re-rendered form shows the problem next to its button.
      form?.template ? null : form?.problem,
      templates?.error,
      has("groupIdsConfig") ? groups?.error : null,
      has("flagWorkflowIdsConfig") ? workflows?.error : null,
    ].filter((problem) => problem != null),
    isExisting: !isEdit && tenant !== null,
    tenantId: tenant?._id ?? null,
    form: form?.template && {
      atsName: form.template.atsName,
      items,
      values,
      fixed: fixedTexts(items, tenant),
      version: tenant?.version ?? null,
      mayEdit: await maySave(args, isEdit || tenant !== null),
      savedSecrets: savedSecrets(items, tenant),
      options: {
        groups: groups?.data ?? [],
        workflows: (workflows?.data ?? []).map(({ _id, name }) => ({ _id, name })),
      },
    },
  };
});

export const action = consoleAction(gate, {
  save: async (args) => {
    const found = await tenantForm(args).catch((error: unknown) => unreadableTemplate(error, args));
    if (!found) throw notFound();
    // Without the template the form cannot be checked and is re-rendered as typed.
    if (found.problem) return withoutTemplate(args, found);
    const { template, tenant } = found;
    const { atsName, atsTemplateItems: items } = template;
    const secrets = await typedSecrets(args.form, items, args.user._id);
    const schema = tenantSchema(items, fixedTexts(items, tenant), args.translate(atsTenants));
    const answer = await formAction(
      () => schema,
      ({ api, base, translate }) => {
        const t = translate(atsTenants);
        return {
          save: async (values, version) => {
            const changed = tenant && { tenantId: tenant._id, version };
            const sent = { atsName, ...tenantValues(items, values, secrets, tenant) };
            await saveAtsTenant(api, changed, sent);
            return { done: t("saved"), to: `${base}/settings/ats-tenants` };
          },
          failed: { title: t("wrong"), description: t("saveFailed") },
          explain: ({ kind, message }) =>
            kind === "VALIDATION"
              ? {
                  formErrors: [message],
                  notice: { tone: "error", title: t("wrong"), description: t("incomplete") },
                }
              : undefined,
        };
      },
    )(args);
    if (!("data" in answer)) return answer;
    const { lastResult } = answer.data;
    const sealed = await sealSecrets(secrets, args.user._id);
    const shown = { lastResult: withoutSecrets(lastResult, items), secrets: sealed, kept: null };
    const again = { ...answer.data, ...shown };
    return data(again, answer.init ?? undefined);
  },
});

const intent = intentsOf<typeof action>();

export default function AtsTenantPage() {
  const { isEdit, path, atsName, picker, problems, isExisting, tenantId, form } =
    useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const t = useTexts(atsTenants);
  const c = useTexts(common);
  const history = useHistory();
  const { secrets, kept } = answer ?? {};
  return (
    <div className="settings-tab">
      <div>
        <BackLink to={path} label={t("back")} />
        <h2>{t(isEdit || isExisting ? "editTitle" : "createTitle")}</h2>
        {tenantId !== null && <p>{history("ATS_TENANT", tenantId, c("actions.history"))}</p>}
      </div>
      <Notices notices={problems} />
      {(!isEdit || atsName) && (
        <FormSection title={t("system")} description={t("systemText")}>
          {isEdit ? (
            <FixedTemplate name={atsName ?? ""} />
          ) : (
            <TemplatePicker path={`${path}/create`} {...picker} />
          )}
        </FormSection>
      )}
      {isExisting && <Callout tone="info">{t("existing")}</Callout>}
      {!form && kept && <HiddenTenantForm intent={intent("save")} fields={kept} secrets={secrets?.sealed} />}
      {form && (
        <TenantForm
          // Remounts for another ATS, which has another form.
          key={atsName}
          {...form}
          intent={intent("save")}
          typedSecrets={secrets}
        />
      )}
    </div>
  );
}
