import type { FieldMetadata, FormMetadata } from "@conform-to/react";
import { fieldProps } from "~/components/form/field";
import { TextField } from "~/components/form/text-fields";
import { useTexts } from "~/components/context/console-context";
import { Button } from "~/components/ui/button";
import { FormSection } from "~/components/ui/layout";
import { vacancies } from "~/i18n/vacancies";
import { peopleLimit } from "~/models/vacancies/vacancy.schema";

export type PersonRow = { firstName?: string; lastName?: string; email?: string };

type PeopleFieldsProps = {
  kind: "hiringManager" | "recruiter";
  // The form's own shape does not matter here: only its row buttons are used.
  form: Pick<FormMetadata, "insert" | "remove">;
  list: FieldMetadata<PersonRow[], Record<string, unknown>, string[]>;
};

const words = {
  hiringManager: {
    title: "fields.hiringManagers",
    text: "form.managersText",
    row: "form.hiringManagerNumber",
    add: "form.addHiringManager",
  },
  recruiter: {
    title: "fields.recruiters",
    text: "form.recruitersText",
    row: "form.recruiterNumber",
    add: "form.addRecruiter",
  },
} as const;

/** A list of people that grows and shrinks: the buttons of its rows are submit buttons, so it does so without scripts too (VAC-32, VAC-41). */
export function PeopleFields({ kind, form, list }: PeopleFieldsProps) {
  const t = useTexts(vacancies);
  const { title, text, row, add } = words[kind];
  const rows = list.getFieldList();
  return (
    <FormSection title={t(title)} description={t(text)}>
      {rows.map((person, index) => {
        const fields = person.getFieldset();
        const name = t(row, { number: index + 1 });
        return (
          <fieldset key={person.key} className="person-row">
            <legend>{name}</legend>
            <div className="fields-row">
              <TextField {...fieldProps(fields.firstName)} label={t("fields.firstName")} autoComplete="off" />
              <TextField {...fieldProps(fields.lastName)} label={t("fields.lastName")} autoComplete="off" />
              <TextField
                {...fieldProps(fields.email)}
                label={t("fields.email")}
                type="email"
                autoComplete="off"
              />
            </div>
            <Button
              type="submit"
              {...form.remove.getButtonProps({ name: list.name, index })}
              variant="ghost"
              size="small"
              icon="trash"
              iconOnly
            >
              {t("form.removePerson", { person: name })}
            </Button>
          </fieldset>
        );
      })}
      <div>
        <Button
          type="submit"
          {...form.insert.getButtonProps({ name: list.name, defaultValue: {} })}
          icon="plus"
          disabled={rows.length >= peopleLimit}
        >
          {t(add)}
        </Button>
        {rows.length >= peopleLimit && (
          <p className="field-hint">{t("form.peopleLimit", { count: peopleLimit })}</p>
        )}
      </div>
    </FormSection>
  );
}
