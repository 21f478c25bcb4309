/** Notifies users of sign-ins from unknown browsers (MFA-10). */
import { networkOf } from "../../../shared/client-address";
import type { ApiContext } from "../../core/context";
import { outbox } from "../../core/outbox.store";
import { hashToken, newToken } from "../../core/tokens";
import type { Writer } from "../../store/engine";
import type { Row } from "../../store/tables";
import { newBrowserMail } from "../notifications/mails";
import { addSignInLink, browsersOf, keepBrowser } from "./known-browsers.store";

const dayMs = 24 * 3_600_000;
/** Browsers keep a cookie for at most this long; counted from the last sign-in. */
const browserKnownMs = 400 * dayMs;
const linkWorksMs = 7 * dayMs;

/**
 * Records the browser of a sign-in, and mails the user if it is unknown while others are known. The first
 * browser of an account causes no mail: it belongs to the invited person.
 */
export async function noteBrowser(ctx: ApiContext, db: Writer, user: Row<"users">): Promise<void> {
  const now = ctx.clock();
  const shown = ctx.cookie("browser");
  const shownHash = shown === undefined ? undefined : hashToken(shown);
  const known = await browsersOf(db, user.id, now);
  const isKnown = shownHash !== undefined && known.some((hash) => hash.equals(shownHash));
  // Issues a new token if this user has not used the browser yet: a token planted there must not work
  // elsewhere.
  const token = isKnown && shown !== undefined ? shown : newToken();
  const browser = { tokenHash: hashToken(token), userId: user.id };
  await keepBrowser(db, browser, isKnown ? undefined : shownHash, now, now + browserKnownMs);
  db.afterCommit(() => ctx.setCookie("browser", token, browserKnownMs));
  if (isKnown || known.length === 0) return;
  const link = newToken();
  const kept = { linkHash: hashToken(link), userId: user.id, awsRegion: db.awsRegion };
  await addSignInLink(db, { ...kept, createdAt: now, expiresAt: now + linkWorksMs });
  const query = new URLSearchParams({ token: link, region: db.awsRegion });
  const mail = newBrowserMail(
    now,
    networkOf(ctx.remoteAddress),
    `${ctx.config.consoleOrigin}/notMe?${query}`,
  );
  await outbox.add(db, { ...mail, to: user.email, customerId: user.customerId }, now);
}
