import { parse } from "@conform-to/react";
import { data } from "@remix-run/node";
import { atsTenants } from "~/i18n/ats";
import { holdsRight } from "~/services/identity.server";
import { failureNotice, nullIfMissing, type LoadError, loaded, optional } from "~/services/failure.server";
import { rerenderForm, rerenderedForm, valuesOnly } from "~/services/form-action.server";
import type { ConsoleArgs, FormArgs } from "~/services/console-args";
import { notFound } from "~/services/screens.server";
import { outcomes } from "~/i18n/outcomes";
import { nonSecretFields, sealSecrets, typedSecrets, withoutSecrets } from "./ats-secrets.server";
import { type AtsTemplate, type AtsTenant, getAtsTemplateOf, getTenantForm } from "./ats-tenant.server";

/**
 * `status` is the HTTP status for the problem. `template` is set if only the tenant is missing: it is needed
 * to render what was typed.
 */
type NoTenantForm = { problem: LoadError; status: number; template: AtsTemplate | null; tenant: null };
type TenantForm = { problem: null; template: AtsTemplate; tenant: AtsTenant | null };

/**
 * The template and tenant in the URL, or the reason they could not be loaded; null before one is chosen. A
 * missing tenant is a 404 page; an unknown template is reported above the choice, with status 404 (TEN-11).
 */
export async function tenantForm(args: ConsoleArgs | FormArgs): Promise<TenantForm | NoTenantForm | null> {
  const { api, paramIfAny, url, translate } = args;
  const t = translate(atsTenants);
  const tenantId = paramIfAny("tenantId");
  const templateId = url.searchParams.get("templateId");
  if (tenantId === undefined && !templateId) return null;
  const form = getTenantForm(api, tenantId === undefined ? { templateId: templateId ?? "" } : { tenantId });
  form.template.catch(() => {});
  form.tenant.catch(() => {});
  // A refusal (403) does not degrade the page; any other failure does.
  let status = 403;
  const degrade = (worse: number) => {
    status = worse;
    args.degrade(worse);
  };
  const speaker = { translate, degrade };
  // One of the two is looked up through the other; the message concerns the one in the URL.
  if (tenantId === undefined) {
    const found = await loaded(nullIfMissing(form.template), speaker, t("otherFailed.template"));
    if (found.error) return failedForm(found.error, status);
    if (found.data === null) {
      degrade(404);
      const title = translate(outcomes)("unexpectedError");
      return failedForm({ tone: "error", title, description: t("otherFailed.template") }, status);
    }
    const other = await loaded(form.tenant, speaker, t("otherFailed.tenant"));
    if (other.error) return failedForm(other.error, status);
    return { problem: null, template: found.data, tenant: other.data };
  }
  const found = await loaded(nullIfMissing(form.tenant), speaker, t("otherFailed.tenant"));
  if (found.error) return failedForm(found.error, status);
  if (found.data === null) {
    const posted = "form" in args ? args.form : rerenderedForm();
    if (!posted) throw notFound();
    // Archived while the form was open (GEN-25).
    const failure = failedForm(
      { tone: "warning", title: t("archivedMeanwhile"), description: t("archivedMeanwhileText") },
      archivedStatus,
    );
    const atsName = posted.get("atsName");
    const template =
      typeof atsName === "string" ? await optional(getAtsTemplateOf(api, { atsName }), null) : null;
    return { ...failure, template };
  }
  const other = await loaded(form.template, speaker, t("otherFailed.template"));
  if (other.error) return failedForm(other.error, status);
  return { problem: null, template: other.data, tenant: found.data };
}

/** On a post, an unreachable region is also reported next to the form: an error screen would discard the input. */
export function unreadableTemplate(error: unknown, args: ConsoleArgs): NoTenantForm {
  const description = args.translate(atsTenants)("otherFailed.template");
  const title = args.translate(outcomes)("unexpectedError");
  return failedForm({ tone: "error", title, description }, failureNotice(error, args, { title }).status);
}

/**
 * Answer to a post whose template cannot be read: the form as typed, with the reason, and the raw fields for a page
 * that cannot draw the form (TEN-32), unless resubmitting is pointless.
 */
export async function withoutTemplate(
  { form, user, showsPosted }: FormArgs,
  { problem, status }: Pick<NoTenantForm, "problem" | "status">,
) {
  showsPosted();
  const typed = valuesOnly(parse<null, string[]>(form, { resolve: () => ({ value: null }) }).reply());
  const answer = rerenderForm(form, { lastResult: withoutSecrets(typed, null), notice: problem }, status);
  const secrets = await sealSecrets(await typedSecrets(form, null, user._id), user._id);
  const kept = status === archivedStatus ? null : nonSecretFields(form);
  return data({ ...answer.data, secrets, kept }, answer.init ?? undefined);
}

const failedForm = (problem: LoadError, status: number): NoTenantForm => ({
  problem,
  status,
  template: null,
  tenant: null,
});

const archivedStatus = 409;

/** True if the user may save what the URL names: a new tenant, or a change to an existing one. */
export const maySave = (args: ConsoleArgs, isChange: boolean): Promise<boolean> =>
  holdsRight(args, isChange ? "ats:editTenant" : "ats:createTenant");
