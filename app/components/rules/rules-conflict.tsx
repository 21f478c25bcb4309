import { useTexts } from "~/components/context/console-context";
import { ConflictPanel } from "~/components/form/conflict-panel";
import { mergeChanges } from "~/components/form/merge";
import { permissions } from "~/i18n/permissions";
import type { Difference } from "~/models/form/draft-form.server";
import type { Conflict } from "~/services/form-answer";
import type { Intent } from "~/services/intents";

type RulesConflictProps = { conflict: Conflict & { differences: Difference[] }; intent: Intent };

/** Compares another person's save with the draft, place by place, in permission tabs and access policies. */
export function RulesConflict({ conflict, intent }: RulesConflictProps) {
  const t = useTexts(permissions);
  const { differences } = conflict;
  const values = (of: "mine" | "theirs") =>
    Object.fromEntries(differences.map((difference, at) => [String(at), difference[of]]));
  return (
    <ConflictPanel
      conflict={conflict}
      intent={intent}
      merge={mergeChanges(null, values("mine"), values("theirs"))}
      words={new Map(differences.map(({ place }, at) => [String(at), { label: place }]))}
      note={t(differences.length > 0 ? "conflictNote" : "conflictSame")}
    />
  );
}
