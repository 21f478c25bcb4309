import { useTexts } from "~/components/context/console-context";
import { Icon } from "~/components/ui/icons";
import { permissions } from "~/i18n/permissions";

export type ActionNote = "WHOLE_CUSTOMER" | "IDLE";

const noteIcons = { WHOLE_CUSTOMER: "building", IDLE: "eye-off" } as const;

type LegendProps = { id: string; notes: readonly (ActionNote | null | undefined)[] };

/**
 * Explains the notes of the actions below it; each note is an element that their descriptions refer to by id.
 */
export function ActionLegend({ id, notes }: LegendProps) {
  const t = useTexts(permissions);
  const used = (["WHOLE_CUSTOMER", "IDLE"] as const).filter((note) => notes.includes(note));
  if (used.length === 0) return null;
  return (
    <ul className="action-legend small muted rt-Flex rt-r-fw-wrap rt-r-rg-1 rt-r-cg-4">
      {used.map((note) => (
        <li key={note} id={`${id}${note}`} className="rt-Flex rt-r-ai-center rt-r-gap-2">
          <Icon name={noteIcons[note]} /> {t(`notes.${note}`)}
        </li>
      ))}
    </ul>
  );
}

/** The icon of an action's note. */
export function ActionMark({ note }: { note: ActionNote | null | undefined }) {
  const t = useTexts(permissions);
  if (!note) return null;
  return (
    <span className="muted" title={t(`notes.${note}`)}>
      <Icon name={noteIcons[note]} />
    </span>
  );
}

/** "13 of 15" with a meter. */
export function ActionCount({ held, of }: { held: number; of: number }) {
  const t = useTexts(permissions);
  return (
    <span className="action-count small muted rt-Flex rt-r-ai-center rt-r-gap-2 nowrap figures">
      {t("ofSection", { chosen: held, count: of })}{" "}
      <progress className="meter" max={of} value={held} aria-hidden />
    </span>
  );
}
