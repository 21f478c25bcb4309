import { parse } from "@conform-to/react";
import { data } from "@remix-run/node";
import { atsTenants } from "~/i18n/ats";
import { holdsRight } from "~/services/identity.server";
import { failureNotice, ifThere, type LoadError, loaded, optional } from "~/services/failure.server";
import { formAgain, formBack, typedOnly } from "~/services/form-action.server";
import type { ConsoleArgs, FormArgs } from "~/services/console-args";
import { notFound } from "~/services/screens.server";
import { outcomes } from "~/i18n/outcomes";
import { keptFields, sealSecrets, typedSecrets, withoutSecrets } from "./ats-secrets.server";
import { type AtsTemplate, type AtsTenant, getAtsTemplateOf, getTenantForm } from "./ats-tenant.server";

/**
 * `status` is that of an answer which tells of the problem. The template is there where only the tenant has gone: what was
 * typed is drawn by it.
 */
type NoTenantForm = { problem: LoadError; status: number; template: AtsTemplate | null; tenant: null };
type TenantForm = { problem: null; template: AtsTemplate; tenant: AtsTenant | null };

/**
 * The template and tenant that the address names, or why they could not be had; null before one is chosen. A tenant
 * that there is not is not found; an unknown template is told above the choice, in a page that says 404 (TEN-11).
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
  // A refusal degrades no page; every other failure does.
  let status = 403;
  const degrade = (worse: number) => {
    status = worse;
    args.degrade(worse);
  };
  const speaker = { translate, degrade };
  // One of the two is found by the other: what is said is about the one that the address names.
  if (tenantId === undefined) {
    const found = await loaded(ifThere(form.template), speaker, t("otherFailed.template"));
    if (found.error) return failed(found.error, status);
    if (found.data === null) {
      degrade(404);
      const title = translate(outcomes)("unexpectedError");
      return failed({ tone: "error", title, description: t("otherFailed.template") }, status);
    }
    const other = await loaded(form.tenant, speaker, t("otherFailed.tenant"));
    if (other.error) return failed(other.error, status);
    return { problem: null, template: found.data, tenant: other.data };
  }
  const found = await loaded(ifThere(form.tenant), speaker, t("otherFailed.tenant"));
  if (found.error) return failed(found.error, status);
  if (found.data === null) {
    const posted = "form" in args ? args.form : formBack();
    if (!posted) throw notFound();
    // Archived while its form was open (GEN-25).
    const told = failed(
      { tone: "warning", title: t("archivedMeanwhile"), description: t("archivedMeanwhileText") },
      archivedStatus,
    );
    const atsName = posted.get("atsName");
    const template =
      typeof atsName === "string" ? await optional(getAtsTemplateOf(api, { atsName }), null) : null;
    return { ...told, template };
  }
  const other = await loaded(form.template, speaker, t("otherFailed.template"));
  if (other.error) return failed(other.error, status);
  return { problem: null, template: other.data, tenant: found.data };
}

/** In a post also a region that does not answer is told beside the form: the error screen would take it away. */
export function unread(error: unknown, args: ConsoleArgs): NoTenantForm {
  const description = args.translate(atsTenants)("otherFailed.template");
  const title = args.translate(outcomes)("unexpectedError");
  return failed({ tone: "error", title, description }, failureNotice(error, args, { title }).status);
}

/**
 * The answer to a post whose template cannot be read: the form as it was typed, with why beside it, and its fields as
 * they were sent for a page that cannot draw them either (TEN-32), unless it is in vain to send them again.
 */
export async function withoutTemplate(
  { form, user, showsPosted }: FormArgs,
  { problem, status }: Pick<NoTenantForm, "problem" | "status">,
) {
  showsPosted();
  const typed = typedOnly(parse<null, string[]>(form, { resolve: () => ({ value: null }) }).reply());
  const answer = formAgain(form, { lastResult: withoutSecrets(typed, null), notice: problem }, status);
  const secrets = await sealSecrets(await typedSecrets(form, null, user._id), user._id);
  const kept = status === archivedStatus ? null : keptFields(form);
  return data({ ...answer.data, secrets, kept }, answer.init ?? undefined);
}

const failed = (problem: LoadError, status: number): NoTenantForm => ({
  problem,
  status,
  template: null,
  tenant: null,
});

const archivedStatus = 409;

/** Whether the person may save what the address names: a new tenant, or a change of one that there is. */
export const maySave = (args: ConsoleArgs, isChange: boolean): Promise<boolean> =>
  holdsRight(args, isChange ? "ats:editTenant" : "ats:createTenant");
