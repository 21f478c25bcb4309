import type { Flags } from "~/flags";
import type { Language, Texts, Translate } from "~/i18n/texts";
import type { AwsRegion } from "~/regions";
import type { Notice } from "~/sessions.server";
import type { Gate } from "./gates";
import type { CustomerSummary } from "./identity.server";
import type { SaveStep } from "./intents";
import type { Person } from "./presumed-access.server";
import type { RegionalApi } from "./regional-api.server";
import type { Rights } from "./rights";

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
export type ScopeIds = Pick<Scope, "customerId" | "hierarchyId" | "organizationId">;

/** The ids that go with most calls, out of a scope. */
export const scopeIds = ({ customerId, hierarchyId, organizationId }: ScopeIds): ScopeIds => ({
  customerId,
  hierarchyId,
  organizationId,
});

/** The ids that an address may name. */
export type IdName =
  | "organizationId"
  | "entryId"
  | "groupId"
  | "policyId"
  | "userId"
  | "uploadId"
  | "jobId"
  | "vacancyId"
  | "applicationId"
  | "tenantId"
  | "requisitionId"
  | "workflowId"
  | "workflowSetId"
  | "holdId"
  | "packId";

/** What a guarded loader or action is given: everything in it has been checked. */
export type ConsoleArgs = {
  request: Request;
  url: URL;
  /** An id that the address names; what is none is not found. */
  param: (name: IdName) => string;
  /** The same where the address need not name it. */
  paramIfAny: (name: IdName) => string | undefined;
  /** `/region/{awsRegion}/customers/{customerId}` */
  base: string;
  api: RegionalApi;
  scope: Scope;
  user: Person;
  /** All customers of the person, as AuthMe tells them for this request. */
  customers: () => Promise<CustomerSummary[]>;
  flags: Flags;
  /** What the person holds on the customer, by the access check that the page makes anyway (PERM-66). */
  rights: () => Promise<Rights>;
  language: Language;
  timeZone: string;
  /**
   * What several loaders of a page ask for is asked once, by its name. An action asks anew: the loaders after it must
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
};

/** What a tab of the customer's settings is opened with, beside a flag of its own (PERM-66). */
export const settingsGate = { flag: null, right: "org:viewSettings" } as const satisfies Gate;

/** What a guarded action is given beside that: the posted form. */
export type FormArgs = ConsoleArgs & {
  form: FormData;
  /** One key for one intended effect (GEN-22). */
  idempotencyKey: string;
  /** What the pressed button's value says after a colon: `remove:3` calls the intent `remove` with "3". */
  detail: string;
  /** What the press means to a save: the words that `detail` has for it, told from a row's id. */
  step: SaveStep;
  /** What the person holds on the customer: an action begins once that is known. */
  held: Rights;
  /** Says that the screen shows what was posted even where its data cannot be read, so that no page stands in for it. */
  showsPosted: () => void;
  /** What to tell with a form that came back through the sign-in; see `restored`. */
  kept?: Notice;
};
