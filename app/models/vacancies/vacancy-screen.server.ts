import { word } from "~/areas/area";
import { vacanciesArea } from "~/areas/vacancies";
import { applications } from "~/i18n/applications";
import { rules } from "~/i18n/rules";
import { vacancies } from "~/i18n/vacancies";
import { reportError } from "~/services/errors.server";
import { ifThere, loaded, optional } from "~/services/failure.server";
import { type OpenedPlace, openedPlace } from "~/models/list/neighbours.server";
import { departmentOptions, getDepartments } from "~/models/departments/department.server";
import { planVacancies } from "~/models/bulk-jobs/bulk-job.server";
import { planned } from "~/models/bulk-jobs/bulk-job-screen.server";
import { listAgain } from "~/models/list/bulk.server";
import { type Movable, moveWords } from "~/models/list/moves.server";
import { listWorkflowChoices, workflowsToOffer } from "~/models/workflows/workflow-choices.server";
import { statusNameOf } from "~/models/workflows/statuses";
import { ruleInWords } from "~/models/workflows/workflow-rules";
import type { ConsoleArgs, FormArgs } from "~/services/console-args";
import { opens, screenGates } from "~/services/gates";
import { ApiError } from "~/services/regional-api.server";
import { vacancyMissing } from "~/services/screens.server";
import { peopleLeftOut, peopleToSend, type VacancyValues } from "./vacancy.schema";
import {
  archiveVacancies,
  getVacancies,
  getVacancy,
  restoreVacancies,
  type Vacancy,
  vacancyChoices,
  vacancyFilter,
} from "./vacancy.server";
import { type VacancySearch, vacancySearch } from "./vacancy-search";
import { externalIdsOf } from "./vacancy-selection";

const hasMoreOf = ({ flags }: ConsoleArgs) => flags.edgeVacancyFiltersEnabled;

/** The customer's departments, asked for once a page. */
const departmentsOf = ({ api, scope, once }: ConsoleArgs) =>
  once("departments", () => getDepartments(api, scope, "apps:listVacancy"));

/** Departments of an address that are not there, or that the person may not see. */
export async function unknownDepartments(args: ConsoleArgs, { department }: VacancySearch) {
  if (department.length === 0) return [];
  const departments = await optional(departmentsOf(args), null);
  return department
    .filter((id) => departments && !departments.some(({ _id }) => _id === id))
    .map((value) => ({ name: "department", value }));
}

/** The page of either list that its address asks for. Throws ApiError. */
export const vacanciesOf = (args: ConsoleArgs, state: VacancySearch, isArchived: boolean) =>
  getVacancies(args.api, state, {
    isArchived,
    hasMore: hasMoreOf(args),
    timeZone: args.timeZone,
  });

/** Plans to archive every vacancy of the list's address, or to restore every one of the archive's (BULK-01). */
export const planAllVacancies = (isArchived: boolean) => async (args: FormArgs) => {
  const { api, timeZone, url } = args;
  const search = vacancySearch(isArchived).parse(url.searchParams);
  const filter = vacancyFilter(api.ids, search, { isArchived, hasMore: hasMoreOf(args), timeZone });
  if (!filter) return listAgain(args);
  return planned(args, isArchived, (ids) => planVacancies(api, { ...ids, filter }));
};

/** Where the vacancy stands in the list that it was opened from, and the vacancies before and after (GEN-31). */
export function vacancyPlace(args: ConsoleArgs, { _id, archivedAt }: Vacancy): Promise<OpenedPlace | null> {
  const isArchived = archivedAt !== null;
  return openedPlace(args, _id, vacancySearch(isArchived), (state) => vacanciesOf(args, state, isArchived));
}

/** The choices of both lists' filters; the list works without the departments. */
export async function choicesOf(args: ConsoleArgs) {
  const { url, timeZone } = args;
  const asked = { tz: url.searchParams.get("tz") ?? undefined, hasMore: hasMoreOf(args), timeZone };
  const without = { departments: [], zone: timeZone, hasMore: asked.hasMore };
  return optional(vacancyChoices(departmentsOf(args), asked), without);
}

