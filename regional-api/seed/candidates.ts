/** Applicants: mostly new people, sometimes repeat applicants. */
import { createHash } from "node:crypto";
import { deidentified } from "../areas/applications/candidates.rules";
import { searchKey } from "../core/text";
import type { Loader } from "./bulk";
import { peopleOf } from "./people";
import { mobileNumber } from "./phones";
import { places } from "./places";
import { dayMs, type CustomerPlan } from "./plan";
import type { Random } from "./random";

export interface Candidate {
  readonly id: string;
  readonly nameKey: string;
  /** Null once de-identified. */
  readonly email: string | null;
  readonly phoneNumber: string | null;
  /** The vacancies they applied for. */
  readonly vacancyIds: Set<string>;
}

const mailHosts = ["example.com", "example.org", "example.net", "mail.example", "post.example"];

/** De-identified candidates applied at least this long ago. */
const deidentifyAfterMs = 200 * dayMs;

/** Number of recent candidates who may apply again. */
const maxRecentCandidates = 400;

export class Candidates {
  private readonly recent: Candidate[] = [];
  private readonly somebody: ReturnType<typeof peopleOf>;
  private count = 0;

  constructor(
    private readonly loader: Loader,
    private readonly plan: CustomerPlan,
    private readonly random: Random,
    private readonly now: number,
  ) {
    this.somebody = peopleOf(plan.cultures);
  }

  /** Returns an applicant for a vacancy at a time; inserts new candidates. */
  applicant(vacancyId: string, at: number): Candidate {
    const { random } = this;
    const known = random.chance(0.08) ? this.recent[random.int(maxRecentCandidates)] : undefined;
    const candidate = known && !known.vacancyIds.has(vacancyId) ? known : this.newcomer(at);
    candidate.vacancyIds.add(vacancyId);
    return candidate;
  }

  private newcomer(at: number): Candidate {
    const { random, plan } = this;
    this.count += 1;
    const person = this.somebody(random);
    const { awsRegion, id: customerId } = plan.customer;
    const id = random.id();
    const email = `${person.slug.slice(0, 24)}${this.count}@${random.pick(mailHosts)}`;
    const place = random.chance(0.55) ? random.pick(places[awsRegion]) : undefined;
    const phone = random.chance(0.7) ? mobileNumber(awsRegion, random) : null;
    const externalApplicantId = createHash("sha256").update(`${customerId}${email}`).digest("hex");
    const common = { id, customerId, externalApplicantId, createdAt: at };
    if (this.now - at > deidentifyAfterMs && random.chance(0.03)) {
      const deidentifiedAt = at + deidentifyAfterMs - random.int(20 * dayMs);
      this.loader.insert("candidates", {
        ...common,
        ...deidentified,
        updatedAt: deidentifiedAt,
        deidentifiedAt,
      });
      return { id, nameKey: "", email: null, phoneNumber: null, vacancyIds: new Set() };
    }
    const nameKey = searchKey(`${person.firstName} ${person.lastName}`);
    this.loader.insert("candidates", {
      ...common,
      firstName: person.firstName,
      lastName: person.lastName,
      nameKey,
      email,
      phoneNumber: phone,
      locationAddress: place?.address ?? null,
      locationLat: place?.lat ?? null,
      locationLng: place?.lng ?? null,
      updatedAt: at,
      deidentifiedAt: null,
    });
    const candidate = { id, nameKey, email, phoneNumber: phone, vacancyIds: new Set<string>() };
    this.recent[this.count % maxRecentCandidates] = candidate;
    return candidate;
  }
}
