import { Form } from "@remix-run/react";
import { useConsole, useTexts } from "~/components/context/console-context";
import { type Option, SelectField } from "~/components/form/choice-fields";
import { FormSecrets } from "~/components/form/post-form";
import { appearances, timeZones } from "~/components/shell/preference-options";
import { Button } from "~/components/ui/button";
import { Card } from "~/components/ui/layout";
import { common } from "~/i18n/common";
import { homeName } from "~/i18n/home-name";
import { shellTexts } from "~/i18n/shell";
import { users } from "~/i18n/users";

type OwnPreferencesProps = {
  here: string;
  areKeysOn: boolean;
  /** URL of the chosen menu entry; empty for Today. */
  first: string;
  screens: readonly Option[];
};

/** All choices of this browser with one "Save": those of the user menu, and the first screen (SHELL-108, HOME-10). */
export function OwnPreferences({ here, areKeysOn, first, screens }: OwnPreferencesProps) {
  const t = useTexts(users);
  const c = useTexts(common);
  const s = useTexts(shellTexts);
  const h = useTexts(homeName);
  const { appearance, timeZoneChoice } = useConsole();
  return (
    <Card title={t("account.preferences")}>
      <Form method="post" action="/preferences" className="form" preventScrollReset>
        <FormSecrets />
        <input type="hidden" name="returnTo" value={here} />
        <p className="muted">{t("account.preferencesText")}</p>
        <div className="account-fields rt-r-display-grid rt-r-gap-4">
          <SelectField
            name="appearance"
            label={c("shell.appearance")}
            placeholder={null}
            defaultValue={appearance}
            options={appearances.map(({ value, text }) => ({ value, label: c(`shell.appearance${text}`) }))}
          />
          <SelectField
            name="timeZone"
            label={c("shell.timeZone")}
            placeholder={null}
            defaultValue={timeZoneChoice}
            options={timeZones.map(({ value, text }) => ({ value, label: c(`shell.timeZone${text}`) }))}
          />
          <SelectField
            name="shortcuts"
            label={s("goTo.singleKeys")}
            placeholder={null}
            defaultValue={areKeysOn ? "on" : "off"}
            options={(["on", "off"] as const).map((value) => ({ value, label: s(`goTo.${value}`) }))}
          />
          {screens.length > 0 && (
            <SelectField
              name="first"
              label={t("account.firstScreen")}
              placeholder={h("title")}
              defaultValue={first}
              options={screens}
            />
          )}
        </div>
        <p>
          <Button type="submit" name="saved" value="account">
            {t("account.savePreferences")}
          </Button>
        </p>
      </Form>
    </Card>
  );
}
