import { useId } from "react";
import { useTexts } from "~/components/context/console-context";
import { ActionCount, ActionLegend, ActionMark } from "~/components/rules/action-parts";
import { usePlaceNames } from "~/components/rules/held-words";
import { EmptyState } from "~/components/ui/empty-state";
import { Icon } from "~/components/ui/icons";
import { Tabs } from "~/components/ui/tabs";
import { toneAttribute } from "~/components/ui/tones";
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

/** The permissions of two groups by area, in the editor's order (GRP-65). */
export function ComparisonTable({ groups, path, base, isAll }: ComparisonProps) {
  const t = useTexts(heldPermissions);
  const id = useId();
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
      {differing.length > 0 && <Summary names={[one.name, other.name]} pairs={differing} />}
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
        <>
          <ActionLegend
            id={id}
            notes={pairs.map(({ both, differs }) => (isAll || differs ? both[0].note : null))}
          />
          <table className="card comparison rt-r-mt-3" aria-label={t("compare.table")}>
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
                      <th scope="row" aria-describedby={both[0].note ? `${id}${both[0].note}` : undefined}>
                        <span className="action">
                          {name} <ActionMark note={both[0].note} />
                        </span>
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
        </>
      )}
    </>
  );
}

type Pair = { both: readonly [HeldPermission, HeldPermission] };

/** The numbers of actions that only one of the groups allows, and that both allow in different places. */
function Summary({ names, pairs }: { names: readonly [string, string]; pairs: readonly Pair[] }) {
  const t = useTexts(heldPermissions);
  const held = pairs.map(({ both: [first, second] }) => [isHeld(first), isHeld(second)]);
  const only = [held.filter(([a, b]) => a && !b).length, held.filter(([a, b]) => b && !a).length];
  const elsewhere = held.filter(([a, b]) => a && b).length;
  return (
    <p className="comparison-summary">
      {names.map((group, at) => {
        const count = only[at] ?? 0;
        return (
          <span key={at}>
            {count === 0 ? t("compare.onlyNone", { group }) : t("compare.only", { count, group })}{" "}
          </span>
        );
      })}
      {elsewhere > 0 && t("compare.elsewhere", { count: elsewhere })}
    </p>
  );
}

/** A group's verdict on an action, with the places if it is not allowed in all departments. */
function Held({ permission }: { permission: HeldPermission }) {
  const t = useTexts(heldPermissions);
  const placeNames = usePlaceNames();
  const { verdict } = permission;
  const { tone, icon } = verdictLooks[verdict];
  const { allow, deny } = placesHeld(permission);
  const isPlain = !isHeld(permission) || allow.every(({ kind }) => kind === "CUSTOMER");
  return (
    <span className={verdict === "NOT_GIVEN" ? "muted rt-Flex rt-r-gap-2" : "rt-Flex rt-r-gap-2"}>
      <span className="held-icon rt-Flex rt-r-fs-0 rt-r-ai-center" {...toneAttribute(tone)}>
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
