import { useLoaderData } from "@remix-run/react";
import { useTexts } from "~/components/context/console-context";
import { FinderForm } from "~/components/palette/finder-form";
import styles from "~/components/palette/go.css?url";
import { PlaceCards } from "~/components/palette/place-cards";
import { placesFor } from "~/components/palette/places-for";
import { fixedTitle } from "~/components/shell/page-title";
import { ButtonLink } from "~/components/ui/button";
import { EmptyState } from "~/components/ui/empty-state";
import { PageHeader } from "~/components/ui/page-header";
import { stylesheets } from "~/components/ui/stylesheets";
import { common } from "~/i18n/common";
import { palette } from "~/i18n/palette";
import { paletteContext } from "~/models/search/places-screen.server";
import { consoleLoader } from "~/services/guard.server";

export const links = stylesheets(styles);

export const handle = fixedTitle(palette, "title");

/** Every place matching `?q=`. */
export const loader = consoleLoader({ flag: null }, async (args) => {
  const { q, known } = await paletteContext(args);
  return { q, base: args.base, ...placesFor(known, q) };
});

/** The palette as a page that needs no JS. */
export default function GoPage() {
  const { q, base, places, hasMore } = useLoaderData<typeof loader>();
  const t = useTexts(palette);
  const c = useTexts(common);
  return (
    <div className="go-page rt-Flex rt-r-fd-column rt-r-gap-4">
      <PageHeader title={t("title")} count={q && !hasMore ? places.length : undefined} />
      <FinderForm action={`${base}/go`} q={q} label={t("field")} />
      {places.length === 0 && (
        <EmptyState icon="search" title={t("none", { typed: q })} text={t("noneText")} />
      )}
      <PlaceCards places={places} />
      {hasMore && (
        <p className="muted">
          {t("more")}{" "}
          <ButtonLink size="small" to={`${base}/switch-customer${q ? `?${new URLSearchParams({ q })}` : ""}`}>
            {c("shell.allCustomers")}
          </ButtonLink>
        </p>
      )}
    </div>
  );
}
