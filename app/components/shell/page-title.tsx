import { useMatches } from "@remix-run/react";
import type { Language, Texts, Translate } from "~/i18n/texts";
import { translator } from "~/i18n/texts";
import { useRouterState } from "~/components/context/router";

type TitleOf = (language: Language, product: string, data: unknown) => string;
export type ScreenHandle = { title: TitleOf; isCachedForBack?: true };

/** A route's `handle` with a fixed page title. */
export function fixedTitle<T extends Texts["en"]>(
  texts: Texts<T>,
  key: Parameters<Translate<T>>[0],
): ScreenHandle {
  return { title: (language, product) => translator(texts, language)(key, { product }) };
}

/** A route's `handle` with a title from the page's data. */
export function titleFromData(title: (data: unknown, language: Language) => string): ScreenHandle {
  return { title: (language, _, data) => title(data, language) };
}

/** A `handle` for a page that creates or edits; its loader returns `stored`, or null for a new record. */
export function formTitle<T extends { form: { createTitle: string; editTitle: string } }>(
  texts: Texts<T>,
): ScreenHandle {
  const own: Texts<{ form: { createTitle: string; editTitle: string } }> = texts;
  return titleFromData((found, language) => {
    const isNew = typeof found === "object" && found !== null && "stored" in found && found.stored === null;
    return translator(own, language)(isNew ? "form.createTitle" : "form.editTitle");
  });
}

/** A `handle` for a list and its archive in one file; its loader returns `isArchive`. */
export function archivableTitle(texts: Texts<{ title: string; archiveTitle: string }>): ScreenHandle {
  return cacheForBack(
    titleFromData((found, language) => {
      const isArchive =
        typeof found === "object" && found !== null && "isArchive" in found && found.isArchive;
      return translator(texts, language)(isArchive ? "archiveTitle" : "title");
    }),
  );
}

/**
 * Marks a list for the navigation cache: Back shows it at once and then refreshes it (`navigation-cache.ts`).
 * Not for a page with a form for the loaded data, which would be filled in twice.
 */
export function cacheForBack(handle: ScreenHandle): ScreenHandle {
  return { ...handle, isCachedForBack: true };
}

const isHandle = (handle: unknown): handle is ScreenHandle =>
  typeof handle === "object" && handle !== null && "title" in handle;

/** True if this page's last post was answered with errors; the title then starts with that (WCAG 3.3.1). */
export function useFormFailed(): boolean {
  const actionData = useRouterState()?.actionData;
  return Object.values(actionData ?? {}).some(
    (answer: unknown) =>
      typeof answer === "object" &&
      answer !== null &&
      "lastResult" in answer &&
      (answer.lastResult as { status?: string } | null)?.status === "error",
  );
}

/** Name of the open customer in the surrounding frame; undefined outside it. */
function customerOf(data: unknown): string | undefined {
  if (typeof data !== "object" || data === null || !("current" in data)) return undefined;
  const { current } = data;
  const isNamed = typeof current === "object" && current !== null && "name" in current;
  return isNamed && typeof current.name === "string" ? current.name : undefined;
}

/** Name of a screen's record, from its loader's `recordName`, which the header shows. */
function recordOf(data: unknown): string | undefined {
  const isOfRecord = typeof data === "object" && data !== null && "recordName" in data;
  return isOfRecord && typeof data.recordName === "string" ? data.recordName : undefined;
}

/**
 * "Error: Auditors – Group details – Acme Retail – Edge": record name, title of the innermost screen that has one, open
 * customer, product. The customer distinguishes tabs of people who work for several.
 */
export function usePageTitle(language: Language, product: string, errorTitle?: string): string {
  const matches = useMatches();
  const failed = useFormFailed();
  const named = [...matches].reverse().find((match) => isHandle(match.handle));
  const own = named && isHandle(named.handle) ? named.handle.title(language, product, named.data) : undefined;
  const customer = customerOf(matches.find(({ id }) => id === "routes/region/shell")?.data);
  const parts = [!errorTitle && recordOf(named?.data), errorTitle ?? own, customer, product].filter(Boolean);
  return `${failed ? "Error: " : ""}${parts.join(" – ")}`;
}
