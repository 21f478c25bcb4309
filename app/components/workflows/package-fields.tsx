import type { FieldMetadata } from "@conform-to/react";
import { useState } from "react";
import { useHydrated } from "remix-utils/use-hydrated";
import { RadioGroupField } from "~/components/form/entry-fields";
import { SelectField } from "~/components/form/choice-fields";
import { fieldProps } from "~/components/form/field";
import { SubmitButton } from "~/components/form/post-form";
import { TextField } from "~/components/form/text-fields";
import { useTexts } from "~/components/context/console-context";
import { workflows } from "~/i18n/workflows";
import { defaultLanguage, languageName } from "~/models/workflows/languages";
import { products, type StageValues } from "~/models/workflows/stage-values";
import type { AssessmentPackage } from "~/models/workflows/workflow.server";
import type { Intent } from "~/services/intents";
import { usePackages } from "./use-packages";
import { productName, StageFacts } from "./stage-facts";

export type StageField = FieldMetadata<StageValues, Record<string, unknown>, string[]>;

type PackageFieldsProps = {
  stage: StageField;
  /** All loaded packages of both types. */
  packages: readonly AssessmentPackage[];
  /** Results of a no-JS search. */
  searched: readonly AssessmentPackage[] | undefined;
  isVideoOff: boolean;
  searchIntent: Intent;
};

/** Type, package and, from it, language of an unsaved stage (WF-19 to WF-23). */
export function PackageFields({ stage, packages, searched, isVideoOff, searchIntent }: PackageFieldsProps) {
  const t = useTexts(workflows);
  const hydrated = useHydrated();
  const { product, packageId, search } = stage.getFieldset();
  const chosenProduct = product.value ?? "";
  const { value: chosenId } = packageId;
  const found = usePackages(chosenProduct, search.value ?? "", packages);
  const shown = hydrated ? found.packages : (searched ?? found.packages);
  const ofProduct = packages.filter((one) => one.product === chosenProduct);
  const isChosen = ({ externalId, product: of }: AssessmentPackage) =>
    externalId === chosenId && of === chosenProduct;
  const listed = [...ofProduct, ...shown].find(isChosen);
  const [last, setLast] = useState(listed);
  if (listed && listed.externalId !== last?.externalId) setLast(listed);
  // The selected package stays available during a search, even if only a search finds it.
  const chosen = listed ?? (last && isChosen(last) ? last : undefined);
  const options =
    chosen && !shown.some(({ externalId }) => externalId === chosen.externalId) ? [chosen, ...shown] : shown;
  const choice = fieldProps(packageId);
  return (
    <>
      <RadioGroupField
        {...fieldProps(product)}
        label={t("stages.type")}
        inline
        options={products.map((one) => ({
          value: one,
          label: productName(t, one),
          disabled: isVideoOff && one === "SI" && chosenProduct !== "SI",
        }))}
      />
      {!hydrated && (
        <div className="stage-whole">
          <SubmitButton intent={searchIntent} variant="outline">
            {t("stages.choose")}
          </SubmitButton>
        </div>
      )}
      {chosenProduct !== "" && (
        <>
          <div className="search-row rt-Flex rt-r-fw-wrap rt-r-ai-end rt-r-gap-2">
            <TextField
              {...fieldProps(search)}
              type="search"
              required={undefined}
              icon="search"
              label={t("stages.searchPackages")}
              autoComplete="off"
            />
            {!hydrated && (
              <SubmitButton intent={searchIntent} variant="outline">
                {t("stages.search")}
              </SubmitButton>
            )}
          </div>
          <p className="field-hint" role="status">
            {found.hasFailed
              ? `${t("stages.unexpectedError")}. ${t("stages.packagesFailed")}`
              : shown.length === 0
                ? t("stages.noPackages")
                : ""}
          </p>
          <SelectField
            // Remounts for another type, which has other packages, none of them selected.
            key={chosenProduct}
            {...choice}
            defaultValue={chosen ? chosen.externalId : ""}
            label={t("stages.package")}
            placeholder={t("stages.selectPackage")}
            options={options.map(({ externalId, name }) => ({ value: externalId, label: name }))}
          />
          <Language code={chosen && (chosen.language ?? defaultLanguage)} />
        </>
      )}
    </>
  );
}

/** The language set by the package; not editable (WF-22). */
function Language({ code }: { code: string | undefined }) {
  const t = useTexts(workflows);
  return (
    <dl className="field-read-only" aria-live="polite">
      <dt>{t("stages.language")}</dt>
      <dd>{code ? languageName(code) : "-"}</dd>
    </dl>
  );
}

/** Type, package and language of a saved stage, which are fixed (WF-34). */
export function LockedFields({
  stage,
  name,
  language,
}: {
  stage: StageField;
  name: string;
  language: string;
}) {
  const t = useTexts(workflows);
  const { _id, product, packageId } = stage.getFieldset();
  return (
    <>
      {[_id, product, packageId].map((field) => (
        <input key={field.name} type="hidden" name={field.name} value={field.initialValue ?? ""} />
      ))}
      <div className="stage-whole rt-r-display-grid rt-r-gap-1">
        <StageFacts product={product.initialValue ?? ""} packageName={name} language={language} />
        <p className="field-hint">{t("stages.lockedHint")}</p>
      </div>
    </>
  );
}
