import { useLoaderData } from "@remix-run/react";
import { useTexts } from "~/components/context/console-context";
import { titled } from "~/components/shell/page-title";
import { PageHeader } from "~/components/ui/page-header";
import { VacancyForm } from "~/components/vacancies/vacancy-form";
import { VacancyErrorBoundary } from "~/components/vacancies/vacancy-not-found";
import { vacancies } from "~/i18n/vacancies";
import { leaveArchived } from "~/models/form/record-form.server";
import { placeOf } from "~/models/list/open-pages.server";
import { getDepartments } from "~/models/departments/department.server";
import {
  afterEdit,
  openDetail,
  savedNotice,
  vacancyOfAddress,
  vacancyToChange,
} from "~/models/vacancies/vacancy-screen.server";
import { fieldsToSend, peopleToSend, vacancySchema } from "~/models/vacancies/vacancy.schema";
import { updateVacancy, type Vacancy } from "~/models/vacancies/vacancy.server";
import { optional } from "~/services/failure.server";
import { screenGates } from "~/services/gates";
import { formAction } from "~/services/form-action.server";
import type { ConsoleArgs, FormArgs } from "~/services/console-args";
import { consoleAction, consoleLoader } from "~/services/guard.server";
import { intentsOf } from "~/services/intents";

export const handle = titled(vacancies, "form.editTitle");
export const ErrorBoundary = VacancyErrorBoundary;

const gate = screenGates["vacancies/:vacancyId/edit"];

/** The vacancy, unless it is archived: then there is nothing to edit and its detail says so (VAC-56, GEN-25). */
function editableOrRedirect(args: ConsoleArgs, vacancy: Vacancy): Vacancy {
  leaveArchived(args, vacancy, afterEdit(args, vacancy._id), args.translate(vacancies)("form.archived"));
  return vacancy;
}

export const loader = consoleLoader(gate, async (args) => {
  const { api, scope } = args;
  const [vacancy, departments] = await Promise.all([
    vacancyOfAddress(args).then((found) => editableOrRedirect(args, found)),
    // Only its name is wanted: without it the rest of the form is as good.
    optional(getDepartments(api, scope), []),
  ]);
  const place = await placeOf(args);
  const ofType = (type: string) =>
    vacancy.managers
      .filter((manager) => manager.type === type)
      .map(({ firstName, lastName, email }) => ({ firstName, lastName, email }));
  return {
    detailHref: openDetail(place, vacancy._id),
    cancelHref: afterEdit(place, vacancy._id),
    department: departments.find(({ _id }) => _id === vacancy.hierarchyId)?.name,
    workflow: vacancy.workflow.name,
    recordName: vacancy.title,
    version: vacancy.version,
    values: {
      title: vacancy.title,
      description: vacancy.description ?? "",
      jobFamily: vacancy.roleFamily.name,
      location: vacancy.location?.address ?? "",
      people: { managers: ofType("HIRING_MANAGER"), recruiters: ofType("RECRUITER") },
    },
  };
});

const schema = ({ translate }: FormArgs) => vacancySchema(translate(vacancies));

export const action = consoleAction(gate, {
  save: formAction(schema, (args) => {
    const { api, translate } = args;
    const t = translate(vacancies);
    return {
      save: async ({ people, ...fields }, version) => {
        const { _id, externalVacancyId, managers, archivedAt } = await vacancyToChange(args);
        if (archivedAt !== null) return { notice: { tone: "warning", title: t("form.archived") } };
        if (!externalVacancyId) return { notice: { tone: "error", title: t("form.noExternalId") } };
        // People who were there before keep their external id; new people get their email as one (VAC-39).
        const externalIds = new Map(managers.map((one) => [one.email.toLowerCase(), one.externalId]));
        const toSend = (rows: typeof people.managers) =>
          peopleToSend(rows).map((one) => ({
            ...one,
            externalId: externalIds.get(one.email.toLowerCase()) ?? one.externalId,
          }));
        const changes = {
          externalVacancyId,
          ...fieldsToSend(fields),
          hiringManagers: toSend(people.managers),
          recruiters: toSend(people.recruiters),
          version,
        };
        await updateVacancy(api, changes);
        return { done: savedNotice(t, t("form.saved"), people), to: afterEdit(args, _id) };
      },
      failed: { title: t("form.saveFailed") },
    };
  }),
});

const intent = intentsOf<typeof action>();

export default function EditVacancy() {
  const { detailHref, department, workflow, recordName, ...form } = useLoaderData<typeof loader>();
  const t = useTexts(vacancies);
  return (
    <>
      <PageHeader
        title={t("form.editTitle")}
        name={recordName}
        back={detailHref ? { to: detailHref, label: t("form.detail") } : undefined}
      />
      <VacancyForm intent={intent("save")} {...form} placing={{ department, workflow }} />
    </>
  );
}
