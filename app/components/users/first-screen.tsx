import { Form } from "@remix-run/react";
import { useId } from "react";
import { useTexts } from "~/components/context/console-context";
import { FormSecrets } from "~/components/form/post-form";
import { Button } from "~/components/ui/button";
import { Card } from "~/components/ui/layout";
import { homeName } from "~/i18n/home-name";
import { users } from "~/i18n/users";

type FirstScreenProps = {
  here: string;
  /** URL of the chosen menu entry; empty for Today. */
  first: string;
  screens: readonly { value: string; label: string }[];
};

/** A person's start screen other than Today (HOME-10); stored in this browser like other preferences. */
export function FirstScreen({ here, first, screens }: FirstScreenProps) {
  const t = useTexts(users);
  const h = useTexts(homeName);
  const id = useId();
  return (
    <Card title={t("account.firstScreen")}>
      <Form method="post" action="/preferences" className="row" preventScrollReset>
        <FormSecrets />
        <input type="hidden" name="returnTo" value={here} />
        <label htmlFor={id} className="muted">
          {t("account.firstScreenLabel")}
        </label>{" "}
        <select id={id} name="first" className="input first-screen" defaultValue={first}>
          <option value="">{h("title")}</option>
          {screens.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>{" "}
        <Button type="submit">{t("account.firstScreenSave")}</Button>
      </Form>
    </Card>
  );
}
