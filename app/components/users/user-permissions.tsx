import { useTexts } from "~/components/context/console-context";
import { textColumn } from "~/components/table/columns";
import { DataTable } from "~/components/table/data-table";
import { Badge } from "~/components/ui/badge";
import { Card, Disclosure } from "~/components/ui/layout";
import { users } from "~/i18n/users";
import { bySection } from "~/models/rules/action-sections";
import type { UserPermission } from "~/models/users/user.server";
import type { LoadError } from "~/services/failure.server";

const verdicts = {
  ALLOWED: { tone: "green", icon: "check", text: "allowed" },
  PARTLY: { tone: "amber", icon: "minus", text: "partly" },
  INEFFECTIVE: { tone: "red", icon: "x", text: "ineffective" },
  DENIED: { tone: "red", icon: "x", text: "denied" },
} as const;

type Reason = UserPermission["reasons"][number];
type HeldAction = { item: UserPermission; name: string };
type PermissionsProps = { permissions: readonly UserPermission[]; problem: LoadError | null };

type Translate = ReturnType<typeof useTexts<(typeof users)["en"]>>;

/** A person's permissions by area, with place, group and policy; areas with exceptions are expanded (USER-88). */
export function UserPermissions({ permissions, problem }: PermissionsProps) {
  const t = useTexts(users);
  const areas = bySection(permissions, ({ action }) => action);
  return (
    <Card title={t("permissions.title")}>
      {areas.size === 0 && (
        <DataTable
          label={t("permissions.table")}
          rows={[]}
          problem={problem}
          empty={{ title: t("permissions.none") }}
          columns={[]}
        />
      )}
      {[...areas].map(([area, held]) => (
        <Disclosure
          key={area}
          summary={area}
          aside={countsOf(t, held)}
          open={areas.size === 1 || held.some(({ item }) => item.verdict !== "ALLOWED")}
        >
          <AreaTable area={area} held={held} />
        </Disclosure>
      ))}
    </Card>
  );
}

/** Counts of allowed and denied actions: "14 allowed, 1 denied". */
const countsOf = (t: Translate, held: readonly HeldAction[]) =>
  (Object.keys(verdicts) as (keyof typeof verdicts)[])
    .map((verdict) => ({
      text: verdicts[verdict].text,
      count: held.filter(({ item }) => item.verdict === verdict).length,
    }))
    .filter(({ count }) => count > 0)
    .map(({ text, count }) => t(`permissions.counts.${text}`, { count }))
    .join(", ");

function AreaTable({ area, held }: { area: string; held: readonly HeldAction[] }) {
  const t = useTexts(users);
  type Row = UserPermission & { _id: string; name: string };
  return (
    <DataTable
      label={area}
      rows={held.map(({ item, name }): Row => ({ ...item, _id: item.action, name }))}
      columns={[
        textColumn<Row>({
          id: "action",
          header: t("permissions.action"),
          isRowHeader: true,
          value: ({ name }) => name,
        }),
        textColumn<Row>({
          id: "verdict",
          header: t("permissions.verdict"),
          nowrap: true,
          value: ({ verdict }) => {
            const { tone, icon, text } = verdicts[verdict];
            return (
              <Badge tone={tone} icon={icon}>
                {t(`permissions.${text}`)}
              </Badge>
            );
          },
        }),
        textColumn<Row>({
          id: "why",
          header: t("permissions.why"),
          value: ({ reasons }) => (
            <span className="permission-why rt-r-display-grid rt-r-gap-1">
              {reasons.map((reason, index) => (
                <span key={index}>{whyText(t, reason)} </span>
              ))}
            </span>
          ),
        }),
      ]}
    />
  );
}

/** Reason as text: "Allowed by group Recruiters, policy Recruiter: all departments". */
function whyText(t: Translate, reason: Reason): string {
  const { effect, group, policy, places } = reason;
  const where = places.map(({ kind, name }) =>
    kind === "DEPARTMENT" && name === null
      ? t("permissions.places.unknown")
      : t(`permissions.places.${kind}`, { name: name ?? "" }),
  );
  const by =
    group && policy
      ? t(effect === "Allow" ? "permissions.allowedBy" : "permissions.deniedBy", {
          group: group.name,
          policy: policy.name,
        })
      : t(effect === "Allow" ? "permissions.allowedByProvider" : "permissions.deniedByProvider");
  return `${by}: ${where.join("; ")}`;
}
