import { useTexts } from "~/components/context/console-context";
import { ActionCount, ActionMark } from "~/components/rules/action-parts";
import { usePlaceNames } from "~/components/rules/held-places";
import { EmptyState } from "~/components/ui/empty-state";
import { Icon } from "~/components/ui/icons";
import { Tabs } from "~/components/ui/tabs";
import { toneOf } from "~/components/ui/tones";
import { heldPermissions } from "~/i18n/held-permissions";
import type { ComparedGroup } from "~/models/groups/comparison.server";
import { bySection } from "~/models/rules/action-sections";
import { isDifferent, isHeld, placesHeld, verdictLooks } from "~/models/rules/held-permissions";
import type { HeldPermission } from "~/models/rules/held-permissions.server";

type ComparisonProps = {
  groups: readonly [ComparedGroup, ComparedGroup];
  path: string;
  base: string;
  /** True to show actions that both allow alike. */
  isAll: boolean;
};

/** What two groups allow, by area, in the order of the editor (GRP-65). */
export function ComparisonTable({ groups, path, base, isAll }: ComparisonProps) {
  const t = useTexts(heldPermissions);
  const [one, other] = groups;
  const others = new Map(other.permissions.map((permission) => [permission.action, permission]));
  const pairs = one.permissions.flatMap((permission) => {
    const second = others.get(permission.action);
    if (!second) return [];
    return [
      {
        action: permission.action,
        both: [permission, second] as const,
        differs: isDifferent(permission, second),
      },
    ];
  });
  const differing = pairs.filter(({ differs }) => differs);
  const address = (show: object) => `${path}?${new URLSearchParams({ a: one._id, b: other._id, ...show })}`;
  return (
    <>
      <Summary names={[one.name, other.name]} pairs={differing} />
      <Tabs
        label={t("compare.views")}
        tabs={[
          { to: address({}), label: t("compare.differences"), current: !isAll, count: differing.length },
          {
            to: address({ show: "all" }),
            label: t("compare.everything"),
            current: isAll,
            count: pairs.length,
          },
        ]}
      />
      {!isAll && differing.length === 0 ? (
        <div className="card">
          <EmptyState icon="check-circle" title={t("compare.same")} />
        </div>
      ) : (
        <table className="card comparison" aria-label={t("compare.table")}>
          <thead>
            <tr>
              <td />
              {groups.map(({ _id, name }) => (
                <th key={_id} scope="col">
                  <a href={`${base}/groups/${_id}?tab=console`}>
                    <bdi>{name}</bdi>
                  </a>
                </th>
              ))}
            </tr>
          </thead>
          {[...bySection(pairs, ({ action }) => action)].map(([area, actions]) => {
            const shown = actions.filter(({ item }) => isAll || item.differs);
            if (shown.length === 0) return null;
            return (
              <tbody key={area}>
                <tr className="comparison-area">
                  <th scope="rowgroup">{area}</th>
                  {groups.map(({ _id }, at) => (
                    <td key={_id}>
                      <ActionCount
                        held={actions.filter(({ item }) => isHeld(item.both[at] ?? item.both[0])).length}
                        of={actions.length}
                      />
                    </td>
                  ))}
                </tr>
                {shown.map(({ item: { action, both }, name }) => (
                  <tr key={action}>
                    <th scope="row">
                      {name} <ActionMark note={both[0].note} />
                    </th>
                    {both.map((permission, at) => (
                      <td key={groups[at]?._id}>
                        <Held permission={permission} />
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            );
          })}
        </table>
      )}
    </>
  );
}

type Pair = { both: readonly [HeldPermission, HeldPermission] };

/** How many actions each group allows that the other does not. */
function Summary({ names, pairs }: { names: readonly [string, string]; pairs: readonly Pair[] }) {
  const t = useTexts(heldPermissions);
  if (pairs.length === 0) return null;
  const onlyFirst = pairs.filter(({ both: [first, second] }) => isHeld(first) && !isHeld(second)).length;
  const onlySecond = pairs.filter(({ both: [first, second] }) => !isHeld(first) && isHeld(second)).length;
  const rest = pairs.length - onlyFirst - onlySecond;
  const say = (count: number, [group, other]: readonly [string, string]) =>
    count === 0 ? t("compare.moreNone", { group, other }) : t("compare.more", { count, group, other });
  return (
    <p className="comparison-summary">
      {say(onlyFirst, names)} {say(onlySecond, [names[1], names[0]])}{" "}
      {rest > 0 && t("compare.otherwise", { count: rest })}
    </p>
  );
}

/** How a group allows an action, and where if not in all departments. */
function Held({ permission }: { permission: HeldPermission }) {
  const t = useTexts(heldPermissions);
  const placeNames = usePlaceNames();
  const { verdict } = permission;
  const { tone, icon } = verdictLooks[verdict];
  const { allow, deny } = placesHeld(permission);
  const isPlain = !isHeld(permission) || allow.every(({ kind }) => kind === "CUSTOMER");
  return (
    <span className={verdict === "NOT_GIVEN" ? "held-verdict muted" : "held-verdict"}>
      <span className="held-icon" {...toneOf(tone)}>
        <Icon name={icon} />
      </span>
      <span>
        {t(`verdicts.${verdict}`)}
        {!isPlain && <span className="small muted">: {placeNames(allow)}</span>}
        {isHeld(permission) && deny.length > 0 && (
          <span className="small muted"> {t("compare.except", { places: placeNames(deny) })}</span>
        )}
      </span>
    </span>
  );
}
