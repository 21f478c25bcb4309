import type { Params } from "@remix-run/react";
import type { FlagName, Flags } from "~/flags";
import type { Language, Texts, Translate } from "~/i18n/texts";
import type { AwsRegion } from "~/regions";
import type { Notice } from "~/sessions.server";
import type { CurrentUser } from "./identity.server";
import type { RegionalApi } from "./regional-api.server";

/** The customer the address names, as every call needs it (GEN-23). */
export type Scope = {
  awsRegion: AwsRegion;
  organizationId: string;
  customerId: string;
  uniqueName: string;
  hierarchyId: string;
  customerDisplayName: string;
  organizationDisplayName: string;
};

/** The ids that go with most calls: the customer, its root department, its organisation. */
export const scopeIds = ({ customerId, hierarchyId, organizationId }: Scope) => ({
  customerId,
  hierarchyId,
  organizationId,
});

/** What a guarded loader or action is given: everything in it has been checked. */
export type ConsoleArgs = {
  request: Request;
  url: URL;
  params: Params;
  /** An id of the address; what can be no id is not found. */
  param: (name: string) => string;
  /** `/region/{awsRegion}/customers/{customerId}` */
  base: string;
  api: RegionalApi;
  scope: Scope;
  user: CurrentUser;
  flags: Flags;
  language: Language;
  timeZone: string;
  /** The translator of an area's texts into the page's language. */
  translate: <T extends Texts["en"]>(texts: Texts<T>) => Translate<T>;
  /** Shows a message on the page that follows. */
  notify: (notice: Notice) => void;
  /** A part of the page could not be loaded: the status that the page has for it. */
  degrade: (status: number) => void;
};

/** The flags a screen needs, all of them on; `null` for a screen that is always there. */
export type Gate = { flag: FlagName | readonly FlagName[] | null };

/** What a guarded action is given beside that: the posted form. */
export type FormArgs = ConsoleArgs & {
  form: FormData;
  /** One key for one intended effect (GEN-22). */
  idempotencyKey: string;
  /** What the pressed button's value says after a colon: `remove:3` calls the intent `remove` with "3". */
  detail: string;
  /** What to tell with a form that came back through the sign-in; see `restored`. */
  kept?: Notice;
};
