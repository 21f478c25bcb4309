import { useTexts } from "~/components/context/console-context";
import { Initials } from "~/components/ui/initials";
import { Card } from "~/components/ui/layout";
import { related as relatedTexts } from "~/i18n/related";
import type { Related } from "~/models/list/related.server";

type RelatedRecordsProps = {
  of: "users" | "customers" | "vacancies" | "vacanciesOfPerson";
  /** Null: the person may not list them. */
  related: Related | null;
};

/** The first records that belong to the page's own, and a link to all if there are more (GEN-142); nothing if there are none. */
export function RelatedRecords({ of, related }: RelatedRecordsProps) {
  const t = useTexts(relatedTexts);
  if (!related || related.total === 0) return null;
  return (
    <Card
      title={t(of)}
      actions={
        related.total > related.rows.length && (
          <a href={related.allHref}>{t("all", { count: related.total })}</a>
        )
      }
    >
      <ul className="related">
        {related.rows.map(({ _id, name, href }) => (
          <li key={_id}>
            {of === "users" && <Initials id={_id} name={name} />}
            <bdi className="rt-truncate" title={name}>
              {href ? <a href={href}>{name}</a> : name}
            </bdi>
          </li>
        ))}
      </ul>
    </Card>
  );
}
