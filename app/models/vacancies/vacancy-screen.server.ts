import { word } from "~/areas/area";
import { vacanciesArea } from "~/areas/vacancies";
import { applications } from "~/i18n/applications";
import { rules } from "~/i18n/rules";
import { vacancies } from "~/i18n/vacancies";
import { reportError } from "~/services/errors.server";
import { nullIfMissing, loaded, optional } from "~/services/failure.server";
import { type OpenedListPosition, positionInOpenedList } from "~/models/list/neighbours.server";
import { departmentOptions, getDepartments } from "~/models/departments/department.server";
import { planVacancies } from "~/models/bulk-jobs/bulk-job.server";
import { createPlan } from "~/models/bulk-jobs/bulk-job-screen.server";
import { redirectToList } from "~/models/list/bulk.server";
import { daysOf } from "~/models/list/days";
import { type Movable, moveTexts } from "~/models/list/moves.server";
import { hrefOf } from "~/models/list/open-pages.server";
import { type Related, relatedOf, relatedShown } from "~/models/list/related.server";
import { listWorkflowChoices, workflowsToOffer } from "~/models/workflows/workflow-choices.server";
import { getWorkflow } from "~/models/workflows/workflow.server";
import { statusNameOf } from "~/models/workflows/statuses";
import { ruleInWords } from "~/models/workflows/workflow-rules";
import type { ConsoleArgs, FormArgs } from "~/services/console-args";
import { isGateOpen, screenGates } from "~/services/gates";
import { ApiError } from "~/services/regional-api.server";
import { vacancyMissing } from "~/services/screens.server";
import { omittedPeople, peopleInput, type VacancyValues } from "./vacancy.schema";
import {
  archiveVacancies,
  getVacancies,
  getVacancy,
  newestVacancies,
  restoreVacancies,
  type Vacancy,
  vacancyFilter,
} from "./vacancy.server";
import { type VacancySearch, vacancySearch } from "./vacancy-search";
import { externalIdsOf } from "./vacancy-selection";

const hasMoreOf = ({ flags }: ConsoleArgs) => flags.edgeVacancyFiltersEnabled;

/** The customer's departments, loaded once per page. */
const departmentsOf = ({ api, scope, once }: ConsoleArgs) =>
  once("departments", () => getDepartments(api, scope, "apps:listVacancy"));

/** Departments in the URL that do not exist or are not visible to the user. */
export async function unknownDepartments(args: ConsoleArgs, { department }: VacancySearch) {
  if (department.length === 0) return [];
  const departments = await optional(departmentsOf(args), null);
  return department
    .filter((id) => departments && !departments.some(({ _id }) => _id === id))
    .map((value) => ({ name: "department", value }));
}

/** The page of active or archived vacancies that the URL requests. Throws ApiError. */
export const vacanciesOf = (args: ConsoleArgs, state: VacancySearch, isArchived: boolean) =>
  getVacancies(args.api, state, {
    isArchived,
    hasMore: hasMoreOf(args),
    timeZone: args.timeZone,
  });

/** Plans archiving all vacancies that match the list's URL, or restoring all in the archive's (BULK-01). */
export const planAllVacancies = (isArchived: boolean) => async (args: FormArgs) => {
  const { api, timeZone, url } = args;
  const search = vacancySearch(isArchived).parse(url.searchParams);
  const filter = vacancyFilter(api.ids, search, { isArchived, hasMore: hasMoreOf(args), timeZone });
  if (!filter) return redirectToList(args);
  return createPlan(args, isArchived, (ids) => planVacancies(api, { ...ids, filter }));
};

/** A vacancy's position in the list it was opened from, with the previous and next vacancies (GEN-31). */
export function vacancyPlace(
  args: ConsoleArgs,
  { _id, archivedAt }: Vacancy,
): Promise<OpenedListPosition | null> {
  const isArchived = archivedAt !== null;
  return positionInOpenedList(args, _id, vacancySearch(isArchived), (state) =>
    vacanciesOf(args, state, isArchived),
  );
}

