import { type KeyboardEvent, type MouseEvent, useEffect, useId, useRef, useState } from "react";
import { useTexts } from "~/components/context/console-context";
import { matching } from "~/components/shell/customers";
import type { LayerProps } from "~/components/shell/layer";
import { Callout } from "~/components/ui/callout";
import { clickWith } from "~/components/ui/client-links";
import { Icon } from "~/components/ui/icons";
import { common } from "~/i18n/common";
import { palette } from "~/i18n/palette";
import { search as searchTexts } from "~/i18n/search";
import { searchHref, type SearchTab } from "~/models/search/search-state";
import "./palette.css";
import { type PaletteEntry, placeText } from "./palette-entry";
import { readRecent, remember } from "./recent";
import { SearchPart } from "./search-part";
import { useJson } from "./use-json";
import { type SearchFindings, type Result, useSearch } from "./use-search";

type Loaded = { person: string; places: PaletteEntry[]; hasMore: boolean };
type Group = { key: "recent" | "all" | PaletteEntry["group"]; entries: Result[] };
/** A search: text, tab, number of "more" presses, and a counter that tells requests apart. */
type SearchRequest = { q: string; tab: SearchTab; more: number; turn: number };

const maxShownPlaces = 5;
const debounceMs = 150;

/** The command palette: places and actions, by typing part of a name. A combobox over one list box. */
export default function Palette({ base, typed: begun, hasSearch, onClose }: LayerProps) {
  const t = useTexts(palette);
  const c = useTexts(common);
  const s = useTexts(searchTexts);
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(begun);
  const [active, setActive] = useState(0);
  const { loaded, hasFailed } = usePlaces(base, typed);
  const [{ tab, turn, ...asked }, setAsked] = useState<SearchRequest>({
    q: "",
    tab: "all",
    more: 0,
    turn: 0,
  });
  const q = typed.trim();
  // "More" counts only for the text it was requested for.
  const more = asked.q === q ? asked.more : 0;
  const search = useSearch(base, hasSearch && q !== "" ? { q, tab, more } : null, turn);
  const { found, isSearching } = search;
  const groups = groupsOf(typed, loaded, found);
  const entries = groups.flatMap((group) => group.entries);
  const chosen = entries[Math.min(active, entries.length - 1)];
  const title = hasSearch ? s("field") : t("title");
  const optionId = (entry: Result) => `${id}-${entry.id}`;

  useEffect(() => {
    const { current: element } = dialog;
    element?.showModal();
    return () => element?.close();
  }, []);
  useEffect(() => {
    document.getElementById(chosen ? optionId(chosen) : "")?.scrollIntoView({ block: "nearest" });
  });

  // The link is followed as usual; the palette closes unless it opens in a new tab.
  const follow = ({ ctrlKey, metaKey, shiftKey }: MouseEvent) => {
    if (!ctrlKey && !metaKey && !shiftKey) queueMicrotask(onClose);
  };
  const open = (entry: Result, event: MouseEvent) => {
    const isPlace = loaded?.places.some(({ id: known }) => known === entry.id);
    if (loaded && isPlace) remember(loaded.person, entry.id);
    if (entry.href !== undefined) follow(event);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const { key } = event;
    const last = entries.length - 1;
    const at = Math.min(active, last);
    const isInField = event.target === field.current;
    // From a button below the results the arrow keys return to them.
    if (key === "ArrowDown" || key === "ArrowUp") field.current?.focus();
    if (key === "ArrowDown") setActive(at >= last ? 0 : at + 1);
    else if (key === "ArrowUp") setActive(at <= 0 ? last : at - 1);
    else if (key === "Enter" && chosen && isInField) {
      clickWith(event, document.getElementById(optionId(chosen)));
    } else return;
    event.preventDefault();
  };

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape also closes it
    <dialog
      ref={dialog}
      className="palette"
      aria-label={title}
      onClose={onClose}
      // A press on the backdrop targets the dialog element itself.
      onMouseDown={(event) => event.target === event.currentTarget && onClose()}
      onKeyDown={onKeyDown}
    >
      <div className="palette-field rt-Flex rt-r-ai-center rt-r-fs-0 rt-r-gap-3 rt-r-px-4">
        <Icon name="search" />
        <input
          ref={field}
          type="text"
          role="combobox"
          aria-label={hasSearch ? s("field") : t("field")}
          placeholder={hasSearch ? s("field") : t("field")}
          aria-expanded={entries.length > 0}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={chosen && optionId(chosen)}
          autoComplete="off"
          spellCheck={false}
          maxLength={300}
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value);
            setActive(0);
          }}
        />
        <kbd aria-hidden="true">Esc</kbd>
      </div>
      <div id={`${id}-list`} className="palette-list" role="listbox" aria-label={title}>
        {groups.map(({ key, entries: some }) => (
          <div key={key} role="group" aria-labelledby={`${id}-${key}`}>
            <div id={`${id}-${key}`} className="palette-group">
              {t(`groups.${key}`)}
            </div>
            {some.map((entry) => (
              <a
                key={entry.id}
                id={optionId(entry)}
                role="option"
                tabIndex={-1}
                className="menu-item"
                href={entry.href}
                {...(entry.isExternal && { target: "_blank", rel: "noopener" })}
                aria-selected={entry === chosen}
                aria-disabled={entry.href === undefined || undefined}
                data-selected={entry === chosen || undefined}
                onClick={(event) => open(entry, event)}
                onMouseMove={() => entry !== chosen && setActive(entries.indexOf(entry))}
              >
                <Icon name={entry.icon} />
                <bdi className="rt-truncate">{entry.label}</bdi>
                {entry.detail && <bdi className="rt-truncate small muted">{entry.detail}</bdi>}
                {entry.isExternal && <Icon name="external" label={c("shell.opensInNewTab")} />}
              </a>
            ))}
          </div>
        ))}
      </div>
      {hasFailed && (
        <div className="palette-search rt-r-fs-0 rt-r-py-2 rt-r-px-4">
          <Callout tone="error" role="alert" title={t("failed")}>
            {s("contactSupport")}
          </Callout>
        </div>
      )}
      {hasSearch && q !== "" && (
        <SearchPart
          {...search}
          tab={tab}
          onTab={(next) => {
            setAsked({ q, tab: next, more: 0, turn: turn + 1 });
            // Returns the focus to the field, from which the results are navigated.
            field.current?.focus();
          }}
          // Retries the same request after a failure.
          onMore={() => setAsked({ q, tab, more: (found?.data.more ?? 0) + 1, turn: turn + 1 })}
          isAlone={entries.length === 0}
          pageHref={searchHref(base, { q, tab, more: found?.data.more ?? more })}
          onLeave={follow}
          onFocusLost={() => field.current?.focus()}
        />
      )}
      {!hasSearch && loaded && entries.length === 0 && (
        <p className="card-body">
          {t("none", { typed: typed.trim() })} <span className="muted">{t("noneText")}</span>
        </p>
      )}
      <p className="visually-hidden" role="status">
        {(loaded || hasFailed) && !isSearching ? t("found", { count: entries.length }) : t("loading")}
      </p>
      <p className="palette-hints rt-r-fs-0 rt-r-py-2 rt-r-px-4" aria-hidden="true">
        <kbd>↑</kbd> <kbd>↓</kbd> {t("hints.move")} <kbd>Enter</kbd> {t("hints.open")}
        {loaded?.hasMore && typed.trim() && <span> · {t("more")}</span>}
      </p>
    </dialog>
  );
}

