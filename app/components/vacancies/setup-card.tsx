import { Form, useLocation } from "@remix-run/react";
import { FormSecrets } from "~/components/form/post-form";
import { useTexts } from "~/components/context/console-context";
import { Button, ButtonLink } from "~/components/ui/button";
import { Icon } from "~/components/ui/icons";
import { setup as texts } from "~/i18n/setup";
import type { Setup, SetupStep } from "~/models/settings/setup.server";

type SetupCardProps = Setup & {
  /** URL of each step. */
  hrefs: Readonly<Record<SetupStep["key"], string>>;
};

/** Setup steps of a new customer with their progress, as plain links. The first open one is the primary button. */
export function SetupCard({ customer, steps, hrefs }: SetupCardProps) {
  const t = useTexts(texts);
  const { pathname, search } = useLocation();
  const done = steps.filter(({ isDone }) => isDone).length;
  const next = steps.find(({ isDone }) => !isDone);
  const progress = t("progress", { done, count: steps.length });
  return (
    <section className="card rt-r-mb-4" aria-labelledby="setup-title">
      <div className="card-head">
        <h2 id="setup-title">{t("title", { customer: customer.name })}</h2>{" "}
        <span className="setup-progress row muted">
          <progress className="meter" max={steps.length} value={done} aria-label={progress} /> {progress}
        </span>
        <Form method="post" action="/preferences" preventScrollReset>
          <FormSecrets />
          <input type="hidden" name="returnTo" value={pathname + search} />
          <Button type="submit" variant="ghost" size="small" name="hideSetup" value={customer.id}>
            {t("hide")}
          </Button>
        </Form>
      </div>
      <ul className="setup-steps">
        {steps.map(({ key, isDone }) => (
          <li
            key={key}
            className="rt-r-display-grid rt-r-ai-center rt-r-gap-3 rt-r-py-2 rt-r-px-4"
            data-done={isDone || undefined}
          >
            <Icon name={isDone ? "check-circle" : "circle"} label={isDone ? t("done") : undefined} />{" "}
            <div>
              <p className="empty-title rt-r-weight-medium rt-r-tw-balance">{t(`steps.${key}.title`)}</p>{" "}
              <p className="muted">{t(`steps.${key}.text`)}</p>
            </div>{" "}
            {!isDone && (
              <ButtonLink to={hrefs[key]} {...(key === next?.key && { variant: "solid" as const })}>
                {t(`steps.${key}.action`)}
              </ButtonLink>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
