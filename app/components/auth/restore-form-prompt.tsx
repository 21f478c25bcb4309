import { HiddenFields } from "~/components/form/post-form";
import { AuthCard } from "~/components/shell/auth-card";
import { useTexts } from "~/components/context/console-context";
import { Button, ButtonLink } from "~/components/ui/button";
import { auth } from "~/i18n/auth";

type RestoreFormPromptProps = {
  draft: string;
  /** Token of the new session; the page's own may still be the old session's. */
  csrf: string;
  to: string;
  elsewhere: string;
};

/** After signing in again, returns to the interrupted form with its typed values, without submitting it. */
export function RestoreFormPrompt(props: RestoreFormPromptProps) {
  const t = useTexts(auth);
  return (
    <AuthCard homeHref="/" title={t("keep.title")} text={t("keep.text")}>
      <RestoreButtons {...props} />
    </AuthCard>
  );
}

/** Buttons to return to the form or to continue elsewhere. */
export function RestoreButtons({ draft, csrf, to, elsewhere }: RestoreFormPromptProps) {
  const t = useTexts(auth);
  return (
    <form method="post" action={to} className="form">
      <HiddenFields values={{ csrf, draft }} />
      <div className="form-actions">
        <Button type="submit" name="intent" value="bring-back" variant="solid">
          {t("keep.back")}
        </Button>
        <ButtonLink to={elsewhere}>{t("keep.discard")}</ButtonLink>
      </div>
    </form>
  );
}
