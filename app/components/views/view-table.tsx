import { useTexts } from "~/components/context/console-context";
import { PostForm, SubmitButton } from "~/components/form/post-form";
import { actionsColumn, linkColumn, textColumn } from "~/components/table/columns";
import { DataTable } from "~/components/table/data-table";
import { Badge } from "~/components/ui/badge";
import { ButtonLink, type ButtonLook } from "~/components/ui/button";
import { savedViews } from "~/i18n/saved-views";
import type { ViewRow } from "~/models/list/saved-views-screen.server";
import type { Intent } from "~/services/intents";

export type ViewIntents = Readonly<Record<"update" | "delete" | "begin" | "plain", (id: string) => Intent>>;

type ViewTableProps = { views: readonly ViewRow[]; intents: ViewIntents };

/** All views of a list, each a link to the list, with what may be done to it (GEN-34). */
export function ViewTable({ views, intents }: ViewTableProps) {
  const t = useTexts(savedViews);
  const seenBy = ({ isShared, isMine, madeBy }: ViewRow) => {
    if (!isShared) return t("you");
    return isMine ? t("everybodyMine") : t("everybody", { name: madeBy ?? t("somebody") });
  };
  return (
    <PostForm className="" preventScrollReset>
      <DataTable
        label={t("title")}
        rows={views}
        rowHref={({ href }) => href}
        columns={[
          linkColumn<ViewRow>({ id: "name", header: t("name"), value: ({ name }) => <bdi>{name}</bdi> }),
          textColumn<ViewRow>({
            id: "seenBy",
            header: t("seenBy"),
            value: (view) => (
              <>
                {seenBy(view)} {view.isDefault && <Badge>{t("default")}</Badge>}{" "}
                {view.isShown && <Badge>{t("shown")}</Badge>}
              </>
            ),
          }),
          actionsColumn<ViewRow>({
            id: "actions",
            header: t("edit"),
            value: (view) => <ViewActions {...{ view, intents }} />,
          }),
        ]}
        empty={{ title: t("none"), text: t("noneText") }}
      />
    </PostForm>
  );
}

const quiet: ButtonLook = { size: "small", variant: "ghost", tone: "gray" };

function ViewActions({ view, intents }: { view: ViewRow; intents: ViewIntents }) {
  const t = useTexts(savedViews);
  const { _id, name, version, isDefault, isShown, canEdit, editHref } = view;
  return (
    <div className="row">
      <SubmitButton
        {...quiet}
        intent={(isDefault ? intents.plain : intents.begin)(_id)}
        aria-label={t(isDefault ? "plainOf" : "beginOf", { name })}
      >
        {t(isDefault ? "plain" : "begin")}
      </SubmitButton>
      {canEdit && !isShown && (
        <SubmitButton
          {...quiet}
          intent={intents.update(`${_id}:${version}`)}
          aria-label={t("updateOf", { name })}
        >
          {t("update")}
        </SubmitButton>
      )}
      {canEdit && (
        <>
          <ButtonLink {...quiet} to={editHref} aria-label={t("editOf", { name })}>
            {t("edit")}
          </ButtonLink>
          <SubmitButton {...quiet} intent={intents.delete(_id)} aria-label={t("deleteOf", { name })}>
            {t("delete")}
          </SubmitButton>
        </>
      )}
    </div>
  );
}
