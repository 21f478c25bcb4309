import { useActionData, useLoaderData } from "@remix-run/react";
import { useHistory } from "~/components/context/history";
import { groupsArea } from "~/areas/groups";
import { usersArea } from "~/areas/users";
import { useTexts } from "~/components/context/console-context";
import { PostForm, SubmitButton } from "~/components/form/post-form";
import { fixedTitle } from "~/components/shell/page-title";
import { PlaceOfRecord, useOpenedListHref } from "~/components/table/place-in-list";
import { Badge } from "~/components/ui/badge";
import { CopyButton } from "~/components/ui/copy-button";
import { Initials } from "~/components/ui/initials";
import { Card } from "~/components/ui/layout";
import { Notices } from "~/components/ui/notices";
import { PageHeader } from "~/components/ui/page-header";
import { stylesheets } from "~/components/ui/stylesheets";
import { ResetFactorsForm } from "~/components/users/reset-factors-form";
import { SignIns } from "~/components/users/sign-ins";
import { UserActions } from "~/components/users/user-actions";
import { UserFacts } from "~/components/users/user-facts";
import { UserLock } from "~/components/users/user-lock";
import { UserErrorBoundary } from "~/components/users/user-not-found";
import { UserPermissions } from "~/components/users/user-permissions";
import ruleStyles from "~/components/rules/rules.css?url";
import styles from "~/components/users/users.css?url";
import { common } from "~/i18n/common";
import { heldPermissions } from "~/i18n/held-permissions";
import { users } from "~/i18n/users";
import { permissionQuestion } from "~/models/users/permission-question.server";
import { passwordOf } from "~/models/users/password-age";
import { getUserSignIns } from "~/models/users/sign-in.server";
import { getUserPermissions, userName } from "~/models/users/user.server";
import {
  mfaChanges,
  resetFactors,
  resetPassword,
  signOutOne,
  unlockOne,
  userMoves,
} from "~/models/users/user-changes-screen.server";
import { userOfAddress, userPlace } from "~/models/users/user-screen.server";
import { vacanciesOfPerson } from "~/models/vacancies/vacancy-screen.server";
import { loaded } from "~/services/failure.server";
import { actionGates, isGateOpen, screenGates, type Gate } from "~/services/gates";
import { consoleAction, consoleLoader } from "~/services/guard.server";
import { intentsOf } from "~/services/intents";

export const links = stylesheets(ruleStyles, styles);
export const handle = fixedTitle(users, "detail.title");
export const ErrorBoundary = UserErrorBoundary;

const { actions, screens } = usersArea;

export const loader = consoleLoader(screens.detail, async (args) => {
  const { api, base, flags, param, translate, user: self } = args;
  const t = translate(users);
  const userId = param("userId");
  const [found, permissions, signIns, question, rights] = await Promise.all([
    loaded(userOfAddress(args), args, t("detail.loadFailed")),
    loaded(getUserPermissions(api, userId), args, translate(heldPermissions)("loadFailed"), "side"),
    loaded(getUserSignIns(api, userId), args, t("signIns.loadFailed"), "side"),
    permissionQuestion(args),
    args.rights(),
  ]);
  const user = found.data;
  const may = (gate: Gate) => user?.canChange === true && isGateOpen(gate, { flags, rights });
  const [place, vacancies] = user
    ? await Promise.all([userPlace(args, user), vacanciesOfPerson(args, user.email)])
    : [null, null];
  const isOpen = user?.archivedAt === null;
  const hasFactor = user !== null && (user.hasAuthenticator || user.hasPasskey);
  return {
    listHref: `${base}/users`,
    userHref: `${base}/users/${userId}`,
    mayOpenList: isGateOpen(screenGates.users, { flags, rights }),
    isInArchive: Boolean(user?.archivedAt && flags.edgeUserArchiveListEnabled),
    groupsHref: isGateOpen(groupsArea.screens.detail, { flags, rights }) ? `${base}/groups` : undefined,
    place,
    vacancies,
    user,
    recordName: user ? userName(user) : undefined,
    password: user && passwordOf(user, Date.now()),
    permissions: user && { permissions: permissions.data ?? [], problem: permissions.error, question },
    signIns: user && signIns.data,
    problems: [found.error, signIns.error, question?.problem].filter((problem) => problem != null),
    isSelf: userId === self._id,
    // Without the right to change any user, this user's rights are not given as the reason (USER-32).
    isBeyond: user?.canChange === false && isGateOpen(actions.edit, { flags, rights }),
    may: {
      edit: isOpen && may(actions.edit),
      archive: isOpen && may(actions.archive),
      // An account created by single sign-on has no usable password.
      reset: isOpen && user.hasPassword && may(actionGates.resetPassword),
      // An app or a passkey is required regardless of this setting.
      mfa: isOpen && user.hasPassword && !hasFactor && may(actions.edit),
      unlock: isOpen && user.hasPassword && may(actionGates.unlockUser),
      // People remove their own factors themselves, with one of their codes.
      resetFactors: isOpen && hasFactor && userId !== self._id && may(actions.edit),
      signOut: isOpen && may(actions.edit),
      restore: Boolean(user?.archivedAt) && may(actions.restore),
    },
  };
});

