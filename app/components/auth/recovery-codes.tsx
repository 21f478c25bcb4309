import type { ReactNode } from "react";
import { useHydrated } from "remix-utils/use-hydrated";
import { useConsole, useTexts } from "~/components/context/console-context";
import { Button, ButtonLink, buttonLook } from "~/components/ui/button";
import { Callout } from "~/components/ui/callout";
import { Icon } from "~/components/ui/icons";
import { Card } from "~/components/ui/layout";
import { authenticator } from "~/i18n/authenticator";

/** New recovery codes, shown only once: to save, print or write down (MFA-03). */
export function RecoveryCodes({ codes, email, nextHref, children }: RecoveryCodesProps) {
  const t = useTexts(authenticator);
  const { productName: product } = useConsole();
  const hydrated = useHydrated();
  const file = [t("codes.file", { product, email }), "", ...codes, ""].join("\n");
  return (
    <Card title={t("codes.list")}>
      <Callout tone="warning" role="alert" title={t("codes.shownOnce")}>
        {t("codes.text")}
      </Callout>
      <ol className="recovery-codes mono rt-r-display-grid rt-r-rg-2 rt-r-cg-4 rt-r-my-4">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <p className="rt-Flex rt-r-fw-wrap rt-r-gap-2">
        <a
          {...buttonLook({ variant: "outline" })}
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(file)}`}
          download="recovery-codes.txt"
        >
          <Icon name="download" />
          {t("codes.download")}
        </a>
        {hydrated && (
          <Button variant="outline" onClick={() => window.print()}>
            {t("codes.print")}
          </Button>
        )}
        {nextHref !== undefined && (
          <ButtonLink to={nextHref} variant="solid">
            {t("codes.goOn")}
          </ButtonLink>
        )}
      </p>
      {children}
    </Card>
  );
}

type RecoveryCodesProps = {
  codes: readonly string[];
  email: string;
  /** Next page once the codes are saved, unless the children provide one. */
  nextHref?: string | undefined;
  children?: ReactNode;
};
