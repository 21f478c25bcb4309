import { redirect } from "@remix-run/node";
import { users } from "~/i18n/users";
import type { FlagName } from "~/flags";
import { isApiMessage } from "~/services/api-messages";
import type { FormArgs } from "~/services/console-args";
import { formAction } from "~/services/form-action.server";
import { failure, refusal } from "~/services/failure.server";
import { holdsRight } from "~/services/identity.server";
import { ApiError } from "~/services/regional-api.server";
import { recordMoves, withFlag } from "~/models/list/moves.server";
import { screenHref } from "~/services/undo.server";
import { signOutUser } from "./sign-in.server";
import { resetFactorsSchema } from "./user.schema";
import {
  archiveUser,
  archiveUsers,
  mailResetLink,
  resetUserFactors,
  setUsersMfa,
  unlockUser,
  userFilter,
  userName,
} from "./user.server";
import { movableUsers, userOfAddress, withoutAdministrator } from "./user-screen.server";

/** Creates the action of a button on a user's page; it ends with a redirect or the reason for failing. */
function change(
  flag: FlagName,
  { run, failed }: { run: (args: FormArgs) => Promise<string>; failed: (args: FormArgs) => string },
) {
  return withFlag(flag, async (args) => {
    try {
      return redirect(await run(args), 303);
    } catch (error) {
      const known = withoutAdministrator(args, error);
      if (known !== undefined) return refusal(known);
      // Not a failure: there is no password to reset.
      if (isApiMessage(error, "resetBySsoUser"))
        return refusal(failed(args), args.translate(users)("detail.resetSso"));
      return failure(error, args, { title: failed(args) });
    }
  });
}

/** Error for a mutation that the API refused without an error. */
const failedMutationError = (args: FormArgs, operation: string) =>
  new ApiError("UNEXPECTED", "It answered that it did not succeed", args.scope.awsRegion, operation);

/** Error for an action that the API allows everyone but the console refuses; uses the API's message. */
const consoleRefusal = (args: FormArgs, kind: "FORBIDDEN" | "CONFLICT", message: string) =>
  new ApiError(kind, message, args.scope.awsRegion, "AuthForgetPassword");

const { archive, ...moves } = recordMoves(
  {
    ...movableUsers,
    // Single users have their own mutation; the undo of a restore skips users changed since.
    archive: (api, chosen) =>
      chosen.unchangedSince === undefined ? archiveUser(api, chosen.ids[0] ?? "") : archiveUsers(api, chosen),
    failed: ({ translate }, isArchiving) => ({
      title: translate(users)(isArchiving ? "detail.archiveFailed" : "restoreFailed"),
    }),
  },
  {
    idOf: ({ param }) => param("userId"),
    next: (args, isArchiving) => (isArchiving ? `${args.base}/users` : screenHref(args)),
  },
);

/** Archiving and restoring a user, never one's own account, with Undo (USER-32, USER-51, USER-53, USER-54). */
export const userMoves = {
  archive: withFlag("edgeUserArchiveListEnabled", (args) =>
    args.param("userId") === args.user._id ? refusal(args.translate(users)("self")) : archive(args),
  ),
  restore: withFlag("edgeUserArchiveListEnabled", moves.restore),
  undo: withFlag("edgeUserArchiveListEnabled", moves.undo),
};

/** Mails a reset link (USER-55 to USER-57). The API call is public, so the right is checked here (USER-86). */
export const resetPassword = change("edgeUserResetPasswordEnabled", {
  run: async (args) => {
    const { api, translate, notify } = args;
    const [user, mayEdit] = await Promise.all([userOfAddress(args), holdsRight(args, "org:editUser")]);
    // Thrown like a refusal by the API, so that the page stays and shows the reason.
    if (!mayEdit || !user.canChange)
      throw consoleRefusal(args, "FORBIDDEN", "The person may not edit this user");
    if (user.archivedAt !== null)
      throw consoleRefusal(args, "CONFLICT", "An archived user cannot be changed");
    // The email may belong to an account in another region that this user has no rights on.
    if (!user.hasPassword)
      throw consoleRefusal(args, "CONFLICT", "ERROR_CUSTOM_SSO_USER_NOT_ALLOW_TO_RESET_PASSWORD");
    if (!user.isResetMailOn) {
      notify({ tone: "warning", title: translate(users)("detail.resetMailOff") });
      return screenHref(args);
    }
    const { isVerifyEmailSuccess } = await mailResetLink(api, { email: user.email });
    if (!isVerifyEmailSuccess) throw failedMutationError(args, "AuthForgetPassword");
    notify({ tone: "success", title: translate(users)("detail.resetDone") });
    return screenHref(args);
  },
  failed: ({ translate }) => translate(users)("detail.resetFailed"),
});

/** Unlocks the user (USER-60, USER-61). */
export const unlockOne = change("edgeUserUnlockEnabled", {
  run: async (args) => {
    const { api, translate, notify } = args;
    // Ensures that the user in the URL belongs to this customer.
    const { _id } = await userOfAddress(args);
    const { isUnlockUserSuccess } = await unlockUser(api, { id: _id });
    if (!isUnlockUserSuccess) throw failedMutationError(args, "AuthUnlockUser");
    notify({ tone: "success", title: translate(users)("detail.unlockDone") });
    return screenHref(args);
  },
  failed: ({ translate }) => translate(users)("detail.unlockFailed"),
});

/** Resets the second factors of a user who lost them, after confirmation (MFA-07). */
export const resetFactors = withFlag(
  "edgeUserEditEnabled",
  formAction(
    ({ translate }) => resetFactorsSchema(translate(users)),
    (args) => {
      const { api, param, translate } = args;
      const t = translate(users);
      return {
        question: async () => ({
          title: t("factors.question", { name: userName(await userOfAddress(args)) }),
          text: [t("factors.questionText")],
          confirm: t("factors.reset"),
          danger: true,
        }),
        save: async ({ reason }) => {
          const { isResetSuccess } = await resetUserFactors(api, {
            ...userFilter(api, param("userId")),
            reason,
          });
          // Already reset by someone else, or the user has removed the app.
          if (!isResetSuccess) return { notice: { tone: "warning", title: t("factors.gone") } };
          return { done: t("factors.done"), to: screenHref(args) };
        },
        failed: { title: t("factors.failed") },
      };
    },
  ),
);

/** Turns a user's multi-factor authentication on or off (MFA-01). */
const turnMfa = (isOn: boolean) =>
  change("edgeUserEditEnabled", {
    run: async (args) => {
      const { api, param, translate, notify } = args;
      await setUsersMfa(api, [param("userId")], isOn);
      notify({ tone: "success", title: translate(users)(isOn ? "mfa.on" : "mfa.off", { count: 1 }) });
      return screenHref(args);
    },
    failed: ({ translate }) => translate(users)("mfa.failed"),
  });

/** Actions of the buttons that turn multi-factor authentication on and off. */
export const mfaChanges = { mfaOn: turnMfa(true), mfaOff: turnMfa(false) };

/** Ends all of the user's sessions (USER-89). */
export const signOutOne = change("edgeUserEditEnabled", {
  run: async (args) => {
    const { api, param, translate, notify } = args;
    await signOutUser(api, { filter: { _id: param("userId"), ...api.ids } });
    notify({ tone: "success", title: translate(users)("signIns.signedOut") });
    return screenHref(args);
  },
  failed: ({ translate }) => translate(users)("signIns.signOutFailed"),
});
