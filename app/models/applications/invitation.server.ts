import { createHash } from "node:crypto";
import type { Scope } from "~/services/console-args";
import type { Invitation } from "./candidate.server";
import { enclosedLimits } from "./invitation-limits";
import type { Vacancy } from "~/models/vacancies/vacancy.server";

/** Cuts a text without leaving half a character (INV-08). */
const cut = (text: string, limit: number) => text.slice(0, limit).replace(/[\uD800-\uDBFF]$/, "");

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

/**
 * One id for one form, person and purpose: a repeated post is the same invite, the same form for somebody else another
 * (INV-12, GEN-22).
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
  /** The assessment of the stage that the person is invited to. */
  packageId: string;
  /** With the email in lower case and the number with its country code. */
  person: { email: string; firstName: string; lastName: string; phoneNumber: string | null };
  /** Email of whoever invites. */
  invitedBy: string;
  productName: string;
  /** The form's one-time key. */
  formKey: string;
};

/** The provider's data of an invite (INV-08, INV-11, INV-12). */
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
    // The department is the vacancy's, not the customer's root.
    hierarchyId: vacancy.hierarchyId,
    organizationId,
    externalApplicantId: sha256(`${customerId}${person.email}`),
    externalApplicationId: idFor(formKey, person.email, "application"),
    externalAssessmentId: idFor(formKey, person.email, "assessment"),
    cohortInfo: {
      customerId,
      externalId: vacancy.externalVacancyId,
      title: cut(vacancy.title, enclosedLimits.title),
      description: cut(vacancy.description ?? "", enclosedLimits.description),
      hiringManagers: vacancy.managers
        .filter(({ type }) => type === "HIRING_MANAGER")
        .map(({ firstName, lastName, email, externalId }) => ({ firstName, lastName, email, externalId })),
    },
    candidateInfo: { personalInformation: person },
    atsInfo: { name: productName, metadata: { invitedBy, workflowId: vacancy.workflow._id } },
  };
}
