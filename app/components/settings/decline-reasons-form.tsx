import { useTexts } from "~/components/context/console-context";
import { CheckboxField } from "~/components/form/choice-fields";
import { ConsoleForm } from "~/components/form/console-form";
import { RadioGroupField } from "~/components/form/entry-fields";
import { numberedRows } from "~/components/form/error-summary";
import { checkboxProps, fieldProps } from "~/components/form/field";
import { HiddenFields } from "~/components/form/post-form";
import { RowList } from "~/components/form/row-list";
import { TextField } from "~/components/form/text-fields";
import { lazyChecks } from "~/components/form/use-checks";
import { useConsoleForm } from "~/components/form/use-console-form";
import { FormSection } from "~/components/ui/layout";
import { declineReasons } from "~/i18n/decline-reasons";
import { requirementLevels, reasonLimit } from "~/models/settings/decline-reasons.schema";
import type { DeclineSetting } from "~/models/settings/decline-reasons.server";
import type { Intent } from "~/services/intents";

type ReasonRow = { _id?: string | undefined; name: string; isArchived?: boolean | undefined };

type DeclineReasonsFormProps = { intent: Intent; setting: DeclineSetting; mayEdit: boolean };

/** A customer's decline reasons in their order, and when one is asked for (PIPE-06). */
export function DeclineReasonsForm({ intent, setting, mayEdit }: DeclineReasonsFormProps) {
  const t = useTexts(declineReasons);
  const { form, fields, frame } = useConsoleForm<{ asks?: DeclineSetting["asks"]; reasons?: ReasonRow[] }>(
    lazyChecks(
      () => import("~/models/settings/decline-reasons.schema"),
      ({ declineReasonsSchema }) => declineReasonsSchema(t),
    ),
    {
      id: "decline-reasons",
      values: { asks: setting.asks, reasons: setting.reasons },
      version: setting.version,
      mayEdit,
      rowName: numberedRows({ reasons: (number) => t("row", { number }) }),
    },
  );
  const rows = fields.reasons.getFieldList();
  return (
    <ConsoleForm intent={intent} frame={frame}>
      <FormSection title={t("heading")} description={t("text")}>
        <RadioGroupField
          {...fieldProps(fields.asks)}
          required={undefined}
          label={t("asks")}
          options={requirementLevels.map((value) => ({
            value,
            label: t(`choices.${value}`),
            hint: t(`hints.${value}`),
          }))}
        />
      </FormSection>
      <FormSection title={t("reasons")} description={t("reasonsText")}>
        <div className="framed-rows" id={fields.reasons.id}>
          <RowList<ReasonRow>
            form={form}
            list={fields.reasons}
            limit={reasonLimit}
            limitText={t("limit")}
            addLabel={t("add")}
            rowLabel={(number) => t("row", { number })}
            removeLabel={(row) => t("remove", { row })}
            moveUpLabel={(row) => t("moveUp", { row })}
            // A stored reason may stand with declines: it is archived instead.
            mayRemove={(index) => !rows[index]?.getFieldset()._id.value}
          >
            {(row) => {
              const { _id, name, isArchived } = row.getFieldset();
              const { value: id } = _id;
              return (
                <>
                  {id && <HiddenFields values={{ [_id.name]: id }} />}
                  <TextField {...fieldProps(name)} label={t("name")} autoComplete="off" />
                  {id && <CheckboxField {...checkboxProps(isArchived)} label={t("isArchived")} />}
                </>
              );
            }}
          </RowList>
        </div>
      </FormSection>
    </ConsoleForm>
  );
}
