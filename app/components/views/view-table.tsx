import { useTexts } from "~/components/context/console-context";
import { PostForm } from "~/components/form/post-form";
import { actionsColumn, linkColumn, textColumn } from "~/components/table/columns";
import { DataTable } from "~/components/table/data-table";
import { Badge } from "~/components/ui/badge";
import { Menu, MenuButton, MenuLink } from "~/components/ui/menu";
import { savedViews } from "~/i18n/saved-views";
import type { ViewRow } from "~/models/list/saved-views-screen.server";
import type { Intent } from "~/services/intents";

export type ViewIntents = Readonly<Record<"update" | "delete" | "begin" | "plain", (id: string) => Intent>>;

type ViewTableProps = { views: readonly ViewRow[]; intents: ViewIntents };

/** All views of a list, each a link to it, with its actions (GEN-34). */
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

/** Menu of a view's actions. */
function ViewActions({ view, intents }: { view: ViewRow; intents: ViewIntents }) {
  const t = useTexts(savedViews);
  const { _id, name, version, isDefault, isShown, canEdit, editHref } = view;
  return (
    <Menu label={t("actionsOf", { name })} icon="more" iconOnly size="small" variant="ghost" align="end">
      <MenuButton
        icon="star"
        name="intent"
        value={(isDefault ? intents.plain : intents.begin)(_id)}
        aria-label={t(isDefault ? "plainOf" : "beginOf", { name })}
      >
        {t(isDefault ? "plain" : "begin")}
      </MenuButton>
      {canEdit && !isShown && (
        <MenuButton
          icon="refresh"
          name="intent"
          value={intents.update(`${_id}:${version}`)}
          aria-label={t("updateOf", { name })}
        >
          {t("update")}
        </MenuButton>
      )}
      {canEdit && (
        <>
          <MenuLink to={editHref} icon="edit" aria-label={t("editOf", { name })}>
            {t("edit")}
          </MenuLink>
          <MenuButton
            name="intent"
            value={intents.delete(_id)}
            icon="trash"
            danger
            aria-label={t("deleteOf", { name })}
          >
            {t("delete")}
          </MenuButton>
        </>
      )}
    </Menu>
  );
}