/** The newest vacancies of a workflow or a person, for their page; `query` narrows the list to them. */
const relatedVacancies = (
  args: ConsoleArgs,
  found: ReturnType<typeof newestVacancies>,
  query: Record<string, string>,
  isArchived = false,
): Promise<Related | null> =>
  relatedOf(args, vacanciesArea.screens[isArchived ? "archive" : "list"], found, {
    allHref: `${hrefOf(args, vacanciesArea)}${isArchived ? "/archive" : ""}?${new URLSearchParams(query)}`,
    nameOf: ({ title }) => title,
    open: vacanciesArea.screens.detail,
    hrefOf: ({ _id, canView }) => (canView ? `${hrefOf(args, vacanciesArea)}/${_id}` : undefined),
  });

/**
 * Numbers of vacancies that use a workflow, as counted by the lists that they link to; null where the user
 * may not open the list (WF-69).
 */
export async function vacanciesUsing(args: ConsoleArgs, workflowId: string) {
  const of = (isArchived: boolean) => {
    const found = newestVacancies(
      args.api,
      { workflowId },
      { isArchived, limit: isArchived ? 1 : relatedShown },
    );
    return relatedVacancies(args, found, { workflow: workflowId }, isArchived);
  };
  const [active, archived] = await Promise.all([of(false), of(true)]);
  return { active, archived };
}

/** Active vacancies with a person as manager or recruiter (USER-141). */
export async function vacanciesOfPerson(args: ConsoleArgs, email: string): Promise<Related | null> {
  if (!hasMoreOf(args)) return null;
  const found = newestVacancies(args.api, { managerText: email }, { isArchived: false, limit: relatedShown });
  return relatedVacancies(args, found, { manager: email });
}

/** Filter options of both lists; the list also works without the departments. */
export async function choicesOf(args: ConsoleArgs) {
  const { url, timeZone } = args;
  const { tz, workflow } = vacancySearch(false).parse(url.searchParams);
  const [departments, used] = await Promise.all([
    optional(departmentsOf(args), []),
    workflow ? optional(getWorkflow(args.api, workflow), null) : null,
  ]);
  return {
    departments: departmentOptions(departments),
    zone: daysOf({ tz }, timeZone).zone,
    hasMore: hasMoreOf(args),
    workflow: workflow ? { value: workflow, label: used?.name ?? workflow } : null,
  };
}

/**
 * The vacancy in the URL, for changes: "not found" only if it does not exist. Throws ApiError for other
 * failures, so that the form keeps its input (VAC-61, INV-13, CAND-13).
 */
export async function vacancyToChange(args: ConsoleArgs): Promise<Vacancy> {
  const { api, param } = args;
  const vacancy = await nullIfMissing(getVacancy(api, param("vacancyId")));
  if (!vacancy) throw vacancyMissing(args);
  return vacancy;
}

/**
 * The vacancy in the URL, for screens about it. Failures become the not-found page of VAC-54, except those
 * unrelated to the vacancy: an ended session, a refusal or an unreachable region.
 */
export function vacancyOfAddress(args: ConsoleArgs): Promise<Vacancy> {
  const { api, param, once } = args;
  const vacancyId = param("vacancyId");
  return vacancyOrNotFound(
    once(`vacancy ${vacancyId}`, () => getVacancy(api, vacancyId)),
    args,
  );
}

/** The vacancy of a screen, or its not-found page; see `vacancyOfAddress`. */
export async function vacancyOrNotFound(found: Promise<Vacancy>, args: ConsoleArgs): Promise<Vacancy> {
  try {
    return await found;
  } catch (error) {
    if (!(error instanceof ApiError) || error.outcomeUnknown) throw error;
    if (error.kind === "UNAUTHENTICATED" || error.kind === "FORBIDDEN") throw error;
    if (error.kind !== "NOT_FOUND") {
      reportError(error, { operation: error.operation, kind: error.kind });
      args.degrade(502);
    }
    throw vacancyMissing(args);
  }
}

/**
 * Data for a vacancy's page, including its rules as text (RULE-30) for users who may see workflows; archived vacancies
 * have no active rules.
 */
