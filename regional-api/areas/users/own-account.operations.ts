/** The caller's own account, and changing its name and default customer (USER-140). */
import type { Row } from "../../store/tables";
import { authenticate } from "../../core/caller";
import { builder } from "../../core/builder";
import { invalid } from "../../core/errors";
import { mutation, query } from "../../core/operation";
import { nextEdition } from "../../core/optimistic-lock";
import { IdResult } from "../../core/shared-types";
import { userKind } from "../../core/users.record";
import { hasPassword } from "../../core/users.store";
import { validate } from "../../core/validate";
import { hasAuthenticator } from "../auth/authenticators.store";
import { hasPasskey } from "../auth/passkeys.store";
import { customersOf } from "../auth/session.operations";
import { isResetMailOn } from "./new-users";
import { userChanges } from "./users.rules";
import { setDefaultCustomer, updateUser } from "./users.store";

interface OwnAccount extends Omit<Row<"users">, "passwordHash"> {
  readonly awsRegion: string;
  readonly isResetMailOn: boolean;
}

const OwnAccountType = builder.objectRef<OwnAccount>("AuthOwnAccount").implement({
  fields: (t) => ({
    awsRegion: t.exposeString("awsRegion", {
      description: "The region that AuthUpdateOwnAccount is sent to.",
    }),
    firstName: t.exposeString("firstName"),
    lastName: t.exposeString("lastName"),
    defaultCustomerId: t.exposeID("defaultCustomerId", { nullable: true }),
    passwordSetAt: t.field({
      type: "DateTime",
      nullable: true,
      description: "When the password was set; null for an account without one.",
      resolve: (user) => (hasPassword(user) ? (user.lastPasswordUpdatedAt ?? user.createdAt) : null),
    }),
    isResetMailOn: t.exposeBoolean("isResetMailOn", {
      description: "Whether `AuthForgetPassword` mails the caller a link (NOTIF-32).",
    }),
    hasAuthenticator: t.boolean({ resolve: ({ id }, _args, { db }) => hasAuthenticator(db, id) }),
    hasPasskey: t.boolean({ resolve: ({ id }, _args, { db }) => hasPasskey(db, id) }),
  }),
});

query("AuthGetOwnAccount", {
  description: "The caller's own account.",
  type: OwnAccountType,
  access: "session",
  resolve: async (_args, { ctx, caller: { user, homeRegion } }) => {
    const { passwordHash: _secret, ...known } = user;
    const isOn = await isResetMailOn(ctx.readerOf(homeRegion), user.customerId);
    return { ...known, awsRegion: homeRegion, isResetMailOn: isOn };
  },
});

mutation("AuthUpdateOwnAccount", {
  description:
    "Changes the caller's name and the customer they begin at, one of those that they may open. Only in the region of their account.",
  type: IdResult,
  args: builder.args((t) => ({
    firstName: t.string({ required: true }),
    lastName: t.string({ required: true }),
    defaultCustomerId: t.id({ description: "Unchanged if omitted." }),
  })),
  access: "session",
  changes: { of: userKind, ids: async (_args, ctx) => [(await authenticate(ctx)).user.id] },
  resolve: async ({ defaultCustomerId, ...sent }, call) => {
    const { ctx, caller } = call;
    const { user } = caller;
    if (caller.homeRegion !== ctx.awsRegion) throw invalid("The account is of another region");
    const { firstName, lastName } = validate(userChanges, sent);
    // No version is required: people always have the last word on their own name, so a colleague's open edit
    // becomes a conflict.
    const edition = nextEdition(user, user.id, ctx.now);
    await updateUser(ctx.db, user, { firstName, lastName, phoneNumber: user.phoneNumber }, edition, ctx.now);
    if (defaultCustomerId != null && defaultCustomerId !== user.defaultCustomerId) {
      const own = await customersOf(call);
      if (!own.some(({ customerId }) => customerId === defaultCustomerId))
        throw invalid("Please select a customer that you can open");
      await setDefaultCustomer(ctx.db, user.id, defaultCustomerId);
    }
    return { id: user.id };
  },
});