/** All places at first; once something is typed and some customers were omitted, the matching ones. */
function usePlaces(base: string, typed: string): { loaded: Loaded | undefined; hasFailed: boolean } {
  const address = `${base}/go.json`;
  const first = useJson<Loaded>(address);
  const wanted = typed.trim();
  const needsSearch = first.data?.hasMore === true && wanted !== "";
  const fitting = useJson<Loaded>(
    needsSearch ? `${address}?${new URLSearchParams({ q: wanted })}` : null,
    () => debounceMs,
  );
  const hasFailed = first.hasFailed || fitting.hasFailed;
  if (!first.data || !needsSearch || !fitting.data) return { loaded: first.data, hasFailed };
  const known = new Set(fitting.data.places.map(({ id }) => id));
  const places = [...first.data.places.filter(({ id }) => !known.has(id)), ...fitting.data.places];
  return { loaded: { ...fitting.data, places }, hasFailed };
}

/** Matching entries by group. With nothing typed: recent choices first, and a few customers. */
function groupsOf(typed: string, loaded: Loaded | undefined, found: SearchFindings | undefined): Group[] {
  const places = matching(loaded?.places ?? [], typed, placeText);
  const ofGroup = (key: PaletteEntry["group"]) => places.filter(({ group }) => group === key);
  const known: Group[] = (["screens", "views", "create", "customers"] as const).map((key) => ({
    key,
    entries: ofGroup(key),
  }));
  const records: Group = { key: "records", entries: found?.records ?? [] };
  const results: Group = { key: found?.data.tab ?? "all", entries: found?.results ?? [] };
  const groups = typed.trim() ? [records, ...known, results] : [recentOf(places, loaded), ...known];
  const shown = new Set<string>();
  return groups
    .map(({ key, entries }) => ({
      key,
      // Each entry appears once, in the first group that has it.
      entries: entries
        .filter(({ id }) => !shown.has(id) && shown.add(id))
        .slice(0, !typed.trim() && key === "customers" ? maxShownPlaces : undefined),
    }))
    .filter(({ entries }) => entries.length > 0);
}

function recentOf(places: readonly PaletteEntry[], loaded: Loaded | undefined): Group {
  const ids = loaded ? readRecent(loaded.person) : [];
  return { key: "recent", entries: ids.flatMap((id) => places.find((place) => place.id === id) ?? []) };
}
