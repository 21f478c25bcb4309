import { useLocation } from "@remix-run/react";
import type { ReactNode } from "react";
import { useTexts } from "~/components/context/console-context";
import { ButtonLink } from "~/components/ui/button";
import { Callout } from "~/components/ui/callout";
import { Time } from "~/components/ui/time";
import { conflictTexts } from "~/i18n/conflict";
import type { Conflict } from "~/services/form-answer";
import { type Intent, withDetail } from "~/services/intents";
import { differingNames, flatValues } from "./changes";
import type { FieldTexts } from "./form-context";
import type { Merge } from "./merge";
import { SubmitButton } from "./post-form";

type ConflictPanelProps = {
  conflict: Conflict;
  intent: Intent;
  merge: Merge;
  words: ReadonlyMap<string, FieldTexts>;
  /** True if nothing typed can be saved over the other person's change. */
  isNothingLeft?: boolean;
  /** A sentence before the table. */
  note?: string;
};

/**
 * Shown when another person saved the record after this form was opened. Lists who saved it and when, the
 * fields both changed with both values, and the fields only the other person changed. Typed values are kept:
 * the person saves over the collisions, takes the other values, or continues editing. Changes to different
 * fields are both saved.
 */
export function ConflictPanel({
  conflict,
  intent,
  merge,
  words,
  isNothingLeft = false,
  note,
}: ConflictPanelProps) {
  const t = useTexts(conflictTexts);
  const { pathname, search } = useLocation();
  const mine = flatValues(merge.typed);
  const theirs = flatValues(merge.stored);
  const names = differingNames(mine, theirs);
  const { isOwn, changedBy, changedAt, version } = conflict;
  const both = isOwn ? "ownBoth" : "both";
  const isCollision = merge.collisions.length > 0 || merge.base === null;
  const table = (parts: readonly string[], before: string) => {
    const rows = names.filter((name) => parts.some((part) => isIn(name, part)));
    if (rows.length === 0) return null;
    return (
      <table className="plain-table rt-r-tl-fixed">
        <thead>
          <tr>
            <th scope="col">{t("field")}</th>
            <th scope="col">{before}</th>
            <th scope="col">{t("theirs")}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((name) => (
            <tr key={name}>
              <th scope="row">{labelOf(words, name)}</th>
              <td>{shown(words, name, mine.get(name))}</td>
              <td>{shown(words, name, theirs.get(name))}</td>
            </tr>
          ))}
        </tbody>
      </table>
    );
  };
  const taken = table(merge.taken, t("before"));
  return (
    <Callout tone="warning" role="alert" title={t(isOwn ? "ownTitle" : "title")}>
      <p>
        {isOwn ? t("ownText") : t("text", { name: changedBy ?? t("someone") })}{" "}
        <Time at={changedAt} kind="dateTime" />
      </p>
      {note && <p>{note}</p>}
      {table(merge.collisions, t("mine"))}
      {!isCollision && <p>{t(merge.isChanged ? both : "nothing")}</p>}
      {taken && (
        <>
          <p>{t(isOwn ? "ownTaken" : "taken")}</p>
          {taken}
        </>
      )}
      <input type="hidden" name="newVersion" value={version} />
      <div className="form-actions">
        {isCollision && !isNothingLeft && (
          <SubmitButton intent={withDetail(intent, "over")} variant="outline">
            {t("saveMine")}
          </SubmitButton>
        )}
        {!isCollision && merge.isChanged && <SubmitButton>{t("saveBoth")}</SubmitButton>}
        {/* Full reload: the user chose to discard what was typed. */}
        {(isCollision || merge.isChanged) && (
          <ButtonLink
            to={pathname + search}
            data-reload=""
            onClick={({ currentTarget }) => currentTarget.closest("form")?.setAttribute("data-given-up", "")}
          >
            {t(isOwn ? "useOwn" : "useTheirs")}
          </ButtonLink>
        )}
      </div>
    </Callout>
  );
}

/** True if a field is the part itself or belongs to one of its rows. */
const isIn = (name: string, part: string) =>
  name === part || name.startsWith(`${part}[`) || name.startsWith(`${part}.`);

/** A field's label, prefixed with those of its groups. */
function labelOf(words: ReadonlyMap<string, FieldTexts>, name: string): ReactNode {
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
  words: ReadonlyMap<string, FieldTexts>,
  name: string,
  values: readonly string[] = [],
): ReactNode {
  const show = words.get(name)?.show ?? ((value: string) => value);
  if (values.length === 0) return words.get(name)?.none ?? "-";
  return values.map((value) => <div key={value}>{show(value)}</div>);
}
