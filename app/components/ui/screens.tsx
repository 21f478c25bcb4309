import type { ReactNode } from "react";
import { translator } from "~/i18n/texts";
import { common } from "~/i18n/common";
import { ButtonLink } from "./button";
import { Icon, type IconName } from "./icons";

// These screens also appear without page data, so they use no context; their texts are the same in all variants.
const t = translator(common, "en");

type ScreenStateProps = {
  icon?: IconName;
  image?: string;
  title: string;
  text?: ReactNode;
  /** Reference for support, if something was logged under it. */
  reference?: string;
  /** Links onward, in a row. */
  children?: ReactNode;
  /** Content below the links. */
  below?: ReactNode;
};

/** A page with a single message: what happened and what to do next. */
export function ScreenState({ icon, image, title, text, reference, children, below }: ScreenStateProps) {
  return (
    <div className="screen-state rt-Flex rt-r-fd-column rt-r-ai-start rt-r-gap-2">
      {image && <img src={image} alt="" width="240" height="150" />}
      {icon && <Icon name={icon} />}
      <h1 className="rt-Heading rt-r-size-5">{title}</h1>
      {text && <p>{text}</p>}
      {reference && <p className="small">{t("errors.reference", { id: reference })}</p>}
      {children && <div className="row">{children}</div>}
      {below}
    </div>
  );
}

/** Fallback for errors not caught elsewhere (SHELL-35). "Refresh" loads the root again. */
export function ErrorState({ image = "/error.svg", reference }: { image?: string; reference?: string }) {
  return (
    <ScreenState image={image} title={t("errors.fallback")} reference={reference}>
      <ButtonLink to="/" variant="solid" icon="refresh" data-reload="">
        {t("actions.refresh")}
      </ButtonLink>
    </ScreenState>
  );
}

/** A page's data could not be loaded (SHELL-36). */
export function LoadFailed({ reference, children }: { reference?: string; children?: ReactNode }) {
  return (
    <ScreenState
      icon="warning"
      title={t("errors.loadFailedTitle")}
      text={t("errors.loadFailedText")}
      reference={reference}
    >
      {children}
    </ScreenState>
  );
}

/** No such page, or its flag is off (SHELL-37); areas provide title, advice and link back. */
export function NotFound({
  title,
  text,
  children,
}: {
  title?: string;
  text?: ReactNode;
  children?: ReactNode;
}) {
  return (
    <ScreenState icon="search" title={title ?? t("errors.notFound")} text={text}>
      {children}
    </ScreenState>
  );
}

/** Signed in, but without permission (SHELL-39). */
export function AccessDenied({ supportHref, below }: { supportHref: string; below?: ReactNode }) {
  return (
    <ScreenState icon="lock" title={t("errors.deniedTitle")} text={t("errors.deniedText")} below={below}>
      <ButtonLink to={supportHref}>{t("errors.contactSupport")}</ButtonLink>
    </ScreenState>
  );
}
