import { useLoaderData } from "@remix-run/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { BrandingForm } from "~/components/settings/branding-form";
import { useTexts } from "~/components/context/console-context";
import { fixedTitle } from "~/components/shell/page-title";
import { Problem } from "~/components/area/problem";
import styles from "~/components/settings/branding.css?url";
import { stylesheets } from "~/components/ui/stylesheets";
import { settingsBranding } from "~/i18n/settings-branding";
import { brandingSchema } from "~/models/settings/branding.schema";
import { type BrandingValues, defaultTheme, replaceBadLinks } from "~/models/settings/branding-theme";
import { addBranding, editBranding, getBranding } from "~/models/settings/branding.server";
import { holdsRight, settingsRight } from "~/services/identity.server";
import { loaded } from "~/services/failure.server";
import { formAction, rerenderForm } from "~/services/form-action.server";
import type { FormArgs } from "~/services/console-args";
import type { Gate } from "~/services/gates";
import { consoleAction, consoleLoader } from "~/services/guard.server";
import { intentsOf } from "~/services/intents";

export const links = stylesheets(styles);

export const handle = fixedTitle(settingsBranding, "pageTitle");

const gate: Gate = { flag: "edgeCustomerBrandingEditEnabled", right: "org:viewSettings" };

export const loader = consoleLoader(gate, async (args) => {
  const { api, translate } = args;
  const t = translate(settingsBranding);
  const [{ data: branding, error }, mayEdit] = await Promise.all([
    loaded(getBranding(api), args, t("loadFailed")),
    holdsRight(args, settingsRight),
  ]);
  const values: BrandingValues = {
    logoUrl: branding?.logoUrl ?? "",
    title: branding?.title ?? "",
    theme: branding?.theme ?? defaultTheme,
  };
  return { values, version: branding?.version ?? null, mayEdit, problem: error };
});

const schema = ({ translate }: FormArgs) => brandingSchema(translate(settingsBranding));

export const action = consoleAction(gate, {
  save: formAction(schema, ({ api, scope, form, translate }) => {
    const t = translate(settingsBranding);
    return {
      // The version the person saw decides between create and update, so that nothing is overwritten unseen.
      save: async (typed, version, isNew) => {
        const { theme, replaced } = replaceBadLinks(typed.theme);
        const values = { ...typed, theme };
        if (isNew) await addBranding(api, scope, values);
        else await editBranding(api, values, version);
        const parts = replaced.map((part) => t(`parts.${part}`)).join(", ");
        return {
          done: {
            title: t(isNew ? "added" : "edited"),
            ...(parts && { description: t("linkReplaced", { parts }) }),
          },
        };
      },
      failed: { title: t(form.has("version") ? "editFailed" : "addFailed") },
    };
  }),
  /** Shows the typed values in the preview without saving (BRAND-15). */
  preview: (args) => {
    const submission = parseWithZod(args.form, { schema: schema(args) });
    return rerenderForm(args.form, { lastResult: submission.reply() }, 200);
  },
});

const intent = intentsOf<typeof action>();

export default function SettingsBranding() {
  const { problem, ...form } = useLoaderData<typeof loader>();
  const t = useTexts(settingsBranding);
  return (
    <div className="settings-tab">
      <h2>{t("title")}</h2>
      {problem ? (
        <Problem of={problem} />
      ) : (
        <BrandingForm intents={{ save: intent("save"), preview: intent("preview") }} {...form} />
      )}
    </div>
  );
}
