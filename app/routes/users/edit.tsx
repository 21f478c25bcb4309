import { useLoaderData } from "@remix-run/react";
import { useTexts } from "~/components/context/console-context";
import { Problem } from "~/components/area/problem";
import { titled } from "~/components/shell/page-title";
import { PageHeader } from "~/components/ui/page-header";
import { stylesheets } from "~/components/ui/stylesheets";
import { EditUserForm } from "~/components/users/user-form";
import { UserErrorBoundary } from "~/components/users/user-not-found";
import styles from "~/components/users/users.css?url";
import { users } from "~/i18n/users";
import { leaveArchived } from "~/models/form/record-form.server";
import { userSchema } from "~/models/users/user.schema";
import { updateUser, userFilter, userName } from "~/models/users/user.server";
import {
  editedPhone,
  refusedEdit,
  phoneOfUser,
  userCountries,
  userOfAddress,
} from "~/models/users/user-screen.server";
import { loaded } from "~/services/failure.server";
import { screenGates } from "~/services/gates";
import { formAction } from "~/services/form-action.server";
import { consoleAction, consoleLoader } from "~/services/guard.server";
import { holdsRight } from "~/services/identity.server";
import { intentsOf } from "~/services/intents";

export const links = stylesheets(styles);
export const handle = titled(users, "form.editTitle");
export const ErrorBoundary = UserErrorBoundary;

const gate = screenGates["users/:userId/edit"];

export const loader = consoleLoader(gate, async (args) => {
  const { base, scope, translate, param } = args;
  const [found, mayEdit] = await Promise.all([
    loaded(userOfAddress(args), args, translate(users)("details.loadFailed")),
    holdsRight(args, "org:editUser somewhere"),
  ]);
  const user = found.data;
  const detailsHref = `${base}/users/${param("userId")}`;
  // An archived user is restored before anything else (USER-51).
  if (user) leaveArchived(args, user, detailsHref);
  return {
    detailsHref,
    countries: userCountries(args),
    problem: found.error,
    recordName: user ? userName(user) : undefined,
    user: user && {
      email: user.email,
      version: user.version,
      mayEdit: mayEdit && user.canChange,
      stored: { firstName: user.firstName, lastName: user.lastName, ...phoneOfUser(user, scope) },
    },
  };
});

export const action = consoleAction(gate, {
  save: formAction(
    ({ translate }) => userSchema(translate(users)),
    (args) => {
      const { api, scope, base, param, translate } = args;
      const t = translate(users);
      let found: ReturnType<typeof userOfAddress> | undefined;
      const find = () => (found ??= userOfAddress(args));
      return {
        check: async (typed) => refusedEdit(await find(), typed, args),
        save: async ({ firstName, lastName, ...phone }, version) => {
          const update = { firstName, lastName, phoneNumber: editedPhone(await find(), phone, scope) };
          await updateUser(api, { ...userFilter(api, param("userId")), update, version });
          return { done: t("form.updated"), to: `${base}/users/${param("userId")}` };
        },
        failed: { title: t("form.editFailed") },
      };
    },
  ),
});

const intent = intentsOf<typeof action>();

export default function EditUser() {
  const { detailsHref, countries, problem, recordName, user } = useLoaderData<typeof loader>();
  const t = useTexts(users);
  return (
    <>
      <PageHeader
        title={t("form.editTitle")}
        name={recordName}
        back={{ to: detailsHref, label: t("details.title") }}
      />
      <Problem of={problem} />
      {user && (
        <EditUserForm intent={intent("save")} cancelHref={detailsHref} countries={countries} {...user} />
      )}
    </>
  );
}
