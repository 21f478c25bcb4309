import { createHash } from "node:crypto";
import type { Scope } from "~/services/console-args";
import type { Invitation } from "./candidate.server";
import { invitationTextLimits } from "./invitation-limits";
import type { Vacancy } from "~/models/vacancies/vacancy.server";

/** Truncates without splitting a surrogate pair (INV-08). */
const truncate = (text: string, limit: number) => text.slice(0, limit).replace(/[\uD800-\uDBFF]$/, "");

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

/**
 * A deterministic UUID per form, person and purpose: a repeated post is the same invite, the same form for another
 * person a new one (INV-12, GEN-22).
 */
function idFor(formKey: string, email: string, purpose: string): string {
  const hex = sha256(`${formKey} ${email} ${purpose}`);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

type InvitationInput = {
  scope: Pick<Scope, "customerId" | "organizationId">;
  vacancy: Pick<Vacancy, "title" | "description" | "externalVacancyId" | "hierarchyId" | "managers"> & {
    workflow: Pick<Vacancy["workflow"], "_id">;
  };
  /** Assessment of the stage that the person is invited to. */
  packageId: string;
  /** Email in lower case, phone number with country code. */
  person: { email: string; firstName: string; lastName: string; phoneNumber: string | null };
  /** Email of the inviting user. */
  invitedBy: string;
  productName: string;
  /** The form's idempotency key. */
  formKey: string;
};

/** Builds the provider's invite payload (INV-08, INV-11, INV-12). */
export function invitation({
  scope: { customerId, organizationId },
  vacancy,
  packageId,
  person,
  invitedBy,
  productName,
  formKey,
}: InvitationInput): Invitation {
  return {
    predictorMasterId: packageId,
    // The vacancy's department, not the customer's root.
    hierarchyId: vacancy.hierarchyId,
    organizationId,
    externalApplicantId: sha256(`${customerId}${person.email}`),
    externalApplicationId: idFor(formKey, person.email, "application"),
    externalAssessmentId: idFor(formKey, person.email, "assessment"),
    cohortInfo: {
      customerId,
      externalId: vacancy.externalVacancyId,
      title: truncate(vacancy.title, invitationTextLimits.title),
      description: truncate(vacancy.description ?? "", invitationTextLimits.description),
      hiringManagers: vacancy.managers
        .filter(({ type }) => type === "HIRING_MANAGER")
        .map(({ firstName, lastName, email, externalId }) => ({ firstName, lastName, email, externalId })),
    },
    candidateInfo: { personalInformation: person },
    atsInfo: { name: productName, metadata: { invitedBy, workflowId: vacancy.workflow._id } },
  };
}