/**
 * The vacancy an address names, for what changes something about it: the not-found page only for one that is not there.
 * Throws ApiError for any other failure, so that the form stays as it was typed (VAC-61, INV-13, CAND-13).
 */
export async function vacancyToChange(args: ConsoleArgs): Promise<Vacancy> {
  const { api, param } = args;
  const vacancy = await ifThere(getVacancy(api, param("vacancyId")));
  if (!vacancy) throw vacancyMissing(args);
  return vacancy;
}

/**
 * The vacancy an address names, for every screen about one. Whatever fails
 * becomes the not-found page of VAC-54, save what is no matter of the vacancy: an ended session, a refusal, a region
 * that does not answer.
 */
export function vacancyOfAddress(args: ConsoleArgs): Promise<Vacancy> {
  const { api, param, once } = args;
  const vacancyId = param("vacancyId");
  return shownOrMissing(
    once(`vacancy ${vacancyId}`, () => getVacancy(api, vacancyId)),
    args,
  );
}

/** The vacancy that a screen is about; see `vacancyOfAddress`. */
export async function shownOrMissing(found: Promise<Vacancy>, args: ConsoleArgs): Promise<Vacancy> {
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
 * What a vacancy's page shows of it, with the rules that act on it in words (RULE-30) for whoever may see workflows; in an
 * archived vacancy none does.
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

/** What the form to edit a vacancy shows. */
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

/** The choices of the form of a new vacancy, and what of them is missing. */
export async function newVacancyChoices(args: ConsoleArgs) {
  const { api, base, flags, rights, scope, translate } = args;
  const t = translate(vacancies);
  const [departments, workflows, held] = await Promise.all([
    loaded(getDepartments(api, scope, "apps:createVacancy"), args, t("form.departmentsFailed")),
    loaded(workflowsToOffer(args, listWorkflowChoices), args, t("form.workflowsFailed")),
    rights(),
  ]);
  const mayCreateWorkflow = opens(screenGates["workflow-sets/workflows/create"], { flags, rights: held });
  return {
    departments: departmentOptions(departments.data ?? [], true),
    workflows: (workflows.data ?? []).map(({ _id, name }) => ({ _id, name })),
    // Without one nothing can be saved, so the form says so first. Not when they could not be loaded.
    hasNoWorkflow: workflows.data?.length === 0,
    createWorkflowHref: mayCreateWorkflow ? `${base}/workflow-sets/workflows/create` : null,
    problems: [departments.error, workflows.error].filter((problem) => problem !== null),
  };
}

/** The people of a vacancy's form as they are sent. Those of `stored` keep their external ids (VAC-39). */
export function managersToSend(
  { managers, recruiters }: VacancyValues["people"],
  stored: Vacancy["managers"] = [],
) {
  const known = new Map(stored.map(({ email, externalId }) => [email.toLowerCase(), externalId]));
  const toSend = (rows: typeof managers) =>
    peopleToSend(rows).map((one) => ({
      ...one,
      externalId: known.get(one.email.toLowerCase()) ?? one.externalId,
    }));
  return { hiringManagers: toSend(managers), recruiters: toSend(recruiters) };
}

/** Archives and restores vacancies, with the words for it (VAC-20). The API knows them by their external ids. */
export const movableVacancies: Movable = {
  archive: archiveVacancies,
  restore: restoreVacancies,
  idsOf: externalIdsOf,
  names: (_args, externalIds) => Promise.resolve(externalIds),
  nothing: ({ translate }) => translate(vacancies)("nothingSelected"),
  ...moveWords(vacanciesArea, word(vacancies, "viewVacancies")),
  failed: ({ translate }, isArchiving) => ({
    title: translate(vacancies)("wentWrong"),
    description: translate(vacancies)(isArchiving ? "archiveFailed" : "restoreFailed"),
  }),
  all: planAllVacancies,
};

/** What the notice of a saved vacancy says of those who were left out for want of an email (VAC-38). */
export function leftOutNote({ translate }: Pick<ConsoleArgs, "translate">, people: VacancyValues["people"]) {
  const names = peopleLeftOut(people).join(", ");
  return names === "" ? {} : { note: translate(vacancies)("form.leftOut", { names }) };
}
