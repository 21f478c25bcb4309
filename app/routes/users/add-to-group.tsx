import { redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTexts } from "~/components/context/console-context";
import { fixedTitle } from "~/components/shell/page-title";
import { Dialog } from "~/components/ui/dialog";
import { AddToGroupForm } from "~/components/users/add-to-group-form";
import { outcomes } from "~/i18n/outcomes";
import { users } from "~/i18n/users";
import { getGroupOptions } from "~/models/groups/group.server";
import { chosenFragment } from "~/models/list/preselected-rows";
import { addToGroupSchema } from "~/models/users/user.schema";
import { addUsersToGroups } from "~/models/users/user.server";
import { groupsToJoin, withoutAdministrator } from "~/models/users/user-screen.server";
import { isApiMessage } from "~/services/api-messages";
import type { ConsoleArgs } from "~/services/console-args";
import { screenGates } from "~/services/gates";
import { formAction } from "~/services/form-action.server";
import { consoleAction, consoleLoader } from "~/services/guard.server";
import { intentsOf } from "~/services/intents";

export const handle = fixedTitle(users, "addToGroup.title");

const gate = screenGates["users/add-to-group"];

const chosenIds = ({ url }: ConsoleArgs) => [...new Set(url.searchParams.getAll("ids"))].slice(0, 500);

/** URL of the list with its query, without the selection. */
function backToList({ url, base }: ConsoleArgs): string {
  const params = new URLSearchParams(url.searchParams);
  params.delete("ids");
  return params.size > 0 ? `${base}/users?${params}` : `${base}/users`;
}

export const loader = consoleLoader(gate, async (args) => {
  const count = chosenIds(args).length;
  if (count === 0) throw redirect(backToList(args));
  const backHref = backToList(args) + chosenFragment(chosenIds(args));
  return { count, ...(await groupsToJoin(args)), backHref };
});

export const action = consoleAction(gate, {
  add: formAction(
    ({ translate }) => addToGroupSchema(translate(users)),
    (args) => {
      const { api, translate } = args;
      const t = translate(users);
      return {
        save: async ({ groupIds }) => {
          // Loaded before the calls: a group archived by the time its call fails would be missing here.
          const options = await getGroupOptions(api, { choice: "PERSON" });
          const names = new Map(options.map(({ value, label }) => [value, label]));
          const failed = await addUsersToGroups(api, groupIds, chosenIds(args));
          if (failed.length === 0) return { done: t("addToGroup.done"), to: backToList(args) };
          const known = failed.map(({ error }) =>
            isApiMessage(error, "archived")
              ? translate(outcomes)("archived")
              : withoutAdministrator(args, error),
          );
          const description = [
            t("addToGroup.failedGroups", {
              names: failed.map(({ groupId }) => names.get(groupId) ?? t("addToGroup.unknown")).join(", "),
            }),
            known.find((reason) => reason !== undefined),
          ]
            .filter(Boolean)
            .join(". ");
          return { notice: { tone: "error", title: t("addToGroup.failed"), description } };
        },
        failed: { title: t("addToGroup.failed") },
      };
    },
  ),
});
const intent = intentsOf<typeof action>();

export default function AddToGroup() {
  const data = useLoaderData<typeof loader>();
  const t = useTexts(users);
  return (
    <Dialog title={t("addToGroup.title")} closeHref={data.backHref}>
      <AddToGroupForm intent={intent("add")} {...data} />
    </Dialog>
  );
}
