import { translator } from "~/i18n/texts";
import type { FormArgs } from "~/services/console-args";
import type { FormApi } from "~/services/customer-api.server";
import { saveStepOf } from "~/services/intents";
import type { Notice } from "~/sessions.server";

type Document = { definitions: readonly { name?: { value: string } }[] };
type More = Partial<Omit<FormArgs, "api" | "flags" | "form">> & {
  form?: readonly [string, string][];
  flags?: object;
};
type Answers = Readonly<Record<string, object | Error | undefined>>;

/** Arguments for an action's post or a loader, with an API that answers each document by its name. */
export function argsOf(answers: Answers, more: More = {}) {
  const sent: { name: string; variables: unknown }[] = [];
  const notices: Notice[] = [];
  const answer = (document: Document, variables: unknown) => {
    const name = document.definitions.flatMap((definition) => definition.name?.value ?? [])[0] ?? "";
    sent.push({ name, variables });
    const found = answers[name] ?? new Error(`Nothing answers ${name}`);
    return found instanceof Error ? Promise.reject(found) : Promise.resolve(found);
  };
  const scope = more.scope ?? {
    customerId: "retail",
    hierarchyId: "root",
    organizationId: "acme",
    customerDisplayName: "Retail",
  };
  const { customerId, hierarchyId, organizationId } = scope;
  const ids = { customerId, hierarchyId, organizationId };
  const api: unknown = { ids, query: answer, mutate: answer, in: () => api, withKey: () => api };
  const form = new FormData();
  for (const [name, value] of more.form ?? []) form.append(name, value);
  const params: Record<string, string> = { groupId: "group", policyId: "policy" };
  const args = {
    detail: "",
    step: saveStepOf(more.detail ?? ""),
    url: new URL("http://console.example/base/screen"),
    scope,
    base: "/base",
    user: { _id: "me" },
    idempotencyKey: "key",
    translate: (texts: Parameters<typeof translator>[0]) => translator(texts, "en-GB"),
    param: (name: string) => params[name],
    paramIfAny: (name: string) => params[name],
    degrade: () => undefined,
    showsPosted: () => undefined,
    notify: (notice: Notice) => void notices.push(notice),
    ...more,
    api: api as FormApi,
    form,
  } as unknown as FormArgs;
  return { args, sent, notices };
}
