import { useTexts } from "~/components/context/console-context";
import { SelectField } from "~/components/form/choice-fields";
import { useReasonText } from "~/components/rules/held-words";
import { Button, ButtonLink } from "~/components/ui/button";
import { Callout } from "~/components/ui/callout";
import { Card } from "~/components/ui/layout";
import { useTime } from "~/components/ui/time";
import { heldPermissions } from "~/i18n/held-permissions";
import { bySection } from "~/models/rules/action-sections";
import type { HeldPermission } from "~/models/rules/held-permissions.server";
import type { permissionQuestion } from "~/models/users/permission-question.server";
import type { PermissionAnswer } from "~/models/users/user.server";

export type AskedPermission = Awaited<ReturnType<typeof permissionQuestion>>;

type QuestionProps = NonNullable<AskedPermission> & {
  name: string;
  userHref: string;
  permissions: readonly HeldPermission[];
  isArchived: boolean;
  customer: string;
};

/** "May this person …?": a GET form, so that the address holds question and answer (USER-122). */
export function PermissionQuestion({ name, userHref, permissions, ...rest }: QuestionProps) {
  const { action, department, departments, answer, mistake } = rest;
  const t = useTexts(heldPermissions);
  return (
    <Card
      title={t("ask.title", { name })}
      actions={
        <ButtonLink to={userHref} variant="ghost" size="small" data-keep-scroll="">
          {t("ask.close")}
        </ButtonLink>
      }
    >
      <form method="get" action={userHref} className="choice-row rt-Flex rt-r-fw-wrap rt-r-gap-3">
        <SelectField
          name="action"
          label={t("ask.action")}
          defaultValue={action}
          options={[...bySection(permissions, (one) => one.action)].map(([label, actions]) => ({
            label,
            options: actions.map(({ item, name: words }) => ({ value: item.action, label: words })),
          }))}
          {...(mistake === "action" && { errors: [t("ask.chooseAction")] })}
        />
        <SelectField
          name="department"
          label={t("ask.department")}
          placeholder={t("ask.allDepartments")}
          defaultValue={department}
          options={departments}
          {...(mistake === "department" && { errors: [t("ask.chooseDepartment")] })}
        />
        <Button type="submit" variant="solid">
          {t("ask.submit")}
        </Button>
      </form>
      {answer && <Answer {...{ ...rest, name, answer, permissions }} />}
    </Card>
  );
}

type AnswerProps = Pick<
  QuestionProps,
  "action" | "department" | "departments" | "recordHref" | "isArchived" | "customer" | "permissions" | "name"
> & {
  answer: PermissionAnswer;
};

const tones = { ALLOWED: "success", PARTLY: "warning" } as const;

function Answer({ answer, action, name, permissions, ...asked }: AnswerProps) {
  const t = useTexts(heldPermissions);
  const { verdict, reasons, canReadRecord } = answer;
  const held = permissions.find((one) => one.action === action);
  const place = asked.departments.find(({ value }) => value === asked.department)?.label.trim();
  const where =
    held?.note === "WHOLE_CUSTOMER"
      ? t("ask.inCustomer", { customer: asked.customer })
      : asked.department === ""
        ? t(verdict === "ALLOWED" ? "ask.inAll" : "ask.inNone")
        : place === undefined
          ? t("ask.inOne")
          : t("ask.in", { department: place });
  const words = { name, where, action: action.replace(/^.*? - /, "") };
  const yes = verdict === "ALLOWED" || verdict === "PARTLY" ? verdict : undefined;
  const lacksConsole = permissions.some((one) => one.action === entering && one.verdict !== "ALLOWED");
  return (
    <div role="status" className="permission-answer rt-r-mt-4">
      <Callout tone={yes ? tones[yes] : "error"} title={t(`ask.answers.${yes ?? "NO"}`, words)}>
        <ul className="plain-list">
          {asked.isArchived ? (
            <li>{t("ask.archived")}</li>
          ) : (
            reasons.length === 0 && <li>{t("ask.notGiven")}</li>
          )}
          {verdict === "INEFFECTIVE" && <li>{t("ask.onlyWhole")}</li>}
          {reasons.map(({ reason, steps }, index) => (
            <Because
              key={index}
              {...{
                reason,
                steps,
                recordHref: asked.recordHref,
                isElsewhere: !yes && reason.effect === "Allow",
              }}
            />
          ))}
          {yes && lacksConsole && action !== entering && <li>{t("ask.noConsole", words)}</li>}
          {reasons.length > 0 && !canReadRecord && <li className="small muted">{t("ask.noRecord")}</li>}
        </ul>
      </Callout>
    </div>
  );
}

const entering = "Portal Access - Access to the console";

type BecauseProps = PermissionAnswer["reasons"][number] & { recordHref: string | null; isElsewhere: boolean };

/** A policy behind an answer, with the steps by which it came to apply. */
function Because({ reason, steps, recordHref, isElsewhere }: BecauseProps) {
  const t = useTexts(heldPermissions);
  const whyText = useReasonText();
  const time = useTime();
  return (
    <li>
      {isElsewhere ? t("ask.onlyThere", { why: whyText(reason) }) : whyText(reason)}
      {steps.length > 0 && (
        <ul className="plain-list small muted">
          {steps.map(({ kind, at, by, entryId }) => (
            <li key={kind}>
              {at === null ? (
                t(`ask.steps.${kind}.unknown`)
              ) : (
                <>
                  {entryId !== null && recordHref !== null ? (
                    <a href={`${recordHref}/${entryId}`}>{time(at)}</a>
                  ) : (
                    time(at)
                  )}
                  {": "}
                  {entryId === null
                    ? t("ask.steps.MEMBERSHIP.nobody")
                    : by === null
                      ? t(`ask.steps.${kind}.platform`)
                      : t(`ask.steps.${kind}.person`, { name: by })}
                </>
              )}
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}
