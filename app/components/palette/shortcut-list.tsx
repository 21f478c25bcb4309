import { Fragment } from "react";
import { useTexts } from "~/components/context/console-context";
import { palette } from "~/i18n/palette";

const groups = [
  {
    title: "anywhere",
    keys: [
      { name: "palette", keys: ["Ctrl K", "⌘ K"] },
      { name: "search", keys: ["/"] },
      { name: "today", keys: ["g t"] },
      { name: "undo", keys: ["u"] },
      { name: "help", keys: ["?"] },
      { name: "escape", keys: ["Esc"] },
    ],
  },
  {
    title: "lists",
    keys: [
      { name: "next", keys: ["j"] },
      { name: "previous", keys: ["k"] },
      { name: "open", keys: ["Enter"] },
    ],
  },
  {
    title: "candidates",
    keys: [
      { name: "nextCandidate", keys: ["j"] },
      { name: "previousCandidate", keys: ["k"] },
      { name: "status", keys: ["1 … 7"] },
    ],
  },
] as const;

/** All keyboard shortcuts with their effects. */
export function ShortcutList({ level: Heading }: { level: "h2" | "h3" }) {
  const t = useTexts(palette);
  return (
    <>
      {groups.map(({ title, keys }) => (
        <section key={title}>
          <Heading>{t(`shortcuts.${title}`)}</Heading>
          <dl className="shortcut-list rt-r-display-grid rt-r-rg-2 rt-r-cg-4 rt-r-mt-2">
            {keys.map(({ name, keys: pressed }) => (
              <Fragment key={name}>
                <dt>{t(`shortcuts.${name}`)}</dt>
                <dd>
                  {pressed.map((key, index) => (
                    <Fragment key={key}>
                      {index > 0 && ` ${t("shortcuts.or")} `}
                      <kbd>{key}</kbd>
                    </Fragment>
                  ))}
                </dd>
              </Fragment>
            ))}
          </dl>
        </section>
      ))}
    </>
  );
}
