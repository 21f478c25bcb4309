import { useMatches } from "@remix-run/react";
import type { Language, Texts, Translate } from "~/i18n/texts";
import { translator } from "~/i18n/texts";
import { useRouterState } from "~/components/context/router";

type TitleOf = (language: Language, product: string, data: unknown) => string;
export type ScreenHandle = { title: TitleOf; isCachedForBack?: true };

/** A route's `handle` that names its page in the browser's title. */
export function titled<T extends Texts["en"]>(
  texts: Texts<T>,
  key: Parameters<Translate<T>>[0],
): ScreenHandle {
  return { title: (language, product) => translator(texts, language)(key, { product }) };
}

/** A route's `handle` for a page named after what it shows. */
export function titledBy(title: (data: unknown, language: Language) => string): ScreenHandle {
  return { title: (language, _, data) => title(data, language) };
}

/** A `handle` of the page that creates something and edits it, whose loader answers what is `stored`, or null. */
export function titledForm<T extends { form: { createTitle: string; editTitle: string } }>(
  texts: Texts<T>,
): ScreenHandle {
  const own: Texts<{ form: { createTitle: string; editTitle: string } }> = texts;
  return titledBy((found, language) => {
    const isNew = typeof found === "object" && found !== null && "stored" in found && found.stored === null;
    return translator(own, language)(isNew ? "form.createTitle" : "form.editTitle");
  });
}

/** A `handle` of a list and its archive in one file, whose loader answers which of them `isArchive` is. */
export function titledArchivable(texts: Texts<{ title: string; archiveTitle: string }>): ScreenHandle {
  return cacheForBack(
    titledBy((found, language) => {
      const isArchive =
        typeof found === "object" && found !== null && "isArchive" in found && found.isArchive;
      return translator(texts, language)(isArchive ? "archiveTitle" : "title");
    }),
  );
}

/**
 * Marks a list for the navigation cache: Back shows it at once as it was, and then refreshes it (`navigation-cache.ts`).
 * Not for a page whose form edits what it shows: it would be filled in twice.
 */
export function cacheForBack(handle: ScreenHandle): ScreenHandle {
  return { ...handle, isCachedForBack: true };
}

const isHandle = (handle: unknown): handle is ScreenHandle =>
  typeof handle === "object" && handle !== null && "title" in handle;

/** Whether the last post of this page came back with errors; the title says so first (WCAG 3.3.1). */
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

/** The customer that the frame around the screen is open for; undefined outside the frame. */
function customerOf(data: unknown): string | undefined {
  if (typeof data !== "object" || data === null || !("current" in data)) return undefined;
  const { current } = data;
  const isNamed = typeof current === "object" && current !== null && "name" in current;
  return isNamed && typeof current.name === "string" ? current.name : undefined;
}

/** The record that a screen is of: its loader answers it as `recordName`, which its header shows. */
function recordOf(data: unknown): string | undefined {
  const isOfRecord = typeof data === "object" && data !== null && "recordName" in data;
  return isOfRecord && typeof data.recordName === "string" ? data.recordName : undefined;
}

/**
 * "Error: Auditors – Group details – Acme Retail – Edge": the record's own name, the title of the innermost screen that
 * has one, the customer it is open for, the product. The customer tells the tabs of somebody who works for several apart.
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
