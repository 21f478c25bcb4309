import { useLoaderData } from "@remix-run/react";
import { useTexts } from "~/components/context/console-context";
import { titled } from "~/components/shell/page-title";
import { Callout } from "~/components/ui/callout";
import { PageHeader } from "~/components/ui/page-header";
import { stylesheets } from "~/components/ui/stylesheets";
import { EditUserForm } from "~/components/users/user-form";
import { UserErrorBoundary } from "~/components/users/user-not-found";
import styles from "~/components/users/users.css?url";
import { users } from "~/i18n/users";
import { regions } from "~/regions";
import { userSchema } from "~/models/users/user.schema";
import { updateUser } from "~/models/users/user.server";
import { isPhone, phoneOptions, storedPhone, userOfAddress } from "~/models/users/user-screen.server";
import type { Gate } from "~/services/console-args";
import { loaded } from "~/services/failure.server";
import { formAction } from "~/services/form-action.server";
import { consoleAction, consoleLoader } from "~/services/guard.server";
import { holdsRight } from "~/services/identity.server";
import { intentsOf } from "~/services/intents";
import { countryOfNumber, phoneCountry } from "~/services/phone.server";

export const links = stylesheets(styles);
export const handle = titled(users, "form.editTitle");
export const ErrorBoundary = UserErrorBoundary;

const gate: Gate = { flag: ["edgeUserListEnabled", "edgeUserEditEnabled"] };

export const loader = consoleLoader(gate, async (args) => {
  const { base, scope, translate, param } = args;
  const [found, mayEdit] = await Promise.all([
    loaded(userOfAddress(args), args, translate(users)("details.loadFailed")),
    holdsRight(args, "org:editUser"),
  ]);
  const user = found.data;
  const country = user?.phoneNumber
    ? countryOfNumber(user.phoneNumber, regions[scope.awsRegion].countryCode)
    : "";
  const code = phoneCountry(country)?.code ?? "";
  return {
    detailsHref: `${base}/users/${param("userId")}`,
    countries: phoneOptions(args),
    problem: found.error,
    user: user && {
      email: user.email,
      version: user.version,
      // An archived user is restored before anything else (USER-51).
      mayEdit: mayEdit && user.canChange && user.archivedAt === null,
      stored: {
        firstName: user.firstName,
        lastName: user.lastName,
        country,
        phoneNumber: user.phoneNumber?.replace(`+${code}`, "") ?? "",
      },
    },
  };
});

export const action = consoleAction(gate, {
  save: formAction(
    ({ translate }) => userSchema(translate(users), isPhone),
    ({ api, scope, base, param, idempotencyKey, translate }) => {
      const t = translate(users);
      return {
        save: async ({ country, phoneNumber, ...names }, version) => {
          const changed = {
            ...names,
            phoneNumber: storedPhone(country, phoneNumber),
            version: version ?? 0,
          };
          await updateUser(api, scope, param("userId"), changed, idempotencyKey);
          return { done: t("form.updated"), to: `${base}/users/${param("userId")}` };
        },
        failed: { title: t("form.editFailed") },
      };
    },
  ),
});

const intent = intentsOf<typeof action>();

export default function EditUser() {
  const { detailsHref, countries, problem, user } = useLoaderData<typeof loader>();
  const t = useTexts(users);
  return (
    <>
      <PageHeader title={t("form.editTitle")} back={{ to: detailsHref, label: t("details.title") }} />
      {problem && (
        <Callout tone={problem.tone} title={problem.title}>
          {problem.description}
        </Callout>
      )}
      {user && (
        <EditUserForm intent={intent("save")} cancelHref={detailsHref} countries={countries} {...user} />
      )}
    </>
  );
}
