import { useTexts } from "~/components/context/console-context";
import { SelectField } from "~/components/form/choice-fields";
import { ConflictPanel } from "~/components/form/conflict-panel";
import { mergeChanges } from "~/components/form/merge";
import { PostForm, SubmitButton } from "~/components/form/post-form";
import { QuestionDialog } from "~/components/form/question-dialog";
import { actionsColumn, linkColumn } from "~/components/table/columns";
import { DataTable } from "~/components/table/data-table";
import type { DataTableProps } from "~/components/table/table-props";
import { Badge } from "~/components/ui/badge";
import { Card } from "~/components/ui/layout";
import { common } from "~/i18n/common";
import { policies } from "~/i18n/policies";
import type { GroupsAnswer } from "~/models/policies/policy-groups-screen.server";
import type { PolicyUse } from "~/models/policies/policy.server";
import { type Intent, withDetail } from "~/services/intents";

type Row = PolicyUse["groups"][number];

type PolicyGroupsProps = {
  groups: Omit<DataTableProps<Row>, "label" | "columns">;
  attachable: { value: string; label: string }[];
  /** Time of the last change to any group's policies. */
  latest: string;
  base: string;
  /** The page's own URL. */
  here: string;
  mayOpen: boolean;
  asked: GroupsAnswer["asked"];
  conflict: GroupsAnswer["conflict"];
  intents: Readonly<Record<"attach" | "detach", Intent>>;
};

/** Groups with a policy, and the buttons to attach and detach it (POL-26). */
export function PolicyGroups({
  groups,
  attachable,
  latest,
  base,
  here,
  mayOpen,
  asked,
  conflict,
  intents,
}: PolicyGroupsProps) {
  const t = useTexts(policies);
  const c = useTexts(common);
  // Lets the action detect whether others have changed a group's policies since.
  const seen = <input type="hidden" name="latest" value={latest} />;
  return (
    <Card title={t("groups")}>
      {conflict && (
        <PostForm intent={intents[conflict.kind]} className="form form-wide rt-r-mb-4" preventScrollReset>
          <input type="hidden" name="groupId" value={conflict.groupId} />
          <ConflictPanel
            conflict={conflict}
            intent={intents[conflict.kind]}
            merge={mergeChanges(null, { policies: conflict.mine }, { policies: conflict.stored })}
            words={new Map([["policies", { label: t("detail.policiesOf", { group: conflict.group }) }]])}
            note={conflict.note}
          />
        </PostForm>
      )}
      <DataTable<Row>
        label={t("groups")}
        {...groups}
        submitLabel={c("actions.search")}
        fields={[
          {
            kind: "text",
            isSearch: true,
            name: "search",
            label: t("searchGroups"),
            labelHidden: true,
            placeholder: t("searchGroups"),
          },
        ]}
        empty={{ title: t("detail.noGroups") }}
        rowHref={mayOpen ? ({ _id }) => `${base}/groups/${_id}` : undefined}
        columns={[
          linkColumn<Row>({
            id: "group",
            header: t("detail.group"),
            sort: "name",
            value: ({ name, archivedAt, isOwn }) => (
              <>
                <bdi>{name}</bdi> {isOwn && <Badge>{t("detail.ownPolicy")}</Badge>}{" "}
                {archivedAt !== null && <Badge>{t("detail.archived")}</Badge>}
              </>
            ),
          }),
          actionsColumn<Row>({
            id: "actions",
            header: t("detail.detach"),
            value: ({ _id, name, canChange }) =>
              !canChange ? (
                <></>
              ) : (
                <PostForm intent={intents.detach} className="row" preventScrollReset>
                  <input type="hidden" name="groupId" value={_id} />
                  {seen}
                  <SubmitButton
                    variant="ghost"
                    size="small"
                    aria-label={t("detail.detachFrom", { group: name })}
                  >
                    {t("detail.detach")}
                  </SubmitButton>
                </PostForm>
              ),
          }),
        ]}
      />
      {attachable.length > 0 && (
        <PostForm intent={intents.attach} className="form rt-r-mt-4" preventScrollReset>
          {seen}
          <SelectField
            name="groupId"
            id="attach-group"
            label={t("detail.attachLabel")}
            placeholder={t("detail.chooseGroup")}
            width="medium"
            options={attachable}
          />
          <div className="form-actions">
            <SubmitButton variant="outline" icon="plus">
              {t("detail.attach")}
            </SubmitButton>
          </div>
        </PostForm>
      )}
      {asked && (
        <QuestionDialog
          question={asked.question}
          intent={withDetail(intents[asked.kind], "confirm")}
          cancel={{ href: here }}
          fields={{ groupId: asked.groupId, version: String(asked.version), had: asked.had }}
        />
      )}
    </Card>
  );
}
