import { useTexts } from "~/components/context/console-context";
import type { Option } from "~/components/form/choice-fields";
import { ConsoleForm } from "~/components/form/console-form";
import { multiFieldProps } from "~/components/form/field";
import { MultiSelectField } from "~/components/form/multi-select-field";
import { SubmitButton } from "~/components/form/post-form";
import { lazyChecks } from "~/components/form/use-checks";
import { useConsoleForm } from "~/components/form/use-console-form";
import { ButtonLink } from "~/components/ui/button";
import { common } from "~/i18n/common";
import { users } from "~/i18n/users";
import type { LoadError } from "~/services/failure.server";
import type { Intent } from "~/services/intents";

type AddToGroupProps = {
  intent: Intent;
  count: number;
  options: readonly Option[];
  problem: LoadError | null;
  backHref: string;
};

/** Form to choose groups for the selected users (USER-25). */
export function AddToGroupForm({ intent, count, options, problem, backHref }: AddToGroupProps) {
  const t = useTexts(users);
  const c = useTexts(common);
  const { fields, frame } = useConsoleForm(
    lazyChecks(
      () => import("~/models/users/user.schema"),
      ({ addToGroupSchema }) => addToGroupSchema(t),
    ),
    { id: "add-to-group", version: null },
  );
  return (
    <ConsoleForm
      frame={frame}
      intent={intent}
      actions={
        <>
          <ButtonLink to={backHref} data-keep-scroll="">
            {c("actions.cancel")}
          </ButtonLink>
          <SubmitButton>{t("addToGroup.title")}</SubmitButton>
        </>
      }
    >
      <p>{t("addToGroup.chosen", { count })}</p>
      {options.length > 0 ? (
        <MultiSelectField
          {...multiFieldProps(fields.groupIds)}
          label={t("addToGroup.groups")}
          options={options}
        />
      ) : (
        <p className="muted">{problem?.description ?? t("addToGroup.none")}</p>
      )}
    </ConsoleForm>
  );
}
