import { useLoaderData } from "@remix-run/react";
import applicationsStyles from "~/components/applications/applications.css?url";
import styles from "~/components/kit/kit.css?url";
import { Specimen, storyHref } from "~/components/kit/specimen";
import { type PartName, partNames, parts, storiesOf, storyNamed } from "~/components/kit/stories";
import sheetStyles from "~/components/ui/sheet.css?url";
import sideTabs from "~/components/ui/side-tabs.css?url";
import { stylesheets } from "~/components/ui/stylesheets";
import { Tabs } from "~/components/ui/tabs";
import { env } from "~/services/env.server";
import { publicLoader } from "~/services/guard.server";
import { notFound } from "~/services/screens.server";

/** Layers over a page are rendered separately: the gallery only links to them. */
const overPage: PartName = "over";

/**
 * Gallery of components in their states: ?part=forms&dir=rtl, a single one with ?story=ui/button solid. Light or dark
 * is the person's or the system's choice, as everywhere. For developers of the console only; not found in production.
 */
export const loader = publicLoader(({ url }) => {
  if (env.APP_ENV !== "local" && env.APP_ENV !== "development") throw notFound();
  const requestedPart = url.searchParams.get("part");
  const story = url.searchParams.get("story");
  if (story !== null && !storyNamed(story)) throw notFound();
  const part = partNames.find((name) => name === requestedPart) ?? null;
  return { part, story, isRtl: url.searchParams.get("dir") === "rtl" };
});

export const links = stylesheets(styles, applicationsStyles, sheetStyles, sideTabs);

export const handle = { title: () => "Kit" };

export default function Kit() {
  const { part, story, isRtl } = useLoaderData<typeof loader>();
  const alone = story === null ? undefined : storyNamed(story);
  return (
    <main id="kit" className="kit" dir={isRtl ? "rtl" : "ltr"}>
      {alone ? <Specimen {...alone} /> : <Gallery {...{ part, isRtl }} />}
    </main>
  );
}

function Gallery({ part, isRtl }: { part: PartName | null; isRtl: boolean }) {
  const way = isRtl ? "rtl" : "ltr";
  const tabs = [
    { to: `/kit?dir=${way}`, label: "All", current: part === null },
    ...partNames.map((name) => ({
      to: `/kit?part=${name}&dir=${way}`,
      label: name,
      current: part === name,
    })),
    { to: `/kit?dir=${isRtl ? "ltr" : "rtl"}`, label: isRtl ? "Left to right" : "Right to left" },
  ];
  return (
    <>
      <h1>Kit</h1>
      <Tabs label="Parts" tabs={tabs} />
      {partNames
        .filter((name) => part === null || part === name)
        .map((name) => (
          <section key={name} aria-label={name}>
            <h2>{name}</h2>
            {name === overPage ? (
              <StoryLinks part={name} />
            ) : (
              Object.keys(parts[name]).map((component) => (
                <Component key={component} {...{ part: name, component }} />
              ))
            )}
          </section>
        ))}
    </>
  );
}

/** A component's name above its states. */
function Component({ part, component }: { part: PartName; component: string }) {
  return (
    <>
      <h3>{component}</h3>
      {storiesOf(part)
        .filter(({ name }) => name.startsWith(`${component} `))
        .map((one) => (
          <Specimen key={one.name} {...one} />
        ))}
    </>
  );
}

function StoryLinks({ part }: { part: PartName }) {
  return (
    <ul className="kit-rules rt-r-display-grid rt-r-gap-1 rt-r-mb-6">
      {storiesOf(part).map(({ name }) => (
        <li key={name}>
          <a href={storyHref(name)}>{name}</a>
        </li>
      ))}
    </ul>
  );
}
