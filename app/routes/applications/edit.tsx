import { data, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import type { SubmissionResult } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { CandidateForm, type PlaceOptions } from "~/components/applications/candidate-form";
import { SubmitButton } from "~/components/form/post-form";
import { useTexts } from "~/components/context/console-context";
import { titled } from "~/components/shell/page-title";
import { Dialog, DialogActions } from "~/components/ui/dialog";
import { Notices } from "~/components/ui/notices";
import { candidates } from "~/i18n/candidates";
import { common } from "~/i18n/common";
import { candidateSchema } from "~/models/applications/candidate.schema";
import {
  type Candidate,
  type CandidateChanges,
  getVacancyTitles,
  updateCandidate,
} from "~/models/applications/candidate.server";
import { candidateOfAddress } from "~/models/applications/candidate-screen.server";
import { choosePlace, type PlaceChoice, placeValue } from "~/models/places/place-choice.server";
import { isApiMessage } from "~/services/api-messages";
import { reportError } from "~/services/errors.server";
import { failureNotice } from "~/services/failure.server";
import type { Gate } from "~/services/console-args";
import { consoleAction, consoleLoader } from "~/services/guard.server";
import { phoneNumber } from "~/services/phone.server";
import { ApiError } from "~/services/regional-api.server";
import type { Notice } from "~/sessions.server";

export const handle = titled(candidates, "edit.title");

const gate: Gate = { flag: ["edgeVacancyDetailEnabled", "oldEdgeFeaturesEnabled"] };

export const loader = consoleLoader(gate, async (args) => {
  const { candidate, backHref } = await candidateOfAddress(args);
  if (candidate.isDeidentified) {
    args.notify({ tone: "warning", title: args.translate(candidates)("edit.deidentified") });
    throw redirect(backHref);
  }
  return { candidate, backHref };
});

/** The form again: with errors, with places to choose from, or with the question before saving. */
type Answer = {
  lastResult: SubmissionResult<string[]>;
  notice: Notice | null;
  /** What the person has seen stored: a form that comes back does not pass for one made from newer values. */
  version: string;
  placeOptions?: PlaceOptions;
  /** The question, and the place it is asked about, so that the second post means the same. */
  question?: { text: string; chosenPlace: string };
};

const again = (answer: Partial<Answer> & Pick<Answer, "lastResult" | "version">, status = 400) =>
  data<Answer>({ notice: null, ...answer }, { status });

const versionOf = (form: FormData) => String(form.get("version") ?? "");

type Values = ReturnType<typeof valuesOf>;

function valuesOf(typed: { firstName: string; lastName: string; email: string; phoneNumber: string }) {
  const { firstName, lastName, email } = typed;
  return { firstName, lastName, email, phoneNumber: phoneNumber(typed.phoneNumber) ?? "" };
}

/** Only what differs from what is stored is sent (CAND-11). */
function changesOf(candidate: Candidate, values: Values, place: PlaceChoice): CandidateChanges {
  const names = Object.keys(values) as (keyof Values)[];
  const changed = names.filter((name) => values[name] !== candidate[name]);
  return {
    ...Object.fromEntries(changed.map((name) => [name, values[name]])),
    ...(place.kind === "cleared" && { location: { address: "" } }),
    ...(place.kind === "chosen" && { location: place.place }),
  };
}

type Handler = Parameters<typeof consoleAction<Response | ReturnType<typeof again>>>[1][string];

/** Checks the form and saves; asks first when other vacancies are concerned and `isAsked` says it was not (CAND-10). */
const save =
  (isAsked: boolean): Handler =>
  async (args) => {
    const { api, scope, form, idempotencyKey, translate, notify } = args;
    const t = translate(candidates);
    const schema = candidateSchema(t, (text) => phoneNumber(text) !== null);
    const submission = parseWithZod(form, { schema });
    const seen = versionOf(form);
    if (submission.status !== "success") return again({ lastResult: submission.reply(), version: seen });
    const changedMeanwhile = (newer: Candidate) => {
      const notice = changedNotice(t, newer);
      return again({ lastResult: submission.reply(), notice, version: newer.updatedAt }, 409);
    };
    const { candidate, applicationId, backHref } = await candidateOfAddress(args);
    const { version, location, chosenPlace, placesFor, scripted, ...typed } = submission.value;
    if (version !== candidate.updatedAt) return changedMeanwhile(candidate);
    const place = await choosePlace(api, {
      typed: location,
      before: candidate.location,
      chosenPlace,
      placesFor,
      isScripted: scripted === "1",
    });
    if (place.kind === "none" || place.kind === "notChosen" || place.kind === "several") {
      const message = t(place.kind === "none" ? "errors.noPlace" : "errors.choosePlace");
      const places = place.kind === "several" ? place.places : [];
      const options = places.map((one) => ({ value: placeValue(one), label: one.address }));
      return again({
        lastResult: submission.reply({ fieldErrors: { location: [message] } }),
        version: seen,
        ...(options.length > 0 && { placeOptions: { typed: location, options } }),
      });
    }
    if (!isAsked) {
      const titles = await getVacancyTitles(api, scope, candidate._id).catch((error: unknown) => {
        if (!(error instanceof ApiError) || error.kind === "UNAUTHENTICATED") throw error;
        reportError(error, { operation: error.operation, kind: error.kind });
        return null;
      });
      const failed: Notice = { tone: "error", title: t("edit.vacanciesFailed") };
      if (!titles) return again({ lastResult: submission.reply(), notice: failed, version: seen }, 503);
      if (titles.length > 1) {
        const text = t("edit.several", { titles: titles.join(", ") });
        const chosen = place.kind === "chosen" ? placeValue(place.place) : "";
        const question = { text, chosenPlace: chosen };
        return again({ lastResult: submission.reply(), question, version: seen }, 200);
      }
    }
    const changes = changesOf(candidate, valuesOf(typed), place);
    try {
      if (Object.keys(changes).length > 0)
        await updateCandidate(api, scope, applicationId, changes, version, idempotencyKey);
    } catch (error) {
      if (isApiMessage(error, "emailTaken")) {
        const lastResult = submission.reply({ fieldErrors: { email: [t("errors.emailTaken")] } });
        return again({ lastResult, version: seen });
      }
      if (isApiMessage(error, "candidateChanged"))
        return changedMeanwhile((await candidateOfAddress(args)).candidate);
      const { notice, status } = failureNotice(error, args, { title: t("edit.failed") });
      return again({ lastResult: submission.reply(), notice, version: seen }, status);
    }
    notify({ tone: "success", title: t("edit.done") });
    return redirect(backHref, 303);
  };

/** Two people corrected the same candidate: the second sees what the first stored before replacing it. */
function changedNotice(
  t: (key: "edit.changed" | "edit.changedTo", values?: Record<string, string>) => string,
  { firstName, lastName, email, phoneNumber: phone, location }: Candidate,
): Notice {
  const values = [`${firstName} ${lastName}`.trim(), email, phone, location].filter(Boolean).join(", ");
  return { tone: "warning", title: t("edit.changed"), description: t("edit.changedTo", { values }) };
}

export const action = consoleAction(gate, {
  save: save(false),
  confirm: save(true),
  /** Back from the question to the form as it was typed. */
  cancel: ({ form, translate }) => {
    const submission = parseWithZod(form, { schema: candidateSchema(translate(candidates)) });
    const { initialValue } = submission.reply();
    return again({ lastResult: { initialValue }, version: versionOf(form) }, 200);
  },
});

export default function EditCandidate() {
  const { backHref, candidate } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const t = useTexts(candidates);
  const c = useTexts(common);
  return (
    <Dialog title={t("edit.title")}>
      <Notices notices={answer?.notice ? [answer.notice] : []} />
      <CandidateForm
        {...{ candidate, backHref }}
        version={answer?.version}
        lastResult={answer?.lastResult}
        placeOptions={answer?.placeOptions}
        chosenPlace={answer?.question?.chosenPlace}
      >
        {answer?.question && (
          <Dialog title={t("edit.question")}>
            <p>{answer.question.text}</p>
            <DialogActions>
              <SubmitButton intent="cancel" variant="outline" tone="gray" data-dialog-cancel="">
                {c("actions.cancel")}
              </SubmitButton>
              <SubmitButton intent="confirm">{t("edit.submit")}</SubmitButton>
            </DialogActions>
          </Dialog>
        )}
      </CandidateForm>
    </Dialog>
  );
}
