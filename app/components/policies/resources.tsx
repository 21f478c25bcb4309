import { useTexts } from "~/components/context/console-context";
import { Disclosure } from "~/components/ui/layout";
import { policies } from "~/i18n/policies";

/** Resource strings or action codes, one per line; expanded unless there are many. */
export function CodeList({ title, codes }: { title: string; codes: readonly string[] }) {
  return (
    <Disclosure summary={title} aside={codes.length} open={codes.length <= 12}>
      <ul className="breaks resource-list mono" aria-label={title}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
    </Disclosure>
  );
}

/** The resource strings produced by a statement's choices (POL-09). */
export function Resources({ resources }: { resources: readonly string[] }) {
  const t = useTexts(policies);
  if (resources.length === 0) return <p className="muted small">{t("form.noResources")}</p>;
  return <CodeList title={t("form.resources")} codes={resources} />;
}
