import type { Area } from "~/areas";
import type { Flags } from "~/flags";
import type { Language, Texts, Translate } from "~/i18n/texts";
import type { AwsRegion } from "~/regions";
import type { Notice } from "~/sessions.server";
import type { Gate } from "./gates";
import type { CustomerSummary } from "./identity.server";
import type { SaveStep } from "./intents";
import type { Person } from "./speculative-access.server";
import type { CustomerApi, FormApi, ScopeIds } from "./customer-api.server";
import type { Rights } from "./rights";

/** The customer the address names (GEN-23). */
export type Scope = ScopeIds & {
  awsRegion: AwsRegion;
  uniqueName: string;
  customerDisplayName: string;
  organizationDisplayName: string;
};

/** The ids that an address may name beside those of areas' records. */
export const furtherIds = [
  "applicationId",
  "uploadId",
  "jobId",
  "requisitionId",
  "holdId",
  "packId",
  "sampleId",
  "testId",
] as const;
export type IdName = (typeof furtherIds)[number] | Extract<Area, { id: string }>["id"];

/** The arguments of a guarded loader or action: everything in them has been checked. */
export type ConsoleArgs = {
  request: Request;
  url: URL;
  /** An id that the address names; what is none is not found. */
  param: (name: IdName) => string;
  /** An id that the address may name, undefined where it does not. */
  paramIfAny: (name: IdName) => string | undefined;
  /** `/region/{awsRegion}/customers/{customerId}` */
  base: string;
  /** The API for the customer that the address names: its calls carry the ids by themselves. */
  api: CustomerApi;
  scope: Scope;
  user: Person;
  /** All customers of the person, as AuthMe tells them for this request. */
  customers: () => Promise<CustomerSummary[]>;
  flags: Flags;
  /** The person's rights on the customer, from the access check that the page makes anyway (PERM-66). */
  rights: () => Promise<Rights>;
  language: Language;
  timeZone: string;
  /**
   * Calls `ask` once for all loaders of a page that use this name. An action always calls it: the loaders after it must
   * see what it has changed.
   */
  once: <T>(name: string, ask: () => Promise<T>) => Promise<T>;
  /** The translator of an area's texts into the page's language. */
  translate: <T extends Texts["en"]>(texts: Texts<T>) => Translate<T>;
  /** Shows a message on the page that follows. */
  notify: (notice: Notice) => void;
  /** The open page's script asked, not the address bar: what takes time may be fetched by that page afterwards. */
  isFetched: boolean;
  /** A part of the page could not be loaded: the status that the page has for it. */
  degrade: (status: number) => void;
  /** Waits for a place for downloads of the person and of the customer; ends the loader where none becomes free in time (GEN-109). */
  beginDownload: () => Promise<void>;
};

/** The gate of every tab of the customer's settings; most add a flag of their own (PERM-66). */
export const settingsGate = { flag: null, right: "org:viewSettings" } as const satisfies Gate;

/** The arguments of a guarded action: those of a loader, and the posted form. */
export type FormArgs = ConsoleArgs & {
  /** Its changes carry the form's one-time key as well. */
  api: FormApi;
  form: FormData;
  /** The form's one-time key, for ids that are to be the same when the form is sent again (GEN-22). */
  idempotencyKey: string;
  /** The part of the pressed button's value after the colon: `remove:3` calls the intent `remove` with "3". */
  detail: string;
  /** The step of a save that the press takes; `detail` may hold its word or a row's id. */
  step: SaveStep;
  /** The person's rights on the customer: an action begins once they are known. */
  held: Rights;
  /** Says that the screen shows what was posted even where its data cannot be read, so that no page stands in for it. */
  showsPosted: () => void;
  /** The notice for a form that came back through the sign-in; see `restoreDraft`. */
  kept?: Notice;
};
