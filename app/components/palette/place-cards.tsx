import { useTexts } from "~/components/context/console-context";
import { Icon } from "~/components/ui/icons";
import { Card } from "~/components/ui/layout";
import { common } from "~/i18n/common";
import { palette } from "~/i18n/palette";
import type { PaletteEntry } from "./palette-entry";

/** Places by group, as links of a page. */
export function PlaceCards({ places }: { places: readonly PaletteEntry[] }) {
  const t = useTexts(palette);
  const c = useTexts(common);
  return (
    <>
      {(["screens", "views", "create", "customers"] as const).map((group) => {
        const shown = places.filter((place) => place.group === group);
        if (shown.length === 0) return null;
        return (
          <Card key={group} title={t(`groups.${group}`)}>
            <ul className="go-list">
              {shown.map((place) => (
                <li key={place.id}>
                  <a
                    className="menu-item"
                    href={place.href}
                    {...(place.isExternal && { target: "_blank", rel: "noopener" })}
                  >
                    <Icon name={place.icon} />
                    <span>
                      <bdi>{place.label}</bdi>{" "}
                      {place.detail && <span className="small muted">{place.detail}</span>}
                    </span>
                    {place.isExternal && <Icon name="external" label={c("shell.opensInNewTab")} />}
                  </a>
                </li>
              ))}
            </ul>
          </Card>
        );
      })}
    </>
  );
}
