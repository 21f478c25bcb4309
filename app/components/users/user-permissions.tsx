import { useId } from "react";
import { useTexts } from "~/components/context/console-context";
import { ActionCount, ActionLegend, ActionMark } from "~/components/rules/action-parts";
import { usePlaceNames } from "~/components/rules/held-places";
import { Badge } from "~/components/ui/badge";
import { ButtonLink } from "~/components/ui/button";
import { Callout } from "~/components/ui/callout";
import { EmptyState } from "~/components/ui/empty-state";
import { Icon } from "~/components/ui/icons";
import { Card, Disclosure } from "~/components/ui/layout";
import { toneOf } from "~/components/ui/tones";
import { heldPermissions } from "~/i18n/held-permissions";
import { bySection } from "~/models/rules/action-sections";
import { isHeld, verdictLooks } from "~/models/rules/held-permissions";
import type { HeldPermission, PermissionReason } from "~/models/rules/held-permissions.server";
import type { LoadError } from "~/services/failure.server";

type Action = { item: HeldPermission; name: string };
type PermissionsProps = {
  permissions: readonly HeldPermission[];
  problem: LoadError | null;
  /** Opens the question about one action; undefined while it is open. */
  askHref: string | undefined;
};

/** A person's permissions by area; actions with the same reason stand below it (USER-88). */
export function UserPermissions({ permissions, problem, askHref }: PermissionsProps) {
  const t = useTexts(heldPermissions);
  const id = useId();
  return (
    <Card
      title={t("title")}
      actions={
        askHref && (
          <ButtonLink to={askHref} size="small" icon="help">
            {t("ask.open")}
          </ButtonLink>
        )
      }
    >
      {problem && (
        <Callout tone={problem.tone} role="alert" title={problem.title}>
          {problem.description}
        </Callout>
      )}
      {!problem && permissions.every(({ verdict }) => verdict === "NOT_GIVEN") ? (
        <EmptyState title={t("none")} />
      ) : (
        <>
          <ActionLegend id={id} notes={permissions.map(({ note }) => note)} />
          {[...bySection(permissions, ({ action }) => action)].map(([area, actions]) => (
            <Area key={area} {...{ area, actions, id }} />
          ))}
        </>
      )}
    </Card>
  );
}

const exceptions = ["PARTLY", "INEFFECTIVE", "DENIED"] as const;

function Area({ area, actions, id }: { area: string; actions: readonly Action[]; id: string }) {
  const t = useTexts(heldPermissions);
  const counts = exceptions
    .map((verdict) => ({ verdict, count: actions.filter(({ item }) => item.verdict === verdict).length }))
    .filter(({ count }) => count > 0);
  return (
    <Disclosure
      summary={area}
      aside={
        <span className="area-counts">
          {counts.map(({ verdict, count }) => (
            <span key={verdict} className="small">
              {t(`counts.${verdict}`, { count })}
            </span>
          ))}{" "}
          <ActionCount held={actions.filter(({ item }) => isHeld(item)).length} of={actions.length} />
        </span>
      }
      open={counts.length > 0}
    >
      {sameReason(actions).map((some) => (
        <Held key={some[0]?.item.action} actions={some} id={id} />
      ))}
    </Disclosure>
  );
}

/** Groups actions with the same verdict and reasons, in their order; those that no policy gives come last. */
function sameReason(actions: readonly Action[]): Action[][] {
  const groups = new Map<string, Action[]>();
  for (const action of actions) {
    const key = JSON.stringify([action.item.verdict, action.item.reasons]);
    groups.set(key, [...(groups.get(key) ?? []), action]);
  }
  const isLast = ([first]: Action[]) => Number(first?.item.verdict === "NOT_GIVEN");
  return [...groups.values()].toSorted((a, b) => isLast(a) - isLast(b));
}

function Held({ actions, id }: { actions: readonly Action[]; id: string }) {
  const t = useTexts(heldPermissions);
  const whyText = useWhyText();
  const [first] = actions;
  if (!first) return null;
  const { verdict, reasons } = first.item;
  const { tone, icon } = verdictLooks[verdict];
  return (
    <div className="held">
      <p className="held-why small muted">
        {verdict !== "ALLOWED" && verdict !== "NOT_GIVEN" && (
          <Badge tone={tone}>{t(`verdicts.${verdict}`)}</Badge>
        )}
        {verdict === "NOT_GIVEN" && <span>{t("verdicts.NOT_GIVEN")}</span>}
        {reasons.map((reason, index) => (
          <span key={index}>{whyText(reason)} </span>
        ))}
      </p>
      <ul className="action-boxes">
        {actions.map(({ item: { action, note }, name }) => (
          <li key={action} className="action" aria-describedby={note ? `${id}${note}` : undefined}>
            <span className="held-icon" {...toneOf(tone)}>
              <Icon name={icon} />
            </span>
            <span className={verdict === "NOT_GIVEN" ? "muted" : undefined}>{name}</span>
            <ActionMark note={note} />
          </li>
        ))}
      </ul>
    </div>
  );
}

/** A reason as text: "Allowed by group Recruiters, policy Recruiter: all departments". */
export function useWhyText() {
  const t = useTexts(heldPermissions);
  const placeNames = usePlaceNames();
  return ({ effect, group, policy, places }: PermissionReason): string => {
    const by =
      group && policy
        ? t(effect === "Allow" ? "allowedBy" : "deniedBy", {
            group: group.name,
            policy: policy.name,
          })
        : t(effect === "Allow" ? "allowedByProvider" : "deniedByProvider");
    return `${by}: ${placeNames(places)}`;
  };
}
