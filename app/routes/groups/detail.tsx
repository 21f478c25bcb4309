import { Outlet, useActionData, useLoaderData } from "@remix-run/react";
import { useHistory } from "~/components/context/history";
import { useTexts } from "~/components/context/console-context";
import { PostForm, SubmitButton } from "~/components/form/post-form";
import styles from "~/components/groups/groups.css?url";
import ruleStyles from "~/components/rules/rules.css?url";
import { GroupFacts } from "~/components/groups/group-facts";
import { GroupErrorBoundary } from "~/components/groups/group-not-found";
import { MembersTab } from "~/components/groups/members-tab";
import { PermissionForm } from "~/components/groups/permission-form";
import { fixedTitle } from "~/components/shell/page-title";
import { ListQuestion } from "~/components/form/question-dialog";
import { PlaceOfRecord, useOpenedListHref } from "~/components/table/place-in-list";
import { Badge } from "~/components/ui/badge";
import { Button, ButtonLink } from "~/components/ui/button";
import { Callout } from "~/components/ui/callout";
import { Notices } from "~/components/ui/notices";
import { PageHeader } from "~/components/ui/page-header";
import { stylesheets } from "~/components/ui/stylesheets";
import { Tabs } from "~/components/ui/tabs";
import { Time } from "~/components/ui/time";
import userStyles from "~/components/users/users.css?url";
import { groups } from "~/i18n/groups";
import { redirectIfArchived } from "~/models/form/record-form.server";
import { getGroup } from "~/models/groups/group.server";
import {
  addUsersHref,
  groupActions,
  groupPlace,
  firstMembers,
  membersTab,
  usersHref,
} from "~/models/groups/group-screen.server";
import { groupTabs, isAdding, tabOf } from "~/models/groups/group-tabs";
import { permissionActions, permissionTab } from "~/models/groups/permission-screen.server";
import { loaded } from "~/services/failure.server";
import { isGateOpen, screenGates } from "~/services/gates";
import { consoleAction, consoleLoader } from "~/services/guard.server";
import { intentsOf } from "~/services/intents";
import type { Notice } from "~/sessions.server";

export const links = stylesheets(ruleStyles, styles, userStyles);
export const handle = fixedTitle(groups, "detail.title");
export const ErrorBoundary = GroupErrorBoundary;

const gate = screenGates["groups/:groupId"];

export const loader = consoleLoader(gate, async (args) => {
  const { api, base, flags, param, rights, scope, translate } = args;
  const tab = tabOf(args);
  const [{ data: group, error: problem }, members, first, held] = await Promise.all([
    loaded(getGroup(api, param("groupId")), args, translate(groups)("detail.loadFailed")),
    tab === "users" ? membersTab(args) : null,
    tab === "overview" ? firstMembers(args) : null,
    rights(),
  ]);
  if (group && isAdding(args)) redirectIfArchived(args, group, usersHref(args));
  const place = group && (await groupPlace(args, group));
  const mayChange = group?.canChange === true && held.has("org:editUser");
  const isArchived = group !== null && group.archivedAt !== null;
  return {
    base,
    tab,
    isInArchive: isArchived && flags.edgeGroupArchiveListEnabled,
    group,
    recordName: group?.name,
    problem,
    place,
    customer: scope.customerDisplayName,
    permissions:
      group && (tab === "console" || tab === "talent-hub") ? await permissionTab(args, group, tab) : null,
    first,
    members: members && {
      ...members,
      addHref: mayChange ? (isArchived ? null : addUsersHref(args)) : undefined,
      userHref: isGateOpen(screenGates["users/:userId"], { flags, rights: held })
        ? `${base}/users`
        : undefined,
    },
    may: {
      change: mayChange,
      edit: mayChange && isGateOpen(screenGates["groups/:groupId/edit"], { flags, rights: held }),
      archive: mayChange && flags.edgeGroupArchiveListEnabled,
    },
  };
});

export const action = consoleAction(gate, { ...permissionActions, ...groupActions }, { hasRules: true });

const intent = intentsOf<typeof action>();

const intents = {
  show: intent("show"),
  addRow: intent("addRow"),
  removeRow: intent("removeRow"),
  addRule: intent("addRule"),
  removeRule: intent("removeRule"),
  template: intent("template"),
  selectAll: intent("selectAll"),
  clear: intent("clear"),
  unlock: intent("unlock"),
  update: intent("update"),
};

export default function GroupDetail() {
  const { base, tab, isInArchive, group, problem, place, customer, permissions, first, members, may } =
    useLoaderData<typeof loader>();
  const answer = useActionData<{ draft?: object; notice?: Notice | null }>();
  const t = useTexts(groups);
  const history = useHistory();
  const backHref = useOpenedListHref(isInArchive ? `${base}/groups/archive` : `${base}/groups`);
  const back = { to: backHref, label: t(isInArchive ? "archiveTitle" : "title") };
  if (!group) {
    return (
      <>
        <PageHeader title={t("detail.title")} back={back} />
        <Notices notices={problem ? [problem] : []} />
      </>
    );
  }
  const here = `${base}/groups/${group._id}`;
  const isArchived = group.archivedAt !== null;
  return (
    <>
      <PageHeader
        title={t("detail.title")}
        name={group.name}
        back={back}
        tags={isArchived && <Badge>{t("archived")}</Badge>}
        meta={[
          <span key="created">
            {t("created")} <Time at={group.createdAt} kind="date" />
          </span>,
        ]}
        actions={
          <>
            <PlaceOfRecord place={place} hrefOf={(id) => `${base}/groups/${id}`} />
            {history("GROUP", group._id)}
            <ButtonLink to={`${base}/groups/compare?a=${group._id}`} icon="layers">
              {t("compare")}
            </ButtonLink>
            {may.archive && (
              <PostForm intent={intent(isArchived ? "restore" : "archive")} className="row">
                <SubmitButton variant="outline" icon={isArchived ? "restore" : "archive"}>
                  {t(isArchived ? "detail.restore" : "detail.archive")}
                </SubmitButton>
              </PostForm>
            )}
            {may.edit &&
              (isArchived ? (
                <Button icon="edit" disabled>
                  {t("detail.edit")}
                </Button>
              ) : (
                <ButtonLink to={`${here}/edit`} icon="edit">
                  {t("detail.edit")}
                </ButtonLink>
              ))}
          </>
        }
      />
      <Notices notices={answer?.notice && !answer.draft ? [answer.notice] : []} />
      {tab === "overview" && !answer?.draft && <ListQuestion intent={intent("restore")} />}
      {!group.canChange && (
        <div className="notices">
          <Callout tone="info" title={t("notYours")} />
        </div>
      )}
      <Tabs
        label={t("detail.tabsLabel")}
        tabs={groupTabs.map((key) => ({
          to: key === "overview" ? here : `${here}?tab=${key}`,
          label: t(key === "talent-hub" ? "detail.talentHub" : `detail.${key}`),
          current: key === tab,
        }))}
      />
      {members && (
        <>
          <MembersTab {...members} remove={intent("remove")} />
          {/* Add user: a dialog over the list. */}
          {may.change && <Outlet />}
        </>
      )}
      {permissions && (
        <>
          <Notices
            notices={[...(permissions.problem ? [permissions.problem] : []), ...permissions.notices]}
          />
          {permissions.form && <PermissionForm key={tab} {...permissions.form} intents={intents} />}
        </>
      )}
      {tab === "overview" && <GroupFacts {...{ group, customer, first }} usersHref={`${here}?tab=users`} />}
    </>
  );
}
