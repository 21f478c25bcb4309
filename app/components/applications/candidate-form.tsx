import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { type ReactNode, useState } from "react";
import { RadioGroupField } from "~/components/form/choice-fields";
import { ErrorSummary, summaryErrors } from "~/components/form/error-summary";
import { PostForm, SubmitButton } from "~/components/form/post-form";
import { fieldProps } from "~/components/form/field";
import { TextField } from "~/components/form/text-fields";
import { PlaceField } from "~/components/places/place-field";
import { useTexts } from "~/components/context/console-context";
import { DialogActions } from "~/components/ui/dialog";
import { useHydrated } from "remix-utils/use-hydrated";
import { candidates } from "~/i18n/candidates";
import { candidateSchema } from "~/models/applications/candidate.schema";
import type { Candidate } from "~/models/applications/candidate.server";
import type { Place } from "~/models/places/place.server";
import { DialogCancel } from "./dialog-cancel";

/** Places that a typed text may mean, to choose from (CAND-20). */
export type PlaceOptions = { typed: string; options: { value: string; label: string }[] };

type CandidateFormProps = {
  candidate: Candidate;
  /** The version that an answer is about, in place of the candidate's: see `seen` below. */
  version?: string;
  backHref: string;
  lastResult?: SubmissionResult<string[]>;
  placeOptions?: PlaceOptions;
  /** The place that the form was understood to mean, while it is asked about. */
  chosenPlace?: string;
  /** The question before saving (CAND-10). */
  children?: ReactNode;
};

/** A candidate's details, to be corrected (CAND-01). */
export function CandidateForm({
  candidate,
  version,
  backHref,
  lastResult,
  placeOptions,
  chosenPlace,
  children,
}: CandidateFormProps) {
  const t = useTexts(candidates);
  const hydrated = useHydrated();
  const [place, setPlace] = useState<Place | null>(null);
  // What is typed over is what the form was made from, whatever is loaded behind it later: saving refuses to overwrite
  // anything newer.
  const [seen] = useState(candidate.updatedAt);
  const { firstName, lastName, email, phoneNumber, location } = candidate;
  const [form, fields] = useForm({
    id: "candidate",
    lastResult: lastResult ?? null,
    defaultValue: { firstName, lastName, email, phoneNumber, location },
    onValidate: ({ formData }) => parseWithZod(formData, { schema: candidateSchema(t) }),
    shouldValidate: "onBlur",
    shouldRevalidate: "onInput",
  });
  const hasErrors = hydrated && !form.valid && form.status !== undefined;
  return (
    <PostForm {...getFormProps(form)} preventScrollReset>
      <input type="hidden" name="version" value={version ?? seen} />
      {hydrated && <input type="hidden" name="scripted" value="1" />}
      {form.status === "error" && <ErrorSummary title={form.errors?.[0]} errors={summaryErrors(form)} />}
      <TextField {...fieldProps(fields.firstName)} label={t("fields.firstName")} autoComplete="off" />
      <TextField
        {...fieldProps(fields.lastName)}
        label={t("fields.lastName")}
        required={false}
        autoComplete="off"
      />
      <TextField {...fieldProps(fields.email)} type="email" label={t("fields.email")} autoComplete="off" />
      <TextField
        {...fieldProps(fields.phoneNumber)}
        type="tel"
        label={t("fields.phone")}
        required={false}
        autoComplete="off"
      />
      <PlaceField
        {...fieldProps(fields.location)}
        label={t("fields.location")}
        hint={t("edit.locationHint")}
        required={false}
        onChoose={setPlace}
      />
      <ChosenPlace
        value={place ? placeValue(place) : chosenPlace}
        typed={String(fields.location.initialValue ?? "")}
        choices={placeOptions}
      />
      {children}
      <DialogActions>
        <DialogCancel to={backHref} />
        <SubmitButton intent="save" disabled={hasErrors}>
          {t("edit.submit")}
        </SubmitButton>
      </DialogActions>
    </PostForm>
  );
}

const placeValue = ({ address, coordinate: { lat, lng } }: Place) => `${lat},${lng},${address}`;

type ChosenPlaceProps = { value: string | undefined; typed: string; choices: PlaceOptions | undefined };

/** Which place the text stands for: picked while typing, understood by the server, or to be chosen now. */
function ChosenPlace({ value, typed, choices }: ChosenPlaceProps) {
  const t = useTexts(candidates);
  if (value || !choices) {
    return (
      <>
        <input type="hidden" name="chosenPlace" value={value ?? ""} />
        <input type="hidden" name="placesFor" value={typed} />
      </>
    );
  }
  return (
    <>
      <input type="hidden" name="placesFor" value={choices.typed} />
      <RadioGroupField name="chosenPlace" label={t("edit.choosePlace")} options={choices.options} />
    </>
  );
}
