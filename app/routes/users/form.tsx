import { useLoaderData } from "@remix-run/react";
import { usersArea } from "~/areas/users";
import { RecordFormScreen } from "~/components/area/record-form-screen";
import { formTitle } from "~/components/shell/page-title";
import { stylesheets } from "~/components/ui/stylesheets";
import { CreateUserForm, EditUserForm } from "~/components/users/user-form";
import { UserErrorBoundary } from "~/components/users/user-not-found";
import styles from "~/components/users/users.css?url";
import { users } from "~/i18n/users";
import { recordForm } from "~/models/form/record-form.server";
import { newUserSchema, userSchema } from "~/models/users/user.schema";
import { createUser, updateUser, userFilter, userName } from "~/models/users/user.server";
import {
  editedPhone,
  groupsToJoin,
  isPhone,
  editErrors,
  shownUser,
  storedPhone,
  userCountries,
  userOfAddress,
} from "~/models/users/user-screen.server";
import { isApiMessage } from "~/services/api-messages";
import { loaded } from "~/services/failure.server";
import type { RefusedSave } from "~/services/form-action.server";
import { intentsOf } from "~/services/intents";

export const links = stylesheets(styles);
export const handle = formTitle(users);
export const ErrorBoundary = UserErrorBoundary;

const form = recordForm({
  area: usersArea,
  extra: async (args, id) => ({
    countries: userCountries(args),
    groups: id === undefined ? await groupsToJoin(args) : null,
  }),
  create: {
    schema: ({ translate }) => newUserSchema(translate(users), isPhone),
    save: async (api, { country, phoneNumber: typed, ...user }, { translate }) => {
      const t = translate(users);
      const phoneNumber = storedPhone(country, typed);
      const wanted = { ...user, ...api.ids, ...(phoneNumber && { phoneNumber }) };
      const { _id, isMailSent, isResetMailOn } = await createUser(api, { user: wanted });
      return { _id, ...(!isMailSent && { note: t(isResetMailOn ? "form.noMail" : "form.noPassword") }) };
    },
    more: ({ form, translate }) => ({
      explain: (error): RefusedSave | undefined => {
        const t = translate(users);
        if (isApiMessage(error, "groupArchived"))
          return { fieldErrors: { groupIds: [t("errors.groupGone")] } };
        if (!isApiMessage(error, "emailExisting")) return undefined;
        const email = String(form.get("email")).trim().toLowerCase();
        return {
          fieldErrors: { email: [t("errors.emailTaken")] },
          notice: { tone: "error", title: t("form.exists", { email }) },
        };
      },
    }),
  },
  edit: {
    schema: ({ translate }) => userSchema(translate(users)),
    find: (_api, _id, args) => userOfAddress(args),
    shown: (user, { scope }) => shownUser(user, scope),
    load: (found, args) => loaded(found, args, args.translate(users)("detail.loadFailed")),
    nameOf: (user) => userName(user),
    isEditable: ({ canChange }) => canChange,
    save: async (api, { _id, version, firstName, lastName, ...phone }, { scope, stored }) => {
      const update = { firstName, lastName, phoneNumber: editedPhone(await stored(), phone, scope) };
      return updateUser(api, { ...userFilter(api, _id), update, version });
    },
    more: (args) => ({ check: async (typed) => editErrors(await args.stored(), typed, args) }),
  },
});
export const loader = form.loader;
export const action = form.action;

const intent = intentsOf<typeof action>();

/** A new user, or name and number of an existing one (USER-62, USER-81). */
export default function UserScreen() {
  const { countries, groups, mayEdit, cancelHref, ...data } = useLoaderData<typeof loader>();
  const shared = { intent: intent("save"), countries, cancelHref };
  return (
    <RecordFormScreen {...data}>
      {(stored) => (
        <>
          {stored && <EditUserForm {...shared} stored={stored} mayEdit={mayEdit} />}
          {groups && <CreateUserForm {...shared} groups={groups} />}
        </>
      )}
    </RecordFormScreen>
  );
}
