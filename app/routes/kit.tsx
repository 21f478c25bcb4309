import type { LinksFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { KitButtons } from "~/components/kit/buttons";
import styles from "~/components/kit/kit.css?url";
import { KitLayouts } from "~/components/kit/layouts";
import { KitMessages } from "~/components/kit/messages";
import { Tabs } from "~/components/ui/tabs";
import { env } from "~/services/env.server";
import { publicLoader } from "~/services/guard.server";
import { notFound } from "~/services/screens.server";

/** The parts of the gallery; forms and tables are parts of their own. */
const parts = { buttons: KitButtons, messages: KitMessages, layouts: KitLayouts };
const isPart = (name: string | null): name is keyof typeof parts =>
  name !== null && Object.hasOwn(parts, name);

/**
 * The gallery of components in their states: ?part=buttons&dir=rtl. Light or dark is as everywhere the person's or
 * the system's choice. It is for those who develop the console, and unknown in production.
 */
export const loader = publicLoader(({ url }) => {
  if (env.APP_ENV !== "local" && env.APP_ENV !== "development") throw notFound();
  const part = url.searchParams.get("part");
  const isRtl = url.searchParams.get("dir") === "rtl";
  return { part: isPart(part) ? part : null, isRtl };
});

export const links: LinksFunction = () => [{ rel: "stylesheet", href: styles }];

export const handle = { title: () => "Kit" };

export default function Kit() {
  const { part, isRtl } = useLoaderData<typeof loader>();
  const way = isRtl ? "rtl" : "ltr";
  const names = Object.keys(parts).filter(isPart);
  const tabs = [
    { to: `/kit?dir=${way}`, label: "All", current: part === null },
    ...names.map((name) => ({ to: `/kit?part=${name}&dir=${way}`, label: name, current: part === name })),
    { to: `/kit?dir=${isRtl ? "ltr" : "rtl"}`, label: isRtl ? "Left to right" : "Right to left" },
  ];
  return (
    <main id="kit" className="kit" dir={way}>
      <h1>Kit</h1>
      <Tabs label="Parts" tabs={tabs} />
      {names
        .filter((name) => part === null || part === name)
        .map((name) => {
          const Part = parts[name];
          return (
            <section key={name} aria-label={name}>
              <h2>{name}</h2>
              <Part />
            </section>
          );
        })}
    </main>
  );
}
