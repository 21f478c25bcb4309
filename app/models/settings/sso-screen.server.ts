import { data, redirect } from "@remix-run/node";
import { parseWithZod } from "@conform-to/zod/v4";
import { outcomes } from "~/i18n/outcomes";
import { settingsSso } from "~/i18n/settings-sso";
import type { Translate } from "~/i18n/texts";
import { withoutAdministrator } from "~/models/users/user-screen.server";
import { isApiMessage } from "~/services/api-messages";
import type { FormArgs } from "~/services/console-args";
import { failure, failureNotice } from "~/services/failure.server";
import { rerenderForm, type FormSpec, rerenderTyped } from "~/services/form-action.server";
import { ssoConfigSchema } from "./sso-config.schema";
import {
  areReadable,
  certificateFacts,
  createSsoConfig,
  getSsoChange,
  getSsoConfig,
  updateSsoConfig,
  beyondRightsReason,
} from "./sso-config.server";
import { filledForm } from "./sso-import.server";
import { beginSsoTest } from "./sso-test.server";

/** Confirmation word for enabling untested settings. */
const enableWord = "ENABLE WITHOUT TEST";

/** Form rules including certificate parsing, for the server. */
export const ssoSchema = ({ translate }: FormArgs) => ssoConfigSchema(translate(settingsSso), areReadable);

/** Saving the single sign-on form, with its confirmations. */
export function ssoFormSpec(args: FormArgs): FormSpec<ReturnType<typeof ssoSchema>> {
  const { api, scope, translate } = args;
  const t = translate(settingsSso);
  const filter = { customerId: scope.customerId, isEdgeSSO: true };
  return {
    // Confirms disabling and anything that signs people out; saves the rest at once (SSO-20, SSO-21, SSO-58).
    question: async ({ logoutUrl: _, ...values }) => {
      const change = await getSsoChange(api, { update: values, filter });
      const { needsTest, peopleSignedOut: count, isCallerBySso } = change;
      const customer = scope.customerDisplayName;
      // While disabled it signs no one in, so this is the only confirmation needed (SSO-66).
      if (needsTest)
        return {
          title: t("untestedTitle", { customer }),
          text: [t("untestedText"), t("untestedAgain")],
          confirm: t("enableUntested"),
          word: enableWord,
          danger: true,
        };
      const signedOut = count > 0 ? [t("signedOut", { count })] : [];
      if (values.enabled && count === 0) return null;
      return values.enabled
        ? {
            title: t("replaceTitle", { customer }),
            text: [t("replaceText"), ...signedOut, ...(isCallerBySso ? [t("replaceOwn")] : [])],
            confirm: t("replace"),
            danger: true,
          }
        : {
            title: t("disableTitle", { customer }),
            text: [
              t("disableText"),
              ...signedOut,
              ...(isCallerBySso ? [t("disableOwn")] : []),
              t("disableQuestion"),
            ],
            confirm: t("disable"),
            danger: true,
          };
    },
    // Based on the version the user saw, so a concurrent set-up is not overwritten unseen.
    save: async ({ logoutUrl: _, ...values }, version, isNew) => {
      if (isNew) {
        const { accountName } = await getSsoConfig(api);
        await createSsoConfig(api, scope, accountName, values);
      } else {
        await updateSsoConfig(api, { update: values, filter, version });
      }
      return { done: { title: t("updated"), description: certificatesNotice(values, t) } };
    },
    failed: { title: t("somethingWrong"), description: t("saveFailed") },
    explain: (error) => {
      const beyond = beyondRightsReason(args, error);
      if (beyond !== undefined)
        return {
          notice: { tone: "warning", title: translate(outcomes)("noPermission"), description: beyond },
        };
      const description = isApiMessage(error, "accountNameAssociated")
        ? (error.message.split("\n")[0] ?? "")
        : withoutAdministrator(args, error);
      return description === undefined
        ? undefined
        : { notice: { tone: "error", title: t("somethingWrong"), description } };
    },
  };
}

/** Redirects to the identity provider with the form's values, saved or not (SSO-65). */
export async function testSso(args: FormArgs) {
  const { api, form, isFetched, scope, translate, url } = args;
  const submission = parseWithZod(form, { schema: ssoSchema(args) });
  if (submission.status !== "success") return rerenderForm(form, { lastResult: submission.reply() });
  const { logoutUrl: _, ...values } = submission.value;
  try {
    const next = await beginSsoTest(api, scope, values, url);
    // CSP form-action restricts a form's redirects, and providers are not known in advance, so use a refresh page.
    return isFetched ? redirect(next, 303) : data({ next }, { headers: { refresh: `0; url=${next}` } });
  } catch (error) {
    const title = translate(settingsSso)("test.notBegun");
    const description = beyondRightsReason(args, error);
    const { notice, status } = failureNotice(error, args, { title, ...(description && { description }) });
    return rerenderForm(form, { lastResult: submission.reply(), notice }, status);
  }
}

/** The form with values found by another view; saves nothing (SSO-62). */
export async function fillSso(args: FormArgs) {
  const { api, form, translate } = args;
  const t = translate(settingsSso);
  try {
    const notice = { tone: "info", title: t("filled"), description: t("filledText") } as const;
    return rerenderTyped(filledForm(form, await getSsoConfig(api)), ssoSchema(args), { notice });
  } catch (error) {
    return failure(error, args, { title: t("loadFailed") });
  }
}

/** Number of certificates read, with a warning even if all was saved (SSO-39, SSO-59). */
function certificatesNotice(
  { publicCertificates }: { publicCertificates: string },
  t: Translate<(typeof settingsSso)["en"]>,
): string | undefined {
  const facts = certificateFacts(publicCertificates);
  if (facts === "unreadable") return undefined;
  const { count, state } = facts;
  const words = {
    valid: undefined,
    early: "savedEarly",
    expired: "savedExpired",
    ending: "savedEnding",
  } as const;
  const warning = words[state];
  return [t("certificatesRead", { count }), ...(warning ? [t(warning)] : [])].join(" ");
}
