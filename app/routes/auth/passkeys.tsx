import { data, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import {
  AddPasskey,
  RemovePasskey,
  RenamePasskey,
  type PasskeyErrors,
} from "~/components/auth/passkey-forms";
import { useTexts } from "~/components/context/console-context";
import { fixedTitle } from "~/components/shell/page-title";
import { Card, DataList } from "~/components/ui/layout";
import { Notices } from "~/components/ui/notices";
import { PageHeader } from "~/components/ui/page-header";
import { Time } from "~/components/ui/time";
import { passkeys } from "~/i18n/passkeys";
import { users } from "~/i18n/users";
import {
  addPasskey,
  beginPasskey,
  getPasskeys,
  removePasskey,
  renamePasskey,
} from "~/models/auth/passkeys.server";
import { limits } from "~/models/form/limits";
import { limitedText } from "~/models/form/text-rules";
import { isApiMessage } from "~/services/api-messages";
import { brandOf } from "~/services/brand.server";
import type { FormArgs } from "~/services/console-args";
import { failure, loaded } from "~/services/failure.server";
import type { Gate } from "~/services/gates";
import { consoleAction, consoleLoader } from "~/services/guard.server";
import { intentsOf } from "~/services/intents";
import type { Notice } from "~/sessions.server";

export const handle = fixedTitle(passkeys, "title");

const gate: Gate = { flag: null };
const maxPasskeys = 5;

export const loader = consoleLoader(gate, async (args) => {
  const { api, base, translate } = args;
  const own = await loaded(getPasskeys(api), args, translate(passkeys)("loadFailed"));
  return { accountHref: `${base}/account`, own: own.data, problem: own.error };
});

type Answer = {
  notice?: Notice;
  /** The form concerned: "add", or the id of the passkey. */
  of?: string;
  errors?: PasskeyErrors;
  /** The name typed, if it is to be entered again. */
  name?: string;
  begun?: { options: string; name: string };
};
const answerWith = (answer: Answer, status = 400) => data<Answer>(answer, { status });

/** The name typed, as it would be stored, and its error. */
function nameIn({ form, translate }: FormArgs): { name: string; wrong: string[] | undefined } {
  const typed = String(form.get("name") ?? "");
  const rule = limitedText(translate(passkeys), limits.passkeyName, "errors.nameTooLong", "errors.name");
  const { data: name, error } = rule.safeParse(typed);
  return { name: name ?? typed, wrong: error?.issues.map(({ message }) => message) };
}

/** The answer to a wrong password; undefined for another error. */
function wrongPassword(error: unknown, { translate }: FormArgs, of: string, name?: string) {
  const t = translate(passkeys);
  if (isApiMessage(error, "wrongPassword"))
    return answerWith({ of, errors: { password: [t("errors.passwordWrong")] }, name });
  return isApiMessage(error, "userLocked")
    ? answerWith({ of, errors: { password: [t("errors.locked")] }, name }, 403)
    : undefined;
}

export const action = consoleAction(gate, {
  begin: async (args: FormArgs) => {
    const { api, form, request, translate } = args;
    const t = translate(passkeys);
    const { name, wrong } = nameIn(args);
    const password = String(form.get("password") ?? "");
    const errors = { name: wrong, password: password === "" ? [t("errors.password")] : undefined };
    if (errors.name ?? errors.password) return answerWith({ of: "add", errors, name });
    try {
      const { productName } = brandOf(request);
      const { options } = await beginPasskey(api, { password, productName });
      return answerWith({ of: "add", begun: { options, name } }, 200);
    } catch (error) {
      return wrongPassword(error, args, "add", name) ?? failure(error, args, { title: t("addFailed") });
    }
  },
  add: async (args: FormArgs) => {
    const { api, form, notify, translate, url } = args;
    const t = translate(passkeys);
    const [name, response] = ["name", "response"].map((field) => String(form.get(field) ?? ""));
    try {
      const { isAdded } = await addPasskey(api, { name: name ?? "", response: response ?? "" });
      if (!isAdded) return answerWith({ notice: { tone: "error", title: t("addFailed") } });
    } catch (error) {
      return failure(error, args, { title: t("addFailed") });
    }
    notify({ tone: "success", title: t("added") });
    return redirect(url.pathname, 303);
  },
  rename: async (args: FormArgs) => {
    const { api, detail, notify, translate, url } = args;
    const t = translate(passkeys);
    const { name, wrong } = nameIn(args);
    if (wrong) return answerWith({ of: detail, errors: { name: wrong }, name });
    try {
      const { isRenamed } = await renamePasskey(api, { name, _id: detail });
      if (!isRenamed) return answerWith({ notice: { tone: "error", title: t("renameFailed") } });
    } catch (error) {
      return failure(error, args, { title: t("renameFailed") });
    }
    notify({ tone: "success", title: t("renamed") });
    return redirect(url.pathname, 303);
  },
  remove: async (args: FormArgs) => {
    const { api, detail, form, notify, translate, url } = args;
    const t = translate(passkeys);
    const password = String(form.get("password") ?? "");
    if (password === "") return answerWith({ of: detail, errors: { password: [t("errors.password")] } });
    try {
      await removePasskey(api, { password, _id: detail });
    } catch (error) {
      return wrongPassword(error, args, detail) ?? failure(error, args, { title: t("removeFailed") });
    }
    notify({ tone: "success", title: t("removed") });
    return redirect(url.pathname, 303);
  },
});

const intent = intentsOf<typeof action>();

/** The person's own passkeys: add, list, remove (MFA-09). */
export default function Passkeys() {
  const { accountHref, own, problem } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>() as Answer | undefined;
  const t = useTexts(passkeys);
  const account = useTexts(users)("account.title");
  const answerTo = (form: string) =>
    answer?.of === form ? { errors: answer.errors, typed: answer.name } : undefined;
  const notices = [...(problem ? [problem] : []), ...(answer?.notice ? [answer.notice] : [])];
  return (
    <>
      <PageHeader title={t("title")} back={{ to: accountHref, label: account }} meta={[t("text")]} />
      <Notices notices={notices} />
      <div className="rt-r-display-grid rt-r-gap-4">
        {own?.passkeys.length === 0 && (
          <Card>
            <p>{t(own.isAvailable ? "none" : "unavailable")}</p>
          </Card>
        )}
        {own?.passkeys.map(({ _id, name, createdAt, lastUsedAt }) => (
          // The changed key closes the form after a rename.
          <Card key={`${_id} ${name}`} title={name}>
            <DataList
              items={[
                { label: t("made"), value: <Time at={createdAt} kind="dateTime" /> },
                {
                  label: t("used"),
                  value: lastUsedAt ? <Time at={lastUsedAt} kind="dateTime" /> : t("never"),
                },
              ]}
            />
            <div className="rt-Flex rt-r-fd-column rt-r-gap-2 rt-r-mt-3">
              <RenamePasskey intent={intent("rename", _id)} id={_id} name={name} {...answerTo(_id)} />
              <RemovePasskey intent={intent("remove", _id)} id={_id} name={name} {...answerTo(_id)} />
            </div>
          </Card>
        ))}
        {own?.isAvailable && (
          <Card title={t("addTitle")}>
            {own.passkeys.length >= maxPasskeys ? (
              <p>{t("most")}</p>
            ) : (
              <>
                <p className="muted rt-r-mb-3">{t("addText")}</p>
                <AddPasskey
                  // The changed key empties the form after a passkey was added.
                  key={own.passkeys.length}
                  intents={{ begin: intent("begin"), add: intent("add") }}
                  {...answerTo("add")}
                  begun={answer?.begun}
                />
              </>
            )}
          </Card>
        )}
      </div>
    </>
  );
}
