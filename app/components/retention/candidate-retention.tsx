import { useTexts } from "~/components/context/console-context";
import { Card } from "~/components/ui/layout";
import { retention } from "~/i18n/retention";
import { PlaceHoldLink } from "./place-hold-link";

type CandidateRetentionProps = {
  base: string;
  vacancyPath: string;
  applicationId: string;
  isDeidentified: boolean;
  kept: { mayPlace: boolean };
  mayPack: boolean;
};

/** Buttons for a candidate's data: hold and access pack. None for a de-identified candidate. */
export function CandidateRetention(props: CandidateRetentionProps) {
  const { base, vacancyPath, applicationId, isDeidentified, kept, mayPack } = props;
  const t = useTexts(retention);
  if (isDeidentified || !(kept.mayPlace || mayPack)) return null;
  return (
    <Card title={t("candidate")}>
      <ul className="rt-Flex rt-r-fd-column rt-r-gap-2">
        {kept.mayPlace && (
          <li>
            <PlaceHoldLink base={base} on={{ application: applicationId }} />
          </li>
        )}
        {mayPack && (
          <li>
            <a href={`${vacancyPath}/applications/${applicationId}/pack`}>{t("pack.make")}</a>
          </li>
        )}
      </ul>
    </Card>
  );
}
