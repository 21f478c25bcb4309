import type { FieldMetadata, FormMetadata } from "@conform-to/react";
import { fieldProps } from "~/components/form/field";
import { RowList } from "~/components/form/row-list";
import { TextField } from "~/components/form/text-fields";
import { useTexts } from "~/components/context/console-context";
import { FormSection } from "~/components/ui/layout";
import { vacancies } from "~/i18n/vacancies";
import { peopleLimit } from "~/models/vacancies/vacancy-fields";

export type PersonRow = { firstName?: string; lastName?: string; email?: string };

type PeopleFieldsProps = {
  kind: "hiringManager" | "recruiter";
  form: Pick<FormMetadata, "insert" | "remove" | "reorder">;
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

/** Hiring managers or recruiters of a vacancy (VAC-32). */
export function PeopleFields({ kind, form, list }: PeopleFieldsProps) {
  const t = useTexts(vacancies);
  const { title, text, row, add } = words[kind];
  const props = { autoComplete: "off" } as const;
  return (
    <FormSection title={t(title)} description={t(text)}>
      <RowList
        form={form}
        isTable
        list={list}
        limit={peopleLimit}
        limitText={t("form.peopleLimit", { count: peopleLimit })}
        addLabel={t(add)}
        rowLabel={(number) => t(row, { number })}
        removeLabel={(person) => t("form.removePerson", { person })}
      >
        {(person) => {
          const fields = person.getFieldset();
          return (
            <>
              <TextField {...fieldProps(fields.firstName)} label={t("fields.firstName")} {...props} />
              <TextField {...fieldProps(fields.lastName)} label={t("fields.lastName")} {...props} />
              <TextField {...fieldProps(fields.email)} label={t("fields.email")} type="email" {...props} />
            </>
          );
        }}
      </RowList>
    </FormSection>
  );
}
