import { useLocation } from "@remix-run/react";
import type { ReactNode } from "react";
import { useTexts } from "~/components/context/console-context";
import { ButtonLink } from "~/components/ui/button";
import { Callout } from "~/components/ui/callout";
import { Time } from "~/components/ui/time";
import { common } from "~/i18n/common";
import type { Conflict } from "~/services/form-answer";
import { type Intent, withDetail } from "~/services/intents";
import { differing, flatValues } from "./changes";
import type { FieldWords } from "./form-context";
import { SubmitButton } from "./post-form";

type ConflictPanelProps = {
  conflict: Conflict;
  intent: Intent;
  typed: unknown;
  stored: unknown;
  words: ReadonlyMap<string, FieldWords>;
  /** What the table leaves unsaid, before it. */
  note?: string;
};

/**
 * Another person saved the record since this form was opened: who, when, and each field where the stored value is not
 * the typed one, side by side. Nothing typed is lost; the person saves over it, takes theirs, or goes on editing.
 */
export function ConflictPanel({ conflict, intent, typed, stored, words, note }: ConflictPanelProps) {
  const t = useTexts(common);
  const { pathname, search } = useLocation();
  const mine = flatValues(typed);
  const theirs = flatValues(stored);
  const names = differing(mine, theirs).filter((name) => isStored(stored, name));
  return (
    <Callout tone="warning" role="alert" title={t("forms.conflictTitle")}>
      <p>
        {t("forms.conflictText", { name: conflict.changedBy ?? t("forms.conflictSomeone") })}{" "}
        <Time at={conflict.changedAt} kind="dateTime" />
      </p>
      {note && <p>{note}</p>}
      {names.length > 0 && (
        <table className="conflict-table">
          <thead>
            <tr>
              <th scope="col">{t("forms.conflictField")}</th>
              <th scope="col">{t("forms.conflictMine")}</th>
              <th scope="col">{t("forms.conflictTheirs")}</th>
            </tr>
          </thead>
          <tbody>
            {names.map((name) => (
              <tr key={name}>
                <th scope="row">{labelOf(words, name)}</th>
                <td>{shown(words, name, mine.get(name))}</td>
                <td>{shown(words, name, theirs.get(name))}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <input type="hidden" name="newVersion" value={conflict.version} />
      <div className="form-actions">
        <SubmitButton intent={withDetail(intent, "over")} variant="outline" tone="gray">
          {t("forms.conflictSaveMine")}
        </SubmitButton>
        {/* A new page, so that nothing of what was typed stays behind: that is what was chosen. */}
        <ButtonLink
          to={pathname + search}
          data-reload=""
          onClick={({ currentTarget }) => currentTarget.closest("form")?.setAttribute("data-given-up", "")}
        >
          {t("forms.conflictUseTheirs")}
        </ButtonLink>
      </div>
    </Callout>
  );
}

/** Whether a field is one of what is stored; others only show something. */
const isStored = (stored: unknown, name: string) =>
  typeof stored === "object" && stored !== null && (name.split(/[.[]/)[0] ?? "") in stored;

/** A field's label behind those of the groups it stands in. */
function labelOf(words: ReadonlyMap<string, FieldWords>, name: string): ReactNode {
  const parents = [...words].filter(
    ([other]) => name.startsWith(`${other}.`) || name.startsWith(`${other}[`),
  );
  return [...parents.map(([, { label }]) => label), words.get(name)?.label].map((label, index) => (
    <span key={index}>
      {index > 0 && " – "}
      {label}
    </span>
  ));
}

function shown(
  words: ReadonlyMap<string, FieldWords>,
  name: string,
  values: readonly string[] = [],
): ReactNode {
  const show = words.get(name)?.show ?? ((value: string) => value);
  if (values.length === 0) return words.get(name)?.none ?? "-";
  return values.map((value) => <div key={value}>{show(value)}</div>);
}
