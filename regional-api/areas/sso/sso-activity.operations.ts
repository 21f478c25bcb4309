/** The log of single sign-on attempts, with the reasons for failures (SSO-67). */
import { attemptResults } from "../../../shared/sso-attempts";
import { builder } from "../../core/builder";
import { declareBounds, firstRow, pageSize } from "../../core/bounds";
import { query } from "../../core/operation";
import { pageType } from "../../core/page-types";
import { countedPage } from "../../core/paging";
import { settingsCodes } from "../../core/settings-codes";
import { countSsoAttempts, listSsoAttempts, type SsoAttempt } from "./sso-attempts.store";
import { RefusalReason } from "./sso-config.operations";

declareBounds({ pages: { "IDPGetSSOActivity.skipEq": firstRow, "IDPGetSSOActivity.limitEq": pageSize } });

const Result = builder.enumType("IDPSSOAttemptResult", {
  values: attemptResults,
  description: "CODE_MAILED: the account's owner must confirm with an emailed code (SSO-42).",
});

const Attempt = builder.objectRef<SsoAttempt>("IDPSSOAttempt").implement({
  fields: (t) => ({
    _id: t.id({ resolve: ({ seq }) => String(seq) }),
    attemptedAt: t.expose("attemptedAt", { type: "DateTime" }),
    email: t.exposeString("email", { nullable: true, description: "The email address, mostly masked." }),
    result: t.expose("result", { type: Result }),
    reason: t.expose("reason", { type: RefusalReason, nullable: true }),
    minutesOff: t.exposeInt("minutesOff", {
      nullable: true,
      description:
        "If clock skew is the reason: how many minutes the identity provider's clock is ahead. Negative if it is behind.",
    }),
  }),
});

query("IDPGetSSOActivity", {
  type: pageType("IDPSSOAttemptList", Attempt),
  description: "Single sign-on attempts, newest first, retained for 90 days. Excludes tests.",
  args: builder.args((t) => ({
    customerId: t.id({ required: true }),
    result: t.field({ type: Result }),
    reason: t.field({ type: RefusalReason }),
    from: t.field({ type: "DateTime" }),
    to: t.field({ type: "DateTime" }),
    skipEq: t.int({ required: true }),
    limitEq: t.int({ required: true }),
  })),
  access: { code: settingsCodes.read, scope: ({ customerId }) => ({ customerId }) },
  resolve: async ({ skipEq, limitEq, ...asked }, { ctx, customer }) => {
    const search = { ...asked, customerId: customer.id };
    return countedPage(skipEq, limitEq, {
      count: (end) => countSsoAttempts(ctx.db, search, end),
      rows: (part) => listSsoAttempts(ctx.db, search, part),
    });
  },
});
