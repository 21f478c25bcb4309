import { useTexts } from "~/components/context/console-context";
import { recordBoundary } from "~/components/shell/record-boundary";
import { ButtonLink } from "~/components/ui/button";
import { NotFound } from "~/components/ui/screens";
import { groups } from "~/i18n/groups";

/** Shown instead of a group that does not exist (GRP-36). */
export const GroupErrorBoundary = recordBoundary("group", function GroupMissing({ base }) {
  const t = useTexts(groups);
  return (
    <NotFound text={t("detail.missing")}>
      <ButtonLink to={`${base}/groups`}>{t("detail.back")}</ButtonLink>
    </NotFound>
  );
});
