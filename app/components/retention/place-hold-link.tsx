import { useTexts } from "~/components/context/console-context";
import { retention } from "~/i18n/retention";

type PlaceHoldLinkProps = { base: string; on: { application: string } | { vacancy: string } };

/** Link to a new hold on a candidate, identified by an application, or on a vacancy. */
export function PlaceHoldLink({ base, on }: PlaceHoldLinkProps) {
  const t = useTexts(retention);
  return (
    <a href={`${base}/settings/compliance/holds/create?${new URLSearchParams(on)}`}>{t("holds.place")}</a>
  );
}
