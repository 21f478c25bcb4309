import { data, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import type { SubmissionResult } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { useTexts } from "~/components/context/console-context";
import { titled } from "~/components/shell/page-title";
import { Notices } from "~/components/ui/notices";
import { PageHeader } from "~/components/ui/page-header";
import { VacancyForm } from "~/components/vacancies/vacancy-form";
import { VacancyErrorBoundary } from "~/components/vacancies/vacancy-not-found";
import { vacancies } from "~/i18n/vacancies";
import { getDepartments } from "~/models/departments/department.server";
import { vacancyMissing, vacancyOfAddress } from "~/models/vacancies/vacancy-screen.server";
import { fieldsToSend, peopleToSend, vacancySchema } from "~/models/vacancies/vacancy.schema";
import { updateVacancy, type Vacancy } from "~/models/vacancies/vacancy.server";
import { reportError } from "~/services/errors.server";
import { failureNotice } from "~/services/failure.server";
import type { ConsoleArgs, Gate } from "~/services/console-args";
import { consoleAction, consoleLoader } from "~/services/guard.server";
import type { Notice } from "~/sessions.server";

export const handle = titled(vacancies, "form.editTitle");
export const ErrorBoundary = VacancyErrorBoundary;

// The way to this screen shows with the old features only (VAC-51).
const gate: Gate = { flag: ["oldEdgeFeaturesEnabled", "edgeVacancyEditEnabled"] };

/** The vacancy, unless it is archived: then there is nothing to edit (VAC-56). */
async function editable({ api, scope, params }: ConsoleArgs): Promise<Vacancy> {
  const vacancy = await vacancyOfAddress(api, scope, params.vacancyId);
  if (vacancy.archivedAt !== null) throw vacancyMissing();
  return vacancy;
}

export const loader = consoleLoader(gate, async (args) => {
  const { api, scope, base } = args;
  const [vacancy, departments] = await Promise.all([
    editable(args),
    // Only its name is wanted: without it the rest of the form is as good.
    getDepartments(api, scope).catch((error: unknown) => {
      reportError(error, { operation: "departments" });
      return [];
    }),
  ]);
  const ofType = (type: string) =>
    vacancy.managers
      .filter((manager) => manager.type === type)
      .map(({ firstName, lastName, email }) => ({ firstName, lastName, email }));
  return {
    detailHref: `${base}/vacancies/${vacancy._id}`,
    department: departments.find(({ _id }) => _id === vacancy.hierarchyId)?.name,
    workflow: vacancy.workflow.name,
    values: {
      title: vacancy.title,
      description: vacancy.description ?? "",
      jobFamily: vacancy.roleFamily.name,
      location: vacancy.location?.address ?? "",
      people: { managers: ofType("HIRING_MANAGER"), recruiters: ofType("RECRUITER") },
    },
    idempotencyKey: crypto.randomUUID(),
  };
});

type Answer = { lastResult: SubmissionResult<string[]>; notice: Notice | null };

function again(lastResult: Answer["lastResult"], notice: Notice | null = null, status = 400) {
  return data<Answer>({ lastResult, notice }, { status });
}

export const action = consoleAction(gate, {
  /** A row was added or removed without scripts (VAC-41). */
  "": ({ form, translate }) => {
    const submission = parseWithZod(form, { schema: vacancySchema(translate(vacancies)) });
    return again(submission.reply(), null, submission.status === "error" ? 400 : 200);
  },

  save: async (args) => {
    const { api, scope, base, form, idempotencyKey, translate, notify } = args;
    const t = translate(vacancies);
    const submission = parseWithZod(form, { schema: vacancySchema(t) });
    if (submission.status !== "success") return again(submission.reply());
    const { people, ...fields } = submission.value;
    const { _id, externalVacancyId, managers } = await editable(args);
    if (!externalVacancyId)
      return again(submission.reply(), { tone: "error", title: t("form.noExternalId") });
    // Who was there before keeps the external id they came with; new people get their email (VAC-39).
    const externalIds = new Map(managers.map((one) => [one.email.toLowerCase(), one.externalId]));
    const toSend = (rows: typeof people.managers) =>
      peopleToSend(rows).map((one) => ({
        ...one,
        externalId: externalIds.get(one.email.toLowerCase()) ?? one.externalId,
      }));
    const changes = {
      ...fieldsToSend(fields),
      hiringManagers: toSend(people.managers),
      recruiters: toSend(people.recruiters),
    };
    try {
      await updateVacancy(api, scope, externalVacancyId, changes, idempotencyKey);
    } catch (error) {
      const { notice, status } = failureNotice(error, args, { title: t("form.saveFailed") });
      return again(submission.reply(), notice, status);
    }
    notify({ tone: "success", title: t("form.saved") });
    return redirect(`${base}/vacancies/${_id}`, 303);
  },
});

export default function EditVacancy() {
  const { detailHref, department, workflow, values, idempotencyKey } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const t = useTexts(vacancies);
  return (
    <>
      <PageHeader title={t("form.editTitle")} back={{ to: detailHref, label: t("form.detail") }} />
      <Notices notices={answer?.notice ? [answer.notice] : []} />
      <VacancyForm
        defaultValue={values}
        placing={{ department, workflow }}
        cancelHref={detailHref}
        idempotencyKey={idempotencyKey}
        lastResult={answer?.lastResult}
      />
    </>
  );
}
