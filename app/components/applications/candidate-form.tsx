import { useState } from "react";
import { RadioGroupField } from "~/components/form/entry-fields";
import type { Option } from "~/components/form/choice-fields";
import { ConsoleForm } from "~/components/form/console-form";
import { fieldProps } from "~/components/form/field";
import { SubmitButton } from "~/components/form/post-form";
import { TextField } from "~/components/form/text-fields";
import { lazyChecks } from "~/components/form/use-checks";
import { useConsoleForm } from "~/components/form/use-console-form";
import { PlaceField } from "~/components/places/place-field";
import { useTexts } from "~/components/context/console-context";
import { useHydrated } from "remix-utils/use-hydrated";
import { candidates } from "~/i18n/candidates";
import type { Place } from "~/models/places/place.server";
import { placeValue } from "~/models/places/place-value";
import { DialogCancel } from "./dialog-cancel";
import { PhoneFields } from "./phone-fields";
import type { Intent } from "~/services/intents";

/**
 * On a conflict, number and country are merged as one value: the number is parsed in its country's format.
 */
const phoneParts = [["country", "phoneNumber"]];

type CandidateFormProps = {
  intent: Intent;
  values: {
    firstName: string;
    lastName: string;
    email: string;
    /** Country in whose format the number is parsed. */
    country: string;
    phoneNumber: string;
    location: string;
  };
  version: number;
  countries: string;
  backHref: string;
};

/** Form to correct a candidate's details (CAND-01). */
export function CandidateForm({ intent, values, version, countries, backHref }: CandidateFormProps) {
  const t = useTexts(candidates);
  const hydrated = useHydrated();
  const [place, setPlace] = useState<Place | null>(null);
  const { form, fields, frame } = useConsoleForm(
    lazyChecks(
      () => import("~/models/applications/candidate.schema"),
      ({ candidateSchema }) => candidateSchema(t, { isStored: (email) => email === values.email }),
    ),
    { id: "candidate", values, version, together: phoneParts },
  );
  // Without JS the server checks the form and renders the errors (CAND-08).
  const hasErrors = hydrated && Object.keys(form.allErrors).length > 0;
  return (
    <ConsoleForm
      intent={intent}
      frame={frame}
      actions={
        <>
          <DialogCancel to={backHref} />
          <SubmitButton disabled={hasErrors}>{t("edit.submit")}</SubmitButton>
        </>
      }
    >
      {hydrated && <input type="hidden" name="scripted" value="1" />}
      <TextField {...fieldProps(fields.firstName)} label={t("fields.firstName")} autoComplete="off" />
      <TextField
        {...fieldProps(fields.lastName)}
        label={t("fields.lastName")}
        required={false}
        autoComplete="off"
      />
      <TextField {...fieldProps(fields.email)} type="email" label={t("fields.email")} autoComplete="off" />
      <PhoneFields fields={fields} countries={countries} />
      <PlaceField
        {...fieldProps(fields.location)}
        label={t("fields.location")}
        hint={t("edit.locationHint")}
        required={false}
        onChoose={setPlace}
      />
      <ChosenPlace
        value={place ? placeValue(place) : undefined}
        typed={String(fields.location.initialValue ?? "")}
        answered={String(fields.chosenPlace.initialValue ?? "")}
        choices={frame.answer?.offered?.["location"]}
      />
    </ConsoleForm>
  );
}

type ChosenPlaceProps = {
  /** The place picked while typing, if any. */
  value: string | undefined;
  /**
   * `typed`: the location when the form was rendered. `answered`: the place chosen for it in the last post.
   */
  typed: string;
  answered: string;
  /** Places that match the text (CAND-20). */
  choices: readonly Option[] | undefined;
};

/** The place for the text: picked while typing, chosen earlier, or to be chosen now. */
function ChosenPlace({ value, typed, answered, choices }: ChosenPlaceProps) {
  const t = useTexts(candidates);
  return (
    <>
      <input type="hidden" name="placesFor" value={typed} />
      {choices && !value ? (
        <RadioGroupField name="chosenPlace" label={t("edit.choosePlace")} options={choices} />
      ) : (
        <input type="hidden" name="chosenPlace" value={value ?? answered} />
      )}
    </>
  );
}
