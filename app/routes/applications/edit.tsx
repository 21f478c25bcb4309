import { redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { CandidateForm } from "~/components/applications/candidate-form";
import { useTexts } from "~/components/context/console-context";
import { fixedTitle } from "~/components/shell/page-title";
import { Dialog } from "~/components/ui/dialog";
import { candidates } from "~/i18n/candidates";
import type { Translate } from "~/i18n/texts";
import { regions } from "~/regions";
import { candidateSchema } from "~/models/applications/candidate.schema";
import {
  type Candidate,
  type CandidateChanges,
  getVacanciesOfCandidate,
  updateCandidate,
} from "~/models/applications/candidate.server";
import {
  candidateOfAddress,
  editedNumber,
  correctionErrors,
} from "~/models/applications/candidate-screen.server";
import type { Vacancy } from "~/models/vacancies/vacancy.server";
import { vacancyOfAddress, vacancyToChange } from "~/models/vacancies/vacancy-screen.server";
import { choosePlace, type PlaceChoice } from "~/models/places/place-choice.server";
import { placeValue } from "~/models/places/place-value";
import { isApiMessage } from "~/services/api-messages";
import { reportError } from "~/services/errors.server";
import { nullIfForbidden } from "~/services/failure.server";
import { actionGates, type Gate } from "~/services/gates";
import { formAction, type RefusedSave, versionSeen } from "~/services/form-action.server";
import type { ConsoleArgs, FormArgs } from "~/services/console-args";

import { consoleAction, consoleLoader } from "~/services/guard.server";
import { phoneCountries, phoneForDisplay } from "~/services/phone.server";
import { ApiError } from "~/services/regional-api.server";
import { intentsOf } from "~/services/intents";

export const handle = fixedTitle(candidates, "edit.title");

const gate: Gate = {
  flag: ["edgeVacancyDetailEnabled", "oldEdgeFeaturesEnabled"],
  right: actionGates.editCandidate.right,
};

/** The candidate in the URL. Redirects back with the reason if de-identified. */
async function editableOfAddress(args: ConsoleArgs, vacancy: Vacancy) {
  const found = await candidateOfAddress(args, vacancy);
  if (!found.candidate.isDeidentified) return found;
  args.notify({ tone: "warning", title: args.translate(candidates)("edit.deidentified") });
  throw redirect(found.backHref, 303);
}

export const loader = consoleLoader(gate, async (args) => {
  const { candidate, backHref } = await editableOfAddress(args, await vacancyOfAddress(args));
  const { firstName, lastName, email, phoneNumber: number, location, version } = candidate;
  return {
    values: {
      ...{ firstName, lastName, email, location },
      ...phoneForDisplay(number, regions[args.scope.awsRegion].countryCode),
    },
    version,
    countries: phoneCountries(),
    backHref,
  };
});

// Accepts any value as stored: the stored ones are known only once the candidate is loaded (see `check`).
const schema = ({ translate }: FormArgs) => candidateSchema(translate(candidates), { isStored: () => true });

type Values = Pick<Candidate, "firstName" | "lastName" | "email" | "phoneNumber">;

/** The changes to send: only values that differ from the stored ones (CAND-11). */
function candidateChanges(candidate: Candidate, values: Values, place: PlaceChoice): CandidateChanges {
  const names = Object.keys(values) as (keyof Values)[];
  const changed = names.filter((name) => values[name] !== candidate[name]);
  return {
    ...Object.fromEntries(changed.map((name) => [name, values[name]])),
    ...(place.kind === "cleared" && { location: { address: "" } }),
    ...(place.kind === "chosen" && { location: place.place }),
  };
}

/** Error of a text that is not a place yet; undefined if it is one, or none is needed (CAND-19, CAND-20). */
function placeRefusal(place: PlaceChoice, t: Translate<(typeof candidates)["en"]>) {
  if (place.kind !== "none" && place.kind !== "notChosen" && place.kind !== "several") return undefined;
  const message = t(place.kind === "none" ? "errors.noPlace" : "errors.choosePlace");
  const refused: RefusedSave = { fieldErrors: { location: [message] } };
  if (place.kind === "several")
    refused.offered = {
      location: place.places.map((one) => ({ value: placeValue(one), label: one.address })),
    };
  return refused;
}

export const action = consoleAction(gate, {
  save: formAction(schema, (args) => {
    const { api, step, translate } = args;
    const t = translate(candidates);
    const isOver = step === "over";
    const seen = versionSeen(args);
    let found: ReturnType<typeof editableOfAddress> | undefined;
    const find = () => (found ??= vacancyToChange(args).then((vacancy) => editableOfAddress(args, vacancy)));
    let place: PlaceChoice = { kind: "unchanged" };
    let isLate = false;
    let titles: readonly string[] = [];
    return {
      check: async (typed) => {
        const { candidate } = await find();
        const wrong = correctionErrors(candidate, typed, args);
        if (wrong) return wrong;
        const { location, chosenPlace, placesFor, scripted } = typed;
        // When saving over another person's change, the earlier location is looked up as without JS, since it
        // was not chosen in this form.
        const isScripted = scripted === "1" && !isOver;
        const before = candidate.location;
        // Someone else saved since the form was opened, so the original text is unknown; the save reports the
        // conflict.
        isLate = seen !== candidate.version && location !== before;
        if (!isLate)
          place = await choosePlace(api, { typed: location, before, chosenPlace, placesFor, isScripted });
        const refused = placeRefusal(place, t);
        if (refused) return refused;
        try {
          const vacancies = await nullIfForbidden(getVacanciesOfCandidate(api, candidate._id));
          if (!vacancies) return { notice: { tone: "warning", title: t("edit.elsewhere") } };
          titles = vacancies.map(({ title }) => title);
        } catch (error) {
          // If the candidate's other vacancies cannot be loaded, nothing is sent: the correction would show
          // on all of them (CAND-14).
          if (!(error instanceof ApiError) || error.kind === "UNAUTHENTICATED") throw error;
          reportError(error, { operation: error.operation, kind: error.kind });
          return {
            notice: { tone: "error", title: t("edit.vacanciesFailed"), description: t("edit.notSaved") },
          };
        }
        return undefined;
      },
      question: () =>
        titles.length > 1
          ? {
              title: t("edit.question"),
              text: [t("edit.several", { titles: titles.join(", ") })],
              confirm: t("edit.submit"),
            }
          : null,
      save: async ({ firstName, lastName, email, ...phone }, version) => {
        const { candidate, applicationId, backHref } = await find();
        const values = { firstName, lastName, email, phoneNumber: editedNumber(candidate, phone) ?? "" };
        const changes = candidateChanges(candidate, values, place);
        if (isLate || Object.keys(changes).length > 0)
          await updateCandidate(api, { _id: applicationId, ...changes, version });
        return { done: t("edit.done"), to: backHref };
      },
      failed: { title: t("edit.failed") },
      explain: (error) =>
        isApiMessage(error, "emailTaken") ? { fieldErrors: { email: [t("errors.emailTaken")] } } : undefined,
    };
  }),
});

const intent = intentsOf<typeof action>();

export default function EditCandidate() {
  const form = useLoaderData<typeof loader>();
  const t = useTexts(candidates);
  return (
    <Dialog title={t("edit.title")}>
      <CandidateForm intent={intent("save")} {...form} />
    </Dialog>
  );
}
