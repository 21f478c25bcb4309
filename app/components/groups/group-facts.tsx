import { useTexts } from "~/components/context/console-context";
import { Card, DataList } from "~/components/ui/layout";
import { Time } from "~/components/ui/time";
import { groups } from "~/i18n/groups";
import { inFigures } from "~/i18n/numbers";

type GroupFactsProps = {
  group: {
    name: string;
    description: string | null;
    hierarchyName: string;
    usersCount: number;
    createdAt: string;
    archivedAt: string | null;
  };
  customer: string;
};

/** The tab "Overview" of a group (GRP-32). */
export function GroupFacts({ group, customer }: GroupFactsProps) {
  const t = useTexts(groups);
  return (
    <Card>
      <DataList
        items={[
          { label: t("form.name"), value: <bdi>{group.name}</bdi> },
          { label: t("detail.description"), value: group.description },
          { label: t("detail.customer"), value: customer },
          { label: t("detail.department"), value: group.hierarchyName },
          { label: t("detail.userCount"), value: inFigures(group.usersCount) },
          { label: t("created"), value: <Time at={group.createdAt} kind="date" /> },
          ...(group.archivedAt
            ? [{ label: t("archived"), value: <Time at={group.archivedAt} kind="date" /> }]
            : []),
        ]}
      />
    </Card>
  );
}
