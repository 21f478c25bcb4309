import { useState } from "react";
import { useHydrated } from "remix-utils/use-hydrated";
import { flatValues } from "~/components/form/changes";
import { ColourField, RadioGroupField } from "~/components/form/entry-fields";
import { ConsoleForm } from "~/components/form/console-form";
import { FieldGroup, fieldProps } from "~/components/form/field";
import { useReadOnly } from "~/components/form/form-context";
import { SubmitButton } from "~/components/form/post-form";
import { TextField } from "~/components/form/text-fields";
import { lazyChecks } from "~/components/form/use-checks";
import { useConsoleForm } from "~/components/form/use-console-form";
import { useTexts } from "~/components/context/console-context";
import { Icon } from "~/components/ui/icons";
import { FormSection } from "~/components/ui/layout";
import { settingsBranding } from "~/i18n/settings-branding";
import {
  black,
  type BrandingValues,
  defaultTheme,
  hasLink,
  isBlackOrWhite,
  isNeverShown,
  lowContrasts,
  type PartName,
  partNames,
  readBranding,
  type Theme,
  white,
} from "~/models/settings/branding-theme";
import { isHexColour } from "~/models/settings/colours";
import { BrandingPreview } from "./branding-preview";
import type { Intent } from "~/services/intents";

type BrandingFormProps = {
  intents: { save: Intent; preview: Intent };
  values: BrandingValues;
  version: number | null;
  mayEdit: boolean;
};

const previewId = "branding-preview";

/** Appearance of the chat interview next to a live preview (BRAND-01, BRAND-14). */
export function BrandingForm({ intents, values, version, mayEdit }: BrandingFormProps) {
  const t = useTexts(settingsBranding);
  const hydrated = useHydrated();
  const { form, fields, frame } = useConsoleForm(
    lazyChecks(
      () => import("~/models/settings/branding.schema"),
      ({ brandingSchema }) => brandingSchema(t),
    ),
    {
      id: "branding",
      values,
      version,
      mayEdit,
    },
  );
  const [live, setLive] = useState<{ key: string | undefined; values: BrandingValues }>();
  // Waits for the render that follows a change, when a colour's text and picker agree.
  const follow = (element: HTMLFormElement) =>
    requestAnimationFrame(() => {
      const typed = new FormData(element);
      setLive({ key: form.key, values: readBranding((name) => typed.get(name)) });
    });

  // The saved values are the new initial ones, with a new key.
  const shown = (live?.key === form.key ? live?.values : undefined) ?? answered(frame.answer) ?? values;
  const theme = fields.theme.getFieldset();
  const hasErrors = Object.keys(form.allErrors).length > 0;
  return (
    <div className="branding rt-r-display-grid rt-r-gap-6">
      <a className="branding-to-preview rt-r-js-start" href={`#${previewId}`}>
        {t("toPreview")}
      </a>
      <ConsoleForm
        intent={intents.save}
        frame={frame}
        onInput={(event) => follow(event.currentTarget)}
        actions={
          <>
            <SubmitButton disabled={hydrated && hasErrors}>
              {t(version === null ? "create" : "save")}
            </SubmitButton>
            {!hydrated && (
              <SubmitButton intent={intents.preview} variant="outline" icon="eye">
                {t("previewAction")}
              </SubmitButton>
            )}
          </>
        }
      >
        <FormSection title={t("head")} description={t("headText")}>
          <div>
            <TextField
              {...fieldProps(fields.logoUrl)}
              required={false}
              type="url"
              label={t("logoUrl")}
              hint={t("logoUrlHint")}
              autoComplete="off"
              spellCheck={false}
            />
            <Notes notes={isNeverShown(shown.logoUrl) ? [t("logoNeverShown")] : []} />
          </div>
          <TextField
            {...fieldProps(fields.title)}
            required={false}
            label={t("chatTitle")}
            width="medium"
            autoComplete="off"
          />
        </FormSection>
        <FormSection title={t("colours")} description={t("coloursText")}>
          <div className="branding-parts rt-Flex rt-r-fd-column rt-r-gap-3">
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
                        errors={linkErrors(part, shown.theme[part].linkColor, t)}
                      />
                    )}
                  </div>
                  <Contrast part={part} colours={shown.theme[part]} />
                </FieldGroup>
              );
            })}
          </div>
        </FormSection>
      </ConsoleForm>
      <div className="branding-preview" id={previewId} tabIndex={-1}>
        <BrandingPreview {...shown} />
      </div>
    </div>
  );
}

type Frame = ReturnType<typeof useConsoleForm>["frame"];

/** Values of the last post, if it was answered with the form again. */
function answered(answer: Frame["answer"]): BrandingValues | undefined {
  if (!answer?.lastResult.initialValue) return undefined;
  const typed = flatValues(answer.lastResult.initialValue);
  return readBranding((name) => typed.get(name)?.[0]);
}

/** Reports an invalid link colour at its field, with its replacement; does not prevent saving (BRAND-12). */
function linkErrors(
  part: "hint" | "question",
  colour: string | undefined,
  t: ReturnType<typeof useTexts<(typeof settingsBranding)["en"]>>,
) {
  if (isHexColour(colour ?? "")) return undefined;
  return [`${t("errors.hex")}.`, t("linkDefault", { colour: defaultTheme[part].linkColor })];
}

function Colour(props: Parameters<typeof ColourField>[0]) {
  return <ColourField {...props} required={undefined} maxLength={9} />;
}

/** Warns about colours that are hard to read on their background; does not prevent saving. */
function Contrast({ part, colours }: { part: PartName; colours: Theme[PartName] }) {
  const t = useTexts(settingsBranding);
  const words = { fontColor: t("font"), linkColor: t("link") };
  return (
    <Notes
      notes={lowContrasts(part, colours).map(({ name, ratio }) =>
        t("contrast", { what: words[name], ratio }),
      )}
    />
  );
}

/** Notes below a field that do not prevent saving. */
function Notes({ notes }: { notes: readonly string[] }) {
  const isReadOnly = useReadOnly();
  if (isReadOnly) return null;
  return (
    <div role="status">
      {notes.map((note) => (
        <p key={note} className="contrast-note muted rt-Flex rt-r-gap-1 rt-r-mt-1">
          <Icon name="warning" />
          <span>{note}</span>
        </p>
      ))}
    </div>
  );
}
