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

/** The customer in the URL (GEN-23). */
export type Scope = ScopeIds & {
  awsRegion: AwsRegion;
  uniqueName: string;
  customerDisplayName: string;
  organizationDisplayName: string;
};

/** Route ids other than the areas' record ids. */
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

/** Arguments of a guarded loader or action; everything in them has been validated. */
export type ConsoleArgs = {
  request: Request;
  url: URL;
  /** A required id of the URL; throws "not found" if it is missing. */
  param: (name: IdName) => string;
  /** An optional id of the URL. */
  paramIfAny: (name: IdName) => string | undefined;
  /** `/region/{awsRegion}/customers/{customerId}` */
  base: string;
  /** API client scoped to the URL's customer: adds its ids to calls. */
  api: CustomerApi;
  scope: Scope;
  user: Person;
  /** All customers of the user, as AuthMe returned them for this request. */
  customers: () => Promise<CustomerSummary[]>;
  flags: Flags;
  /** The user's rights on the customer, from the page's own access check (PERM-66). */
  rights: () => Promise<Rights>;
  language: Language;
  timeZone: string;
  /**
   * Runs `load` once for all loaders of a page that use this name. Actions always run it, since the loaders
   * after them must see their changes.
   */
  once: <T>(name: string, load: () => Promise<T>) => Promise<T>;
  /** Translator for an area's texts in the page's language. */
  translate: <T extends Texts["en"]>(texts: Texts<T>) => Translate<T>;
  /** Shows a notice on the next page. */
  notify: (notice: Notice) => void;
  /** True if the page's script sent the request: slow parts may then be loaded later by that page. */
  isFetched: boolean;
  /** Records that a part of the page failed to load, with the page's HTTP status for it. */
  degrade: (status: number) => void;
  /** Waits for a download slot of the user and customer; throws an error screen if none frees up (GEN-109). */
  beginDownload: () => Promise<void>;
};

/** Gate shared by all tabs of the customer settings; most add a flag (PERM-66). */
export const settingsGate = { flag: null, right: "org:viewSettings" } as const satisfies Gate;

/** Arguments of a guarded action: a loader's, plus the posted form. */
export type FormArgs = ConsoleArgs & {
  /** API client whose mutations carry the form's idempotency key. */
  api: FormApi;
  form: FormData;
  /** The form's idempotency key, for deriving ids that stay the same when the form is resent (GEN-22). */
  idempotencyKey: string;
  /** Part of the pressed button's value after the colon: `remove:3` calls the intent `remove` with "3". */
  detail: string;
  /** Step of a save, from the pressed button; `detail` may be a step or a row's id. */
  step: SaveStep;
  /** The user's rights on the customer; loaded before an action starts. */
  held: Rights;
  /** Declares that the screen shows the posted values even if its data fails to load: no error page replaces it. */
  showsPosted: () => void;
  /** Notice for a form restored after signing in again; see `restoreDraft`. */
  kept?: Notice;
};
