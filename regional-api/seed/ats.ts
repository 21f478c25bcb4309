/** Tenants of applicant tracking systems, and the log of requests exchanged with them. */
import type { Loader } from "./bulk";
import { demoGroups, demoId, type DemoCustomerKey } from "./ids";
import { dayMs, eventDays, type CustomerPlan } from "./plan";
import { chooser, type Random } from "./random";
import type { OpenVacancy } from "./vacancies";
import type { WorkflowCopy } from "../areas/workflows/workflow-stages";

/** The types of ATSR-05 as spelled in ATSR-06, with their frequencies. */
const requestTypeOf = chooser({
  ORDER_ASSESSMENT: 30,
  UPDATE_APPLICATION_STATUS: 16,
  UPDATE_VACANCY: 8,
  CREATE_VACANCY: 6,
  UPDATE_CANDIDATE_STATUS: 5,
  DELETE_CANDIDATES: 1,
  DELETE_CANDIDATE: 2,
  DELETE_APPLICATIONS: 1,
  DELETE_APPLICATION: 2,
  REPORT_PREDICTION_RESULT: 18,
  CREATE_JOB_REQUISITION: 3,
  UPDATE_JOB_REQUISITION: 3,
  UPDATE_JOB_REQUISITION_MANAGERS: 2,
  UPDATE_CANDIDATE_TENURE: 2,
  UPDATE_CANDIDATES_TENURE: 1,
  REPORT_APPLICATION_WITHOUT_REVIEW: 3,
  REUSE_REVIEW: 2,
  CREATE_REVIEW: 3,
  DELETE_REVIEW: 1,
  GET_APPLICATION_RESULT: 6,
});

type Outcome = "COMPLETED" | "FAILED" | "IGNORED" | "STARTED";
const outcomeOf = chooser<Outcome>({ COMPLETED: 78, FAILED: 9, IGNORED: 8, STARTED: 5 });

/** Systems in use; Acme Retail's last one is archived. */
const tenantsOf: Readonly<Record<DemoCustomerKey, readonly string[]>> = {
  acmeRetail: ["PEOPLE_FLOW", "TALENT_BRIDGE", "LEGACY_ATS"],
  acmeLogistics: ["PEOPLE_FLOW"],
  initech: ["GREENFIELD_HR"],
  globexCorporation: ["TALENT_BRIDGE"],
  globexNordic: [],
  cornerCases: ["TALENT_BRIDGE"],
};

const isArchived = (atsName: string) => atsName === "LEGACY_ATS";

function extraOf(atsName: string, plan: CustomerPlan, workflows: readonly WorkflowCopy[]): object {
  const [normal, indigenous] = workflows;
  const groupsOf = (role: string) =>
    Object.values(demoGroups)
      .filter((group) => group.customer === plan.key && group.role === role)
      .map(({ id }) => id);
  const hasFlag = atsName === "TALENT_BRIDGE" && normal !== undefined && indigenous !== undefined;
  return {
    isAutoFlow: true,
    resendAfter: 3,
    apiUrl: "https://api.peopleflow.example/v2",
    appsApplicationStatus: {
      Applied: "APPS_APPLICATION_NEW",
      "Phone screen": "APPS_APPLICATION_LONGLISTED",
      "In review": "APPS_APPLICATION_SHORTLISTED",
      Interviewing: "APPS_APPLICATION_INTERVIEW",
      Offer: "APPS_APPLICATION_OFFERED",
      Hired: "APPS_APPLICATION_HIRED",
      Rejected: "APPS_APPLICATION_DECLINED",
    },
    groupIds: { HIRING_MANAGER: groupsOf("hiringManager"), RECRUITER: groupsOf("recruiter") },
    recommendations: { YES: "Recommended", MAYBE: "Consider", NO: "Not recommended" },
    applicationProgressStatus: { INPROGRESS: "Interview begun", COMPLETED: "Interview done" },
    hasVacancyByProduct: hasFlag,
    vacancyByProductPostfix: hasFlag ? "(video)" : "",
    hasFlag,
    flagList: hasFlag ? ["Indigenous"] : [],
    flagWorkflowIds: hasFlag ? { [normal._id]: indigenous._id } : {},
  };
}

