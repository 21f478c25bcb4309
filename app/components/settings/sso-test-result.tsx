import { useTexts } from "~/components/context/console-context";
import { Callout } from "~/components/ui/callout";
import { Icon } from "~/components/ui/icons";
import { DataList, Section } from "~/components/ui/layout";
import { Time } from "~/components/ui/time";
import { settingsSso } from "~/i18n/settings-sso";
import type { SsoTestResult } from "~/models/settings/sso-test.server";

type Step = SsoTestResult["steps"][number];

/** Result of a test sign-in: each step, and the identity provider's attributes of the person (SSO-65). */
export function SsoTestReport({ result }: { result: SsoTestResult }) {
  const t = useTexts(settingsSso);
  const { isPassed, steps, attributes, loginUrl, expiresAt } = result;
  return (
    <>
      <Callout tone={isPassed ? "success" : "error"} title={t(isPassed ? "test.passed" : "test.failed")}>
        {t("test.made")} {t("test.until")} <Time at={expiresAt} kind="dateTime" />
      </Callout>
      <p className="muted breaks">
        {t("test.at")} <bdi>{loginUrl}</bdi>
      </p>
      <Section title={t("test.steps")}>
        <ol className="rt-r-display-grid rt-r-gap-3">
          {steps.map((step) => (
            <TestStep key={step.step} step={step} />
          ))}
        </ol>
      </Section>
      <Section title={t("test.attributes")} description={t("test.attributesText")}>
        {attributes.length > 0 ? (
          <DataList
            items={attributes.map(({ name, values }) => ({
              label: name,
              value: values.length > 0 && <bdi className="breaks">{values.join(", ")}</bdi>,
            }))}
          />
        ) : (
          <p className="muted">{t("test.noAttributes")}</p>
        )}
      </Section>
    </>
  );
}

const looks = {
  PASSED: { icon: "check-circle", tone: "green" },
  FAILED: { icon: "alert", tone: "red" },
  SKIPPED: { icon: "info", tone: "gray" },
} as const;

function TestStep({ step: { step, state, reason, found, expected, minutes } }: { step: Step }) {
  const t = useTexts(settingsSso);
  const look = looks[state];
  const reasonText = reason && t(`test.reasons.${reason}`, { count: minutes ?? 0 });
  return (
    <li className="rt-Flex rt-r-gap-2" data-accent-color={look.tone}>
      <span className="test-step-icon rt-r-fs-0">
        <Icon name={look.icon} />
      </span>
      <div className="breaks">
        <strong>{t(`test.names.${step}`)}</strong>{" "}
        <span className={state === "FAILED" ? "warning-text" : "muted"}>{t(`test.states.${state}`)}</span>
        {state === "FAILED" && <p>{reasonText ?? t(`test.wrong.${step}`)}</p>}
        {state === "PASSED" && reasonText && <p>{reasonText}</p>}
        {found !== null && (
          <p className="muted">
            {t("test.found")} <bdi>{found}</bdi>
          </p>
        )}
        {state === "FAILED" && expected !== null && (
          <p className="muted">
            {t("test.expected")} <bdi>{expected}</bdi>
          </p>
        )}
      </div>
    </li>
  );
}
