import { useTexts } from "~/components/context/console-context";
import { recordBoundary } from "~/components/shell/record-boundary";
import { ButtonLink } from "~/components/ui/button";
import { NotFound } from "~/components/ui/screens";
import { policies } from "~/i18n/policies";

/** Shown instead of an access policy that does not exist (POL-20). */
export const PolicyErrorBoundary = recordBoundary("policy", function PolicyMissing({ base }) {
  const t = useTexts(policies);
  return (
    <NotFound text={t("detail.missing")}>
      <ButtonLink to={`${base}/policies`}>{t("detail.back")}</ButtonLink>
    </NotFound>
  );
});
