import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { useState } from "react";
import { RadioGroupField } from "~/components/form/choice-fields";
import { ErrorSummary, summaryErrors } from "~/components/form/error-summary";
import { FormActions, PostForm, SubmitButton } from "~/components/form/post-form";
import { FieldGroup, fieldProps } from "~/components/form/field";
import { ColourField, TextField } from "~/components/form/text-fields";
import { useTexts } from "~/components/context/console-context";
import { useHydrated } from "remix-utils/use-hydrated";
import { Icon } from "~/components/ui/icons";
import { Section } from "~/components/ui/layout";
import { settingsBranding } from "~/i18n/settings-branding";
import {
  black,
  brandingSchema,
  type BrandingValues,
  hasLink,
  isBlackOrWhite,
  partNames,
  readBranding,
  type Theme,
  white,
} from "~/models/settings/branding.schema";
import { contrastRatio, isHexColour } from "~/models/settings/colours";
import { BrandingPreview } from "./branding-preview";

type BrandingFormProps = {
  values: BrandingValues;
  /** What the last post held, saved or not. */
  typed?: BrandingValues;
  exists: boolean;
  lastResult?: SubmissionResult<string[]>;
};

/** The look of the chat interview beside its preview, which follows each change (BRAND-01, BRAND-14). */
export function BrandingForm({ values, typed, exists, lastResult }: BrandingFormProps) {
  const t = useTexts(settingsBranding);
  const hydrated = useHydrated();
  const [form, fields] = useForm({
    id: "branding",
    lastResult: lastResult ?? null,
    defaultValue: values,
    onValidate: ({ formData }) => parseWithZod(formData, { schema: brandingSchema(t) }),
    shouldValidate: "onBlur",
    shouldRevalidate: "onInput",
  });
  const [live, setLive] = useState<BrandingValues>();
  // After the render that a change causes: only then text and picker of a colour agree.
  const follow = (element: HTMLFormElement) =>
    requestAnimationFrame(() => setLive(readBranding(new FormData(element))));

  const shown = live ?? typed ?? values;
  const theme = fields.theme.getFieldset();
  const hasErrors = Object.keys(form.allErrors).length > 0;
  return (
    <div className="branding">
      <PostForm {...getFormProps(form)} onInput={(event) => follow(event.currentTarget)}>
        {form.status === "error" && <ErrorSummary errors={summaryErrors(form)} />}
        <TextField
          {...fieldProps(fields.logoUrl)}
          required={false}
          type="url"
          label={t("logoUrl")}
          hint={t("logoUrlHint")}
          autoComplete="off"
          spellCheck={false}
        />
        <TextField {...fieldProps(fields.title)} required={false} label={t("chatTitle")} autoComplete="off" />
        <Section title={t("colours")} description={t("coloursText")}>
          <div className="branding-parts">
            {partNames.map((part) => {
              const colours = theme[part].getFieldset();
              const font = fieldProps(colours.fontColor);
              return (
                <FieldGroup key={part} name={theme[part].name} label={t(`parts.${part}`)}>
                  <div className="fields-row">
                    <Colour {...fieldProps(colours.backgroundColor)} label={t("background")} />
                    {isBlackOrWhite(part) ? (
                      <RadioGroupField
                        {...font}
                        required={undefined}
                        label={t("font")}
                        options={[
                          { value: black, label: t("black") },
                          { value: white, label: t("white") },
                        ]}
                        defaultValue={font.defaultValue?.toLowerCase() === white ? white : black}
                        inline
                      />
                    ) : (
                      <Colour {...font} label={t("font")} />
                    )}
                    {hasLink(part) && (
                      <Colour
                        {...fieldProps(theme[part].getFieldset().linkColor)}
                        label={t("link")}
                        errors={
                          isHexColour(shown.theme[part].linkColor ?? "") ? undefined : [t("errors.hex")]
                        }
                      />
                    )}
                  </div>
                  <Contrast colours={shown.theme[part]} />
                </FieldGroup>
              );
            })}
          </div>
        </Section>
        <FormActions>
          <SubmitButton intent={exists ? "save" : "create"} disabled={hydrated && hasErrors}>
            {t(exists ? "save" : "create")}
          </SubmitButton>
          {!hydrated && (
            <SubmitButton intent="preview" variant="outline" tone="gray" icon="eye">
              {t("previewAction")}
            </SubmitButton>
          )}
        </FormActions>
      </PostForm>
      <div className="branding-preview">
        <BrandingPreview {...shown} />
      </div>
    </div>
  );
}

function Colour(props: Parameters<typeof ColourField>[0]) {
  return <ColourField {...props} required={undefined} maxLength={9} />;
}

/** Points out colours that are hard to read on their background; it stops nobody. */
function Contrast({ colours }: { colours: Theme[keyof Theme] }) {
  const t = useTexts(settingsBranding);
  const { backgroundColor, fontColor, linkColor } = colours;
  const notes = [
    { what: t("font"), colour: fontColor },
    { what: t("link"), colour: linkColor },
  ].flatMap(({ what, colour }) => {
    if (!colour || !isHexColour(colour) || !isHexColour(backgroundColor)) return [];
    // Cut, not rounded: 4.49 must not read as 4.5.
    const ratio = Math.floor(contrastRatio(colour, backgroundColor) * 10) / 10;
    return ratio < 4.5 ? [t("contrast", { what, ratio })] : [];
  });
  return (
    <div role="status">
      {notes.map((note) => (
        <p key={note} className="contrast-note">
          <Icon name="warning" />
          <span>{note}</span>
        </p>
      ))}
    </div>
  );
}
