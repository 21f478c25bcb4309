import { useLoaderData } from "@remix-run/react";
import { useTexts } from "~/components/context/console-context";
import { ShortcutList } from "~/components/palette/shortcut-list";
import { fixedTitle } from "~/components/shell/page-title";
import { Callout } from "~/components/ui/callout";
import { Card } from "~/components/ui/layout";
import { PageHeader } from "~/components/ui/page-header";
import styles from "~/components/palette/go.css?url";
import { stylesheets } from "~/components/ui/stylesheets";
import { palette } from "~/i18n/palette";
import { readChoices } from "~/services/choices.server";
import { consoleLoader } from "~/services/guard.server";

export const links = stylesheets(styles);

export const handle = fixedTitle(palette, "shortcuts.title");

export const loader = consoleLoader({ flag: null }, ({ request, user }) => ({
  areKeysOn: readChoices(request, user._id).areKeysOn,
}));

/** Keyboard shortcuts as a page, for the user menu and without JS. */
export default function Shortcuts() {
  const { areKeysOn } = useLoaderData<typeof loader>();
  const t = useTexts(palette);
  return (
    <div className="go-page rt-Flex rt-r-fd-column rt-r-gap-4">
      <PageHeader title={t("shortcuts.title")} />
      {!areKeysOn && <Callout>{t("shortcuts.isOff")}</Callout>}
      <Card>
        <p className="muted">{t("shortcuts.text")}</p>
        <ShortcutList level="h2" />
      </Card>
    </div>
  );
}
