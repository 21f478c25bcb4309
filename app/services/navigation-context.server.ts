import { readRecent } from "./choices.server";
import type { ConsoleArgs } from "./console-args";
import { env } from "./env.server";

/** The flags, customers, language and settings that determine which places a user can go to. */
export const navigationContextOf = async ({
  base,
  flags,
  translate,
  request,
  user,
  customers,
  rights,
}: ConsoleArgs) => ({
  base,
  flags,
  rights: await rights(),
  translate,
  external: { talentHub: env.TALENT_HUB_URL, questionBank: env.QUESTION_BANK_URL },
  ssoDomain: env.SSO_DOMAIN,
  customers: await customers(),
  recentIds: readRecent(request, user._id),
});