const credentialOf = (atsName: string, random: Random): object =>
  atsName === "TALENT_BRIDGE"
    ? { clientId: random.hex(2), clientSecret: random.hex(4) }
    : atsName === "GREENFIELD_HR"
      ? { username: "edge-integration", password: random.hex(3) }
      : { apiKey: random.hex(4) };

function responsesOf(status: Outcome, createdAt: number, attempts: number, random: Random): object[] {
  const timestamp = (attempt: number) => new Date(createdAt + attempt * 61_000 + 700).toISOString();
  const failures = [
    [503, { message: "Service Unavailable" }],
    [429, { message: "Too many requests", retryAfter: 60 }],
    [422, { errors: [{ field: "candidate.email", message: "must be a valid email — “ü@例え.jp”" }] }],
  ] as const;
  return Array.from({ length: attempts }, (_, attempt) => {
    const isLast = attempt === attempts - 1;
    if (isLast && status === "COMPLETED")
      return { status: 200, data: { ok: true, reference: random.hex(1) }, timestamp: timestamp(attempt) };
    if (isLast && status === "IGNORED") return { status: 204, data: null, timestamp: timestamp(attempt) };
    const [code, data] = random.pick(failures);
    return { status: code, data, timestamp: timestamp(attempt) };
  });
}

/** Seeds a customer's tenants, and its requests within the retention of events, oldest first. */
export function seedAts(
  loader: Loader,
  plan: CustomerPlan,
  workflows: readonly WorkflowCopy[],
  vacancies: readonly OpenVacancy[],
  random: Random,
  now: number,
): void {
  const { id: customerId, uniqueName, displayName, rootHierarchyId: hierarchyId } = plan.customer;
  const tenants = tenantsOf[plan.key].map((atsName) => ({
    atsName,
    externalTenantId: `${uniqueName}-${random.digits(5)}`,
  }));
  tenants.forEach(({ atsName, externalTenantId }, index) =>
    loader.insert("ats_tenants", {
      id: demoId(`ats-tenant:${uniqueName}:${atsName}`),
      customerId,
      hierarchyId,
      atsName,
      externalTenantId,
      customerName: displayName,
      credential: JSON.stringify(credentialOf(atsName, random)),
      extra: JSON.stringify(extraOf(atsName, plan, workflows)),
      createdAt: now - (500 - 90 * index) * dayMs,
      updatedAt: now - (40 + index) * dayMs,
      archivedAt: isArchived(atsName) ? now - 30 * dayMs : null,
    }),
  );
  const active = tenants.filter(({ atsName }) => !isArchived(atsName));
  if (active.length === 0) return;

  const span = eventDays * dayMs;
  for (let index = 0; index < plan.atsRequests; index += 1) {
    const createdAt = now - span + Math.floor(((index + random.next()) / plan.atsRequests) * span);
    const { atsName, externalTenantId } = random.pick(active);
    const outcome = outcomeOf(random);
    const retryCount = outcome === "FAILED" ? random.between(0, 3) : random.chance(0.06) ? 1 : 0;
    const vacancy = random.pick(vacancies);
    const stage = random.pick(vacancy.stages);
    const attempts = retryCount + (outcome === "STARTED" ? 0 : 1);
    loader.insert("ats_requests", {
      id: random.id(),
      customerId,
      atsName,
      requestType: requestTypeOf(random),
      status: `ATS_REQUEST_${outcome}`,
      masterId: random.chance(0.85) ? stage.externalAssessmentPackageId : null,
      externalTenantId,
      requestCount: retryCount + 1,
      retryable: outcome === "FAILED" && random.chance(0.6) ? 1 : 0,
      retryCount,
      extra: JSON.stringify({ correlationId: random.uuid(), source: "webhook" }),
      payload: JSON.stringify({
        vacancy: { externalId: vacancy.externalVacancyId, title: vacancy.title },
        stage: stage.name,
        application: { externalId: random.uuid(), score: random.int(101) },
      }),
      responses: JSON.stringify(responsesOf(outcome, createdAt, attempts, random)),
      tags: JSON.stringify(random.chance(0.2) ? ["manual", uniqueName] : [uniqueName]),
      createdAt,
      updatedAt: createdAt + attempts * 61_000 + 900,
    });
  }
}