export function shownVacancy(
  { translate }: Pick<ConsoleArgs, "translate">,
  vacancy: Vacancy,
  maySeeRules: boolean,
) {
  const { _id, title, description, externalVacancyId, jobRequisitionId, createdAt, archivedAt } = vacancy;
  const { managers, roleFamily, location, workflow, genericAssessmentLinks } = vacancy;
  const status = statusNameOf(translate(applications));
  const acting = workflow.stages.flatMap(({ triggers }) => triggers.filter(({ enabled }) => enabled));
  return {
    ...{ _id, title, description, externalVacancyId, jobRequisitionId, createdAt, archivedAt },
    managers: managers.map(({ firstName, lastName, email, type }) => ({ firstName, lastName, email, type })),
    roleFamily: { name: roleFamily.name },
    location,
    workflow: {
      name: workflow.name,
      stages: workflow.stages.map(({ _id, name }) => ({ _id, name })),
      rules:
        maySeeRules && archivedAt === null
          ? acting.map((rule) => ruleInWords(rule, translate(rules), status))
          : null,
    },
    genericAssessmentLinks: genericAssessmentLinks.map(
      ({ stageId, assessmentLink, assessmentPackageName }) => ({
        stageId,
        assessmentLink,
        assessmentPackageName,
      }),
    ),
  };
}

/** Data for the form that edits a vacancy. */
export function vacancyForm(vacancy: Vacancy) {
  const ofType = (type: string) =>
    vacancy.managers
      .filter((manager) => manager.type === type)
      .map(({ firstName, lastName, email }) => ({ firstName, lastName, email }));
  return {
    version: vacancy.version,
    workflow: vacancy.workflow.name,
    values: {
      title: vacancy.title,
      description: vacancy.description ?? "",
      jobFamily: vacancy.roleFamily.name,
      location: vacancy.location?.address ?? "",
      people: { managers: ofType("HIRING_MANAGER"), recruiters: ofType("RECRUITER") },
    },
  };
}

/** Options of the create form, and errors for those that failed to load. */
export async function newVacancyChoices(args: ConsoleArgs) {
  const { api, base, flags, rights, scope, translate } = args;
  const t = translate(vacancies);
  const [departments, workflows, held] = await Promise.all([
    loaded(getDepartments(api, scope, "apps:createVacancy"), args, t("form.departmentsFailed")),
    loaded(workflowsToOffer(args, listWorkflowChoices), args, t("form.workflowsFailed")),
    rights(),
  ]);
  const mayCreateWorkflow = isGateOpen(screenGates["workflow-sets/workflows/create"], {
    flags,
    rights: held,
  });
  return {
    departments: departmentOptions(departments.data ?? [], true),
    workflows: (workflows.data ?? []).map(({ _id, name }) => ({ _id, name })),
    // A vacancy needs a workflow, so the form says up front if there is none, unless they failed to load.
    hasNoWorkflow: workflows.data?.length === 0,
    createWorkflowHref: mayCreateWorkflow ? `${base}/workflow-sets/workflows/create` : null,
    problems: [departments.error, workflows.error].filter((problem) => problem !== null),
  };
}

/** A form's people in the API's shape; those in `stored` keep their external ids (VAC-39). */
export function managersInput(
  { managers, recruiters }: VacancyValues["people"],
  stored: Vacancy["managers"] = [],
) {
  const known = new Map(stored.map(({ email, externalId }) => [email.toLowerCase(), externalId]));
  const toSend = (rows: typeof managers) =>
    peopleInput(rows).map((one) => ({
      ...one,
      externalId: known.get(one.email.toLowerCase()) ?? one.externalId,
    }));
  return { hiringManagers: toSend(managers), recruiters: toSend(recruiters) };
}

/** Archiving and restoring vacancies, with texts (VAC-20). The API identifies them by external id. */
export const movableVacancies: Movable = {
  archive: archiveVacancies,
  restore: restoreVacancies,
  idsOf: externalIdsOf,
  names: (_args, externalIds) => Promise.resolve(externalIds),
  nothing: ({ translate }) => translate(vacancies)("nothingSelected"),
  ...moveTexts(vacanciesArea, word(vacancies, "viewVacancies")),
  failed: ({ translate }, isArchiving) => ({
    title: translate(vacancies)("wentWrong"),
    description: translate(vacancies)(isArchiving ? "archiveFailed" : "restoreFailed"),
  }),
  all: planAllVacancies,
};

/** Note in the "saved" notice on people left out because they have no email (VAC-38). */
export function omittedPeopleNote(
  { translate }: Pick<ConsoleArgs, "translate">,
  people: VacancyValues["people"],
) {
  const names = omittedPeople(people).join(", ");
  return names === "" ? {} : { note: translate(vacancies)("form.leftOut", { names }) };
}
