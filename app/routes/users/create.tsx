import { useLoaderData } from "@remix-run/react";
import { useTexts } from "~/components/context/console-context";
import { titled } from "~/components/shell/page-title";
import { PageHeader } from "~/components/ui/page-header";
import { stylesheets } from "~/components/ui/stylesheets";
import { CreateUserForm } from "~/components/users/user-form";
import styles from "~/components/users/users.css?url";
import { users } from "~/i18n/users";
import { newUserSchema } from "~/models/users/user.schema";
import { createUser } from "~/models/users/user.server";
import {
  groupsToJoin,
  isPhone,
  storedPhone,
  userCountries,
  usersPlace,
} from "~/models/users/user-screen.server";
import { isApiMessage } from "~/services/api-messages";
import { screenGates } from "~/services/gates";
import { formAction, type Refused } from "~/services/form-action.server";
import { consoleAction, consoleLoader } from "~/services/guard.server";
import { intentsOf } from "~/services/intents";

export const links = stylesheets(styles);
export const handle = titled(users, "form.createTitle");

const gate = screenGates["users/create"];

export const loader = consoleLoader(gate, async (args) => {
  const [place, groups] = await Promise.all([usersPlace(args), groupsToJoin(args)]);
  return { ...place, countries: userCountries(args), groups };
});

export const action = consoleAction(gate, {
  save: formAction(
    ({ translate }) => newUserSchema(translate(users), isPhone),
    (args) => {
      const { api, form, translate } = args;
      const t = translate(users);
      return {
        save: async ({ country, phoneNumber: typed, ...user }) => {
          const phoneNumber = storedPhone(country, typed);
          const wanted = { ...user, ...api.ids, ...(phoneNumber && { phoneNumber }) };
          const { isMailSent, isResetMailOn } = await createUser(api, { user: wanted });
          return {
            done: {
              title: t("form.created"),
              ...(!isMailSent && { description: t(isResetMailOn ? "form.noMail" : "form.noPassword") }),
            },
            to: (await usersPlace(args)).nextHref,
          };
        },
        failed: { title: t("form.createFailed") },
        explain: (error): Refused | undefined => {
          if (isApiMessage(error, "groupArchived"))
            return { fieldErrors: { groupIds: [t("errors.groupGone")] } };
          if (!isApiMessage(error, "emailExisting")) return undefined;
          const email = String(form.get("email")).trim().toLowerCase();
          return {
            fieldErrors: { email: [t("errors.emailTaken")] },
            notice: { tone: "error", title: t("form.exists", { email }) },
          };
        },
      };
    },
  ),
});

const intent = intentsOf<typeof action>();

export default function CreateUser() {
  const { listHref, nextHref, ...form } = useLoaderData<typeof loader>();
  const t = useTexts(users);
  return (
    <>
      <PageHeader
        title={t("form.createTitle")}
        back={listHref ? { to: listHref, label: t("title") } : undefined}
      />
      <CreateUserForm intent={intent("save")} cancelHref={nextHref} {...form} />
    </>
  );
}
