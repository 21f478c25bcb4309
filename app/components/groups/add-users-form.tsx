import { useFetcher, useLocation } from "@remix-run/react";
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from "react";
import { useHydrated } from "remix-utils/use-hydrated";
import { useTexts } from "~/components/context/console-context";
import { PostForm, SubmitButton } from "~/components/form/post-form";
import { Button, ButtonLink } from "~/components/ui/button";
import { Callout } from "~/components/ui/callout";
import { DialogActions, useDialogFocus } from "~/components/ui/dialog";
import { common } from "~/i18n/common";
import { groups } from "~/i18n/groups";
import type { Candidate } from "~/models/groups/member.server";
import type { Intent } from "~/services/intents";
import type { LoadError } from "~/services/failure.server";
import type { Notice } from "~/sessions.server";

type AddUsersFormProps = {
  find: string;
  matches: readonly Candidate[];
  /** People selected before the last search. */
  chosen: readonly Candidate[];
  ticked: readonly string[];
  problem: LoadError | null;
  notice: Notice | null;
  backHref: string;
  intents: Readonly<Record<"add" | "find", Intent>>;
};

/** Delay after the last key before scripts search, in ms (GRP-46). */
const debounce = 500;

/** Form to add people to a group: a search, its matches as boxes, and earlier selections (GRP-44..GRP-49). */
export function AddUsersForm({ find, ticked, notice, backHref, intents, ...found }: AddUsersFormProps) {
  const t = useTexts(groups);
  const c = useTexts(common);
  const hydrated = useHydrated();
  const focus = useDialogFocus();
  const outcome = useRef<HTMLDivElement>(null);
  const [ids, setIds] = useState(ticked);
  const { matches, chosen, problem, isSearching, search, searchNow } = useFoundUsers(found, ids);
  const listed = [...chosen.filter((one) => !matches.some(({ _id }) => _id === one._id)), ...matches];
  const readBoxes = ({ currentTarget }: FormEvent<HTMLFormElement>) =>
    setIds(new FormData(currentTarget).getAll("userIds").map(String));
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== "Enter" || !hydrated) return;
    event.preventDefault();
    searchNow(event.currentTarget.value);
  };
  return (
    <PostForm intent={intents.add} outcome={outcome} isAnswered={notice !== null} onChange={readBoxes}>
      {/* First submit button: without JS, Enter in the search presses it. */}
      <button
        type="submit"
        name="intent"
        value={intents.find}
        tabIndex={-1}
        aria-hidden
        className="visually-hidden"
      />
      <div ref={outcome} tabIndex={-1} role="status">
        {notice && (
          <Callout tone={notice.tone} title={notice.title}>
            {notice.description}
          </Callout>
        )}
      </div>
      <div className="row people-search">
        <input
          ref={openWithFocus}
          {...focus}
          type="search"
          className="input"
          name="find"
          defaultValue={find}
          aria-label={t("members.find")}
          placeholder={t("members.find")}
          autoComplete="off"
          onInput={(event) => search(event.currentTarget.value)}
          onKeyDown={onKeyDown}
        />
        {!hydrated && (
          <Button type="submit" name="intent" value={intents.find}>
            {c("actions.search")}
          </Button>
        )}
      </div>
      <fieldset className="plain people" aria-busy={isSearching || undefined}>
        <legend className="visually-hidden">{t("users")}</legend>
        {problem && (
          <Callout tone={problem.tone} title={problem.title}>
            {problem.description}
          </Callout>
        )}
        {/* The selection survives a failed search. */}
        {(!problem || listed.length > 0) && (
          <div className="option-list rt-Flex rt-r-fd-column rt-r-p-1">
            {listed.map(({ _id, name, email, isMember }) => (
              <label key={_id}>
                <input
                  type="checkbox"
                  className="checkbox"
                  name="userIds"
                  value={_id}
                  defaultChecked={!isMember && ids.includes(_id)}
                  disabled={isMember}
                />
                <bdi>{name}</bdi>
                {isMember && <span className="muted">{t("members.existing")}</span>}
                <span className="small muted">{email}</span>
              </label>
            ))}
            {listed.length === 0 && <p className="muted">{c("forms.noMatches")}</p>}
          </div>
        )}
      </fieldset>
      <p className="small muted" role="status">
        {hydrated && ids.length > 0 && t("members.chosen", { count: ids.length })}
      </p>
      <DialogActions>
        <ButtonLink to={backHref} data-keep-scroll="">
          {c("actions.cancel")}
        </ButtonLink>
        <SubmitButton disabled={hydrated && ids.length === 0}>{t("members.add")}</SubmitButton>
      </DialogActions>
    </PostForm>
  );
}

/** Sets the element to focus when the dialog opens; the browser would choose the close button. */
const openWithFocus = (field: HTMLInputElement | null) => field?.setAttribute("autofocus", "");

type FoundUsers = Pick<AddUsersFormProps, "matches" | "chosen" | "problem">;

/** Matches of the last search plus everyone selected, so that a search never clears a tick. */
function useFoundUsers(first: FoundUsers, ids: readonly string[]) {
  const { pathname } = useLocation();
  const fetcher = useFetcher<FoundUsers>();
  const timer = useRef<ReturnType<typeof setTimeout>>();
  useEffect(() => () => clearTimeout(timer.current), []);
  const { matches, problem } = fetcher.data ?? first;
  const [kept, setKept] = useState(first.chosen);
  const [drawn, setDrawn] = useState(matches);
  // Keeps the selection when new matches arrive: boxes may be ticked during a search.
  if (drawn !== matches) {
    setDrawn(matches);
    const known = new Map([...kept, ...drawn].map((one) => [one._id, one]));
    setKept(ids.flatMap((id) => known.get(id) ?? []));
  }
  const searchNow = (typed: string) => {
    clearTimeout(timer.current);
    const find = [...typed.trim()].slice(0, 100).join("");
    fetcher.load(`${pathname}?${new URLSearchParams({ find })}`);
  };
  return {
    matches,
    problem,
    chosen: kept,
    isSearching: fetcher.state !== "idle",
    searchNow,
    search: (typed: string) => {
      clearTimeout(timer.current);
      timer.current = setTimeout(() => searchNow(typed), debounce);
    },
  };
}
