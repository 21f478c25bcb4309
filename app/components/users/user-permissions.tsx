import { useId } from "react";
import { useTexts } from "~/components/context/console-context";
import { ActionCount, ActionLegend, ActionMark } from "~/components/rules/action-parts";
import { useReasonText } from "~/components/rules/held-words";
import { Badge } from "~/components/ui/badge";
import { ButtonLink } from "~/components/ui/button";
import { Callout } from "~/components/ui/callout";
import { EmptyState } from "~/components/ui/empty-state";
import { Icon } from "~/components/ui/icons";
import { Card, Disclosure } from "~/components/ui/layout";
import { toneAttribute } from "~/components/ui/tones";
import { heldPermissions } from "~/i18n/held-permissions";
import { bySection } from "~/models/rules/action-sections";
import { isHeld, verdictLooks } from "~/models/rules/held-permissions";
import type { HeldPermission } from "~/models/rules/held-permissions.server";
import type { User } from "~/models/users/user.server";
import type { LoadError } from "~/services/failure.server";
import { type AskedPermission, PermissionQuestion } from "./permission-question";

type Action = { item: HeldPermission; name: string };
type PermissionsProps = {
  permissions: readonly HeldPermission[];
  problem: LoadError | null;
  question: AskedPermission;
  user: Pick<User, "archivedAt">;
  name: string;
  userHref: string;
};

/** A person's permissions by area, below the question about one of them, if it is open (USER-88, USER-122). */
export function UserPermissions({ question, user, ...person }: PermissionsProps) {
  const { permissions, problem, userHref } = person;
  const t = useTexts(heldPermissions);
  const id = useId();
  return (
    <>
      {question && (
        <PermissionQuestion
          key={`${question.action} ${question.department}`}
          {...question}
          {...person}
          isArchived={user.archivedAt !== null}
        />
      )}
      <Card
        title={t("title")}
        actions={
          !question && (
            <ButtonLink to={`${userHref}?action=`} size="small" icon="help">
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
    </>
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
        <span className="rt-Flex rt-r-gap-3">
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
  return [...groups.values()].sort((a, b) => isLast(a) - isLast(b));
}

function Held({ actions, id }: { actions: readonly Action[]; id: string }) {
  const t = useTexts(heldPermissions);
  const whyText = useReasonText();
  const [first] = actions;
  if (!first) return null;
  const { verdict, reasons } = first.item;
  const { tone, icon } = verdictLooks[verdict];
  return (
    <div className="held">
      <p className="small muted rt-Flex rt-r-fw-wrap rt-r-rg-1 rt-r-cg-3 rt-r-mb-1 breaks">
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
            <span className="held-icon rt-Flex rt-r-fs-0 rt-r-ai-center" {...toneAttribute(tone)}>
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
