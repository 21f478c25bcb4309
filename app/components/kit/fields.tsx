import { useForm } from "@conform-to/react";
import type { ReactNode } from "react";
import { AddressSelect } from "~/components/form/address-select";
import {
  ColourField,
  FileField,
  PasswordField,
  TextArea,
  RadioGroupField,
} from "~/components/form/entry-fields";
import { CheckboxField, SelectField, SwitchField } from "~/components/form/choice-fields";
import { ErrorSummary } from "~/components/form/error-summary";
import { Field, fieldProps } from "~/components/form/field";
import { FormContextProvider } from "~/components/form/form-context";
import { MultiSelectField } from "~/components/form/multi-select-field";
import { RowList } from "~/components/form/row-list";
import { NumberField, RangeFields, TextField } from "~/components/form/text-fields";
import { longText, rightToLeftText, type Stories } from "./specimen";

const wrong = ["Please enter a display customer name"];
const options = [
  { value: "one", label: "Chat interview" },
  { value: "two", label: "Video interview" },
  { value: "three", label: longText },
];
const manyOptions = Array.from({ length: 10 }, (_, index) => ({
  value: `${index}`,
  label: `Recruiter ${index + 1}`,
  detail: `recruiter.${index + 1}@acme.example`,
}));

/** Fields in a read-only form. */
function ReadOnly({ children }: { children: ReactNode }) {
  return (
    <FormContextProvider value={{ isReadOnly: true, words: new Map() }}>
      <div className="form form-read-only">{children}</div>
    </FormContextProvider>
  );
}

type Row = { name?: string };

function Rows({ count, limit }: { count: number; limit: number }) {
  const id = `kit-rows-${count}`;
  const [form, fields] = useForm<{ people: Row[] }>({
    id,
    defaultValue: { people: Array.from({ length: count }, (_, index) => ({ name: `Person ${index + 1}` })) },
  });
  return (
    <form id={id} onSubmit={form.onSubmit} noValidate>
      <RowList
        form={form}
        list={fields.people}
        limit={limit}
        limitText={`${limit} people are as many as there may be`}
        addLabel="Add person"
        rowLabel={(number) => `Person ${number}`}
        removeLabel={(row) => `Remove ${row}`}
      >
        {(row) => {
          return <TextField {...fieldProps(row.getFieldset().name)} label="Name" />;
        }}
      </RowList>
    </form>
  );
}

/** Stories of every field in its states. */
export const fields: Stories = {
  "form/address-select": {
    chosen: () => (
      <AddressSelect
        path="/kit"
        name="part"
        label="Part of the gallery"
        options={["fields", "forms"].map((part) => ({ value: part, label: part }))}
        chosen="fields"
        placeholder={null}
      />
    ),
    wrong: () => (
      <AddressSelect
        path="/kit"
        name="part-wrong"
        label="Part"
        options={options}
        chosen=""
        error={wrong[0]}
      />
    ),
  },
  "form/field": {
    "with hint and error": () => (
      <Field name="kit-field" label="A field" hint="What it is for" errors={wrong} required={false}>
        <input id="kit-field" className="input" aria-invalid defaultValue="Typed" />
      </Field>
    ),
  },
  "form/text-fields": {
    text: () => (
      <div className="form">
        <TextField name="kit-empty" label="Empty" hint="With a hint" required={false} />
        <TextField name="kit-error" label="With an error" defaultValue="Typed" errors={wrong} />
        <TextField name="kit-disabled" label="Disabled" defaultValue="Not now" disabled />
        <TextField name="kit-fixed" label="Read-only" defaultValue="Stored" readOnly />
        <TextField name="kit-long" label={longText} defaultValue={longText} />
        <TextField name="kit-rtl" label="Right to left" defaultValue={rightToLeftText} dir="auto" />
        <TextField name="kit-icon" label="With an icon" icon="search" />
      </div>
    ),
    others: () => (
      <div className="form">
        <NumberField name="kit-number" label="Number" unit="months" defaultValue="24" />
        <NumberField name="kit-number-error" label="Number with an error" defaultValue="x" errors={wrong} />
        <RangeFields
          type="date"
          label="Days"
          from="2026-03-02"
          to="2026-03-01"
          errors={["The first day must not be after the last day."]}
        />
      </div>
    ),
    "read-only": () => (
      <ReadOnly>
        <TextField name="kit-read" label="Display name" defaultValue="Acme Retail" />
        <TextField name="kit-read-none" label="Nothing" />
      </ReadOnly>
    ),
  },
  "form/choice-fields": {
    select: () => (
      <div className="form">
        <SelectField name="kit-select" label="Workflow" options={options} />
        <SelectField name="kit-chosen" label="Chosen" options={options} defaultValue="two" errors={wrong} />
        <SelectField name="kit-off" label="Disabled" options={options} disabled />
      </div>
    ),
    "boxes and switches": () => (
      <div className="form">
        <CheckboxField name="kit-box" label="Agree" hint="With a hint" />
        <CheckboxField name="kit-box-on" label="On" defaultChecked />
        <CheckboxField name="kit-box-error" label="With an error" errors={wrong} />
        <SwitchField name="kit-switch" label="Off" />
        <SwitchField name="kit-switch-on" label="On" defaultChecked />
        <SwitchField name="kit-switch-off" label="Disabled" disabled />
      </div>
    ),
    "read-only": () => (
      <ReadOnly>
        <SelectField name="kit-read-select" label="Workflow" options={options} defaultValue="two" />
        <CheckboxField name="kit-read-box" label="Agreed" defaultChecked />
      </ReadOnly>
    ),
  },
  "form/entry-fields": {
    entries: () => (
      <div className="form">
        <PasswordField name="kit-password" label="Password" />
        <TextArea name="kit-area" label="Text area" defaultValue="Hello" counter={160} />
        <TextArea name="kit-over" label="Too long" defaultValue="Hello" counter={3} errors={wrong} mono />
        <FileField name="kit-file" label="File" hint="At most 1 MB" />
        <ColourField name="kit-colour" label="Colour" defaultValue="#3e63dd" />
      </div>
    ),
    radios: () => (
      <div className="form">
        <RadioGroupField name="kit-radio" label="Type" options={options} defaultValue="one" />
        <RadioGroupField
          name="kit-radio-error"
          label="In a line"
          options={options.slice(0, 2)}
          inline
          errors={wrong}
        />
      </div>
    ),
    "read-only": () => (
      <ReadOnly>
        <TextArea name="kit-read-long" label="Description" defaultValue={longText} />
        <RadioGroupField name="kit-read-radio" label="Type" options={options} defaultValue="one" />
      </ReadOnly>
    ),
  },
  "form/multi-select-field": {
    list: () => (
      <MultiSelectField name="kit-list" label="Recruiters" options={manyOptions} defaultValues={["1", "3"]} />
    ),
    "with an error": () => (
      <MultiSelectField name="kit-list-error" label="Stages" options={options} errors={wrong} />
    ),
  },
  "form/error-summary": {
    "with links": () => (
      <ErrorSummary
        errors={[
          { message: "Please enter a display customer name", href: "#kit-error" },
          { message: "Please choose a region" },
        ]}
      />
    ),
  },
  "form/row-list": {
    "some rows": () => <Rows count={2} limit={5} />,
    "no rows": () => <Rows count={0} limit={5} />,
    full: () => <Rows count={3} limit={3} />,
  },
};
