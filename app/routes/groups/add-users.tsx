import { data, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTexts } from "~/components/context/console-context";
import { AddUsersForm } from "~/components/groups/add-users-form";
import { QuestionDialog } from "~/components/form/question-dialog";
import { fixedTitle } from "~/components/shell/page-title";
import { Dialog } from "~/components/ui/dialog";
import { groups } from "~/i18n/groups";
import { users } from "~/i18n/users";
import { getGroup } from "~/models/groups/group.server";
import { addUsersQuestion, usersHref, refusalReason } from "~/models/groups/group-screen.server";
import { addMembers, getCandidates } from "~/models/groups/member.server";
import { textFilter, textsFilter } from "~/models/list/list-search";
import type { Gate } from "~/services/gates";
import { failureNotice, loaded } from "~/services/failure.server";
import { confirmationStatus, type Question } from "~/services/form-answer";
import { consoleAction, consoleLoader } from "~/services/guard.server";
import { intentsOf } from "~/services/intents";
import { screenHref } from "~/services/undo.server";
import type { Notice } from "~/sessions.server";

export const handle = fixedTitle(groups, "members.addTitle");

const gate: Gate = { flag: ["edgeGroupListEnabled", "edgeGroupDetailEnabled"], right: "org:editUser" };

const [find, ids] = [textFilter(), textsFilter()];

export const loader = consoleLoader(gate, async (args) => {
  const { api, param, url, translate } = args;
  const groupId = param("groupId");
  const searchText = find.parse(url.searchParams.getAll("find"));
  const userIds = ids.parse(url.searchParams.getAll("ids"));
  const failed = translate(users)("loadFailed");
  const [matches, chosen] = await Promise.all([
    loaded(getCandidates(api, groupId, { searchText }), args, failed, "side"),
    // Without JS, the people selected before the last search.
    userIds.length > 0
      ? loaded(getCandidates(api, groupId, { userIds }), args, failed, "side")
      : { data: [], error: null },
  ]);
  return {
    find: searchText ?? "",
    matches: matches.data ?? [],
    chosen: chosen.data ?? [],
    problem: matches.error ?? chosen.error,
    backHref: usersHref(args),
  };
});

type AddUsersAnswer = { notice?: Notice; question?: Question; userIds: string[] };

export const action = consoleAction(gate, {
  /** No-JS search; the selection is kept in the query string (GRP-49). */
  find: (args) => {
    const url = new URL(screenHref(args), args.url);
    url.searchParams.delete("find");
    url.searchParams.delete("ids");
    const text = find.parse(args.form.getAll("find").map(String));
    if (text !== undefined) url.searchParams.set("find", text);
    for (const id of ids.parse(args.form.getAll("userIds").map(String))) url.searchParams.append("ids", id);
    return redirect(url.pathname + url.search, 303);
  },

  /** Adds the selected users to the group (GRP-47). */
  add: async (args) => {
    const { api, form, notify, param, step, translate } = args;
    const t = translate(groups);
    const userIds = [...new Set(form.getAll("userIds").map(String))];
    const again = (notice: Notice, status: number) => data<AddUsersAnswer>({ notice, userIds }, { status });
    if (userIds.length === 0) return again({ tone: "warning", title: t("members.chooseFirst") }, 400);
    try {
      const question = step === "confirm" ? null : await addUsersQuestion(args, userIds);
      if (question) return data<AddUsersAnswer>({ question, userIds }, { status: confirmationStatus });
      const { _id: groupId } = await getGroup(api, param("groupId"));
      await addMembers(api, { groupId, userIds });
    } catch (error) {
      const known = refusalReason(args, error);
      if (known !== undefined) return again({ tone: "warning", title: known }, 400);
      const { notice, status } = failureNotice(error, args, { title: t("members.addFailed") });
      return again(notice, status);
    }
    notify({ tone: "success", title: t("members.added") });
    return redirect(usersHref(args), 303);
  },
});
const intent = intentsOf<typeof action>();

export default function AddUsers() {
  const loaderData = useLoaderData<typeof loader>();
  const answer = useActionData<AddUsersAnswer>();
  const t = useTexts(groups);
  if (answer?.question)
    return (
      <QuestionDialog
        question={answer.question}
        intent={intent("add", "confirm")}
        cancel={{ href: loaderData.backHref }}
        fields={{ userIds: answer.userIds }}
      />
    );
  return (
    <Dialog title={t("members.addTitle")} closeHref={loaderData.backHref}>
      <AddUsersForm
        {...loaderData}
        notice={answer?.notice ?? null}
        ticked={answer?.userIds ?? loaderData.chosen.map(({ _id }) => _id)}
        intents={{ add: intent("add"), find: intent("find") }}
      />
    </Dialog>
  );
}
