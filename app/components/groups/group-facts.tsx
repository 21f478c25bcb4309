import { useTexts } from "~/components/context/console-context";
import { RelatedRecords } from "~/components/area/related-records";
import { Card, DataList } from "~/components/ui/layout";
import { Time } from "~/components/ui/time";
import { groups } from "~/i18n/groups";
import { formatNumber } from "~/i18n/numbers";
import type { Related } from "~/models/list/related.server";

type GroupFactsProps = {
  group: {
    description: string | null;
    hierarchyName: string;
    usersCount: number;
    archivedAt: string | null;
  };
  customer: string;
  /** Its first users. */
  first: Related | null;
  /** URL of its "Users" tab. */
  usersHref: string;
};

/** A group's "Overview" tab (GRP-32, GRP-67). */
export function GroupFacts({ group, customer, first, usersHref }: GroupFactsProps) {
  const t = useTexts(groups);
  return (
    <div className="stack">
      <Card>
        <DataList
          wide
          items={[
            { label: t("detail.description"), value: group.description },
            { label: t("detail.customer"), value: customer },
            { label: t("detail.department"), value: group.hierarchyName },
            {
              label: t("detail.userCount"),
              value: <a href={usersHref}>{formatNumber(group.usersCount)}</a>,
            },
            ...(group.archivedAt
              ? [{ label: t("archived"), value: <Time at={group.archivedAt} kind="date" /> }]
              : []),
          ]}
        />
      </Card>
      <RelatedRecords of="users" related={first} />
    </div>
  );
}
