import { useTexts } from "~/components/context/console-context";
import { Icon } from "~/components/ui/icons";
import { common } from "~/i18n/common";
import type { ViewRow } from "~/models/list/saved-views-screen.server";

/** A view as shown in the menu. */
export type ViewLink = Pick<ViewRow, "_id" | "name" | "href" | "isShared" | "isShown">;

type ViewLinksProps = {
  /** Undefined while loading or unavailable. */
  views: readonly ViewLink[] | undefined;
  hasFailed?: boolean;
};

/** The person's views as menu links; the one shown now is marked. */
export function ViewLinks({ views, hasFailed }: ViewLinksProps) {
  const t = useTexts(common);
  return (
    <div aria-live="polite">
      {!views && (
        <span className="menu-item muted">{t(hasFailed ? "table.viewsFailed" : "table.viewsLoading")}</span>
      )}
      {views?.map(({ _id, name, href, isShared, isShown }) => (
        <a key={_id} className="menu-item" href={href} aria-current={isShown || undefined}>
          <bdi>{name}</bdi>
          {isShown && <Icon name="check" />}
          {isShared && <span className="small muted">{t("table.viewShared")}</span>}
        </a>
      ))}
    </div>
  );
}
