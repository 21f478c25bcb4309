import { SelectField } from "~/components/form/choice-fields";
import { ConflictPanel } from "~/components/form/conflict-panel";
import { ConsoleForm, type FormFrame } from "~/components/form/console-form";
import { DraftForm } from "~/components/form/draft-form";
import { EnterSubmitButton } from "~/components/form/enter-submit-button";
import { FormActions, PostForm, SubmitButton } from "~/components/form/post-form";
import { fingerprintsOf, mergeChanges } from "~/components/form/merge";
import { TextField } from "~/components/form/text-fields";
import { Button } from "~/components/ui/button";
import { Card } from "~/components/ui/layout";
import type { FormAnswer } from "~/services/form-answer";
import type { DraftAnswer } from "~/models/form/draft-form.server";
import { longText, rightToLeftText, type Stories, storyIntent } from "./specimen";

const stored = { displayName: "Acme Retail Ltd", region: "eu-west-1" };
const typed = { displayName: longText, region: "ap-southeast-2" };
const conflict = {
  changedBy: "Avery Admin",
  changedAt: "2026-03-02T09:30:00.000Z",
  version: 3,
  isOwn: false,
};
const ownConflict = { ...conflict, isOwn: true };
const regions = [
  { value: "ap-southeast-2", label: "Sydney" },
  { value: "eu-west-1", label: "Ireland" },
];

/** The props a form's hook would return, for a story. */
export const frameOf = (id: string, about: Partial<FormFrame> = {}): FormFrame => ({
  id,
  answer: undefined,
  mayEdit: true,
  version: 1,
  errors: [],
  isRefused: false,
  base: null,
  merge: null,
  isChanged: () => false,
  onSend: () => {},
  ...about,
});

export const answerOf = (form: string, about: Partial<FormAnswer>): FormAnswer => ({
  form,
  lastResult: { initialValue: typed },
  version: 1,
  base: null,
  notice: null,
  question: null,
  conflict: null,
  ...about,
});

/** A form with two fields, as on a screen. */
export function StoryForm({ frame, values = stored, errors }: StoryFormProps) {
  return (
    <Card>
      <ConsoleForm
        frame={frame}
        intent={storyIntent}
        actions={
          <>
            <SubmitButton intent={storyIntent}>Save</SubmitButton>
            <Button>Cancel</Button>
          </>
        }
      >
        <TextField
          name="displayName"
          id={`${frame.id}-displayName`}
          label="Display name"
          defaultValue={values.displayName}
          errors={errors}
        />
        <SelectField
          name="region"
          id={`${frame.id}-region`}
          label="Region"
          options={regions}
          defaultValue={values.region}
        />
      </ConsoleForm>
    </Card>
  );
}

type StoryFormProps = { frame: FormFrame; values?: typeof stored; errors?: readonly string[] };

const draftAnswer: DraftAnswer<typeof stored> = {
  draft: stored,
  notice: null,
  question: null,
  version: 1,
  conflict: null,
};

/** A form with buttons that change a draft, and one draft field. */
function StoryDraft({ id, mayEdit = true, answer }: StoryDraftProps) {
  return (
    <Card>
      <DraftForm
        {...{ id, answer, mayEdit }}
        intent={storyIntent}
        version={1}
        draft={stored}
        locked="You can view this but not change it."
        conflict={null}
        hidden={{}}
        fieldsClass="plain"
        save="Update"
      >
        <TextField
          name="displayName"
          id={`${id}-displayName`}
          label="Display name"
          defaultValue={stored.displayName}
        />
      </DraftForm>
    </Card>
  );
}

type StoryDraftProps = { id: string; mayEdit?: boolean; answer?: DraftAnswer<typeof stored> };

const words = new Map([
  ["displayName", { label: "Display name" }],
  ["region", { label: "Region" }],
]);

/** Whole forms and their parts other than fields. */
export const forms: Stories = {
  "form/console-form": {
    plain: () => <StoryForm frame={frameOf("kit-plain")} />,
    saved: () => (
      <StoryForm
        frame={frameOf("kit-saved", {
          answer: answerOf("kit-saved", { notice: { tone: "success", title: "Customer updated" } }),
        })}
      />
    ),
    refused: () => (
      <StoryForm
        frame={frameOf("kit-refused", {
          isRefused: true,
          errors: [{ message: "Please enter a display customer name", href: "#kit-refused-displayName" }],
        })}
        errors={["Please enter a display customer name"]}
      />
    ),
    "read-only": () => <StoryForm frame={frameOf("kit-locked", { mayEdit: false })} />,
    conflict: () => (
      <StoryForm
        frame={frameOf("kit-conflict", {
          answer: answerOf("kit-conflict", { conflict }),
          merge: mergeChanges(null, typed, stored),
        })}
        values={typed}
      />
    ),
    "right to left": () => (
      <div dir="rtl">
        <StoryForm frame={frameOf("kit-rtl")} values={{ ...stored, displayName: rightToLeftText }} />
      </div>
    ),
  },
  "form/draft-form": {
    plain: () => <StoryDraft id="kit-draft" />,
    refused: () => (
      <StoryDraft
        id="kit-draft-refused"
        answer={{ ...draftAnswer, notice: { tone: "error", title: "update policy failed" } }}
      />
    ),
    "read-only": () => <StoryDraft id="kit-draft-locked" mayEdit={false} />,
  },
  "form/enter-submit-button": {
    "not seen": () => (
      <PostForm>
        <EnterSubmitButton intent={storyIntent} />
        <p>Enter in a field saves.</p>
      </PostForm>
    ),
  },
  "form/unsaved-notice": {
    changed: () => <StoryForm frame={frameOf("kit-changed", { isChanged: () => true })} />,
  },
  "form/conflict-panel": {
    "two fields": () => (
      <PostForm>
        <ConflictPanel
          {...{ conflict, words }}
          merge={mergeChanges(null, typed, stored)}
          intent={storyIntent}
        />
      </PostForm>
    ),
    "different fields": () => (
      <PostForm>
        <ConflictPanel
          {...{ words }}
          conflict={ownConflict}
          merge={mergeChanges(
            fingerprintsOf({ ...stored, displayName: "Acme" }),
            { displayName: "Acme", region: "ap-southeast-2" },
            stored,
          )}
          intent={storyIntent}
        />
      </PostForm>
    ),
  },
  "form/post-form": {
    actions: () => (
      <PostForm>
        <FormActions>
          <SubmitButton>Log In</SubmitButton>
          <SubmitButton disabled>Not yet</SubmitButton>
          <SubmitButton tone="danger">Delete</SubmitButton>
        </FormActions>
      </PostForm>
    ),
  },
};
