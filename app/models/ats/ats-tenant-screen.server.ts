import { data } from "@remix-run/node";
import { atsTenants } from "~/i18n/ats";
import { loaded } from "~/services/failure.server";
import type { ConsoleArgs, FormArgs } from "~/services/console-args";
import { ApiError } from "~/services/regional-api.server";
import { notFound } from "~/services/screens.server";
import type { Notice } from "~/sessions.server";
import { sealSecrets, typedSecrets, withoutSecrets } from "./ats-secrets.server";
import { type ItemValues, readItems, type TenantAnswer } from "./ats-tenant.schema";
import { getTenantForm } from "./ats-tenant.server";

/** The template and tenant that the address names, or why they could not be had; null before one is chosen. */
export async function tenantForm(args: ConsoleArgs) {
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

type Answer = {
  lastResult: { status: "error" } | null;
  notices: Notice[];
  form: TenantAnswer | null;
};

/** The posted form with what it is about. Throws the answer to give when that cannot be loaded. */
export async function readPosted(args: FormArgs) {
  const { form, user } = args;
  const found = await tenantForm(args);
  if (!found) throw notFound();
  const { template, tenant, problem } = found;
  if (!template) {
    const answer: Answer = { lastResult: null, notices: problem ? [problem] : [], form: null };
    return { failure: data(answer, { status: 503 }) };
  }
  const items = template.atsTemplateItems;
  const secrets = await typedSecrets(form, items, user._id);
  return { template, tenant, items, secrets, values: readItems(form, items, tenant) };
}

type Found = Exclude<Awaited<ReturnType<typeof readPosted>>, { failure: unknown }>;

/** The form again, as it was typed, without the secrets in clear. */
export async function tenantAgain(
  { user }: FormArgs,
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
  };
  return data(answer, { status });
}