export const action = consoleAction(screens.detail, {
  ...userMoves,
  ...mfaChanges,
  reset: resetPassword,
  resetFactors,
  unlock: unlockOne,
  signOut: signOutOne,
});
const intent = intentsOf<typeof action>();
const intents = {
  archive: intent("archive"),
  restore: intent("restore"),
  reset: intent("reset"),
  unlock: intent("unlock"),
  mfaOn: intent("mfaOn"),
  mfaOff: intent("mfaOff"),
};

export default function UserDetails() {
  const data = useLoaderData<typeof loader>();
  const { listHref, userHref, mayOpenList, isInArchive, place, user, password } = data;
  const { permissions, signIns, problems, recordName, may, isSelf, isBeyond } = data;
  const answer = useActionData<typeof action>();
  const t = useTexts(users);
  const c = useTexts(common);
  const history = useHistory();
  const backHref = useOpenedListHref(isInArchive ? `${listHref}/archive` : listHref);
  return (
    <>
      <PageHeader
        title={t("detail.title")}
        name={recordName}
        picture={user && <Initials id={user._id} name={recordName ?? ""} size="large" />}
        back={mayOpenList ? { to: backHref, label: t(isInArchive ? "archiveTitle" : "title") } : undefined}
        tags={
          <>
            {user?.locked && <UserLock />}
            {user?.archivedAt && <Badge>{t("detail.archivedTag")}</Badge>}
            {password && !user?.mfaEnabled && <Badge tone="amber">{t("detail.mfaIsOff")}</Badge>}
            {password && password.daysLeft <= 0 && <Badge tone="amber">{t("detail.passwordExpired")}</Badge>}
          </>
        }
        meta={[
          user && (
            <span key="email">
              <bdi>{user.email}</bdi>{" "}
              <CopyButton text={user.email} label={c("actions.copyOf", { label: t("email") })} />
            </span>
          ),
          isBeyond && t("detail.beyond"),
        ]}
        actions={
          user && (
            <>
              <PlaceOfRecord place={place} hrefOf={(id) => `${listHref}/${id}`} />
              {history("USER", user._id)}
              <UserActions
                {...{ intents, may }}
                editHref={`${userHref}/edit`}
                isLocked={user.locked}
                hasMfa={user.mfaEnabled}
                isSelf={isSelf}
              />
            </>
          )
        }
      />
      {/* The form's answer is shown next to its button. */}
      <Notices notices={[...problems, ...(answer && !("lastResult" in answer) ? [answer.notice] : [])]} />
      {user && (
        <div className="user-panels rt-r-display-grid rt-r-gap-4">
          <UserFacts {...data} {...{ user, password }} />
          {may.resetFactors && (
            <Card title={t("factors.title")}>
              <ResetFactorsForm intent={intent("resetFactors")} />
            </Card>
          )}
          {permissions && (
            <UserPermissions {...permissions} {...{ user, userHref }} name={recordName ?? ""} />
          )}
          {signIns && (
            <SignIns
              {...signIns}
              hasPassword={password !== null}
              actions={
                may.signOut && (
                  <PostForm intent={intent("signOut")} className="row">
                    <SubmitButton variant="outline" icon="log-out">
                      {t("signIns.signOut")}
                    </SubmitButton>
                  </PostForm>
                )
              }
            />
          )}
        </div>
      )}
    </>
  );
}
