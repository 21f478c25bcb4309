import { useMatches } from "@remix-run/react";
import { useContext } from "react";
import { UNSAFE_DataRouterStateContext as DataRouterStateContext } from "react-router";
import type { Language, Texts, Translate } from "~/i18n/texts";
import { translator } from "~/i18n/texts";

type TitleOf = (language: Language, product: string, data: unknown) => string;
export type ScreenHandle = { title: TitleOf };

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

const isHandle = (handle: unknown): handle is ScreenHandle =>
  typeof handle === "object" && handle !== null && "title" in handle;

/** Whether the last post of this page came back with errors; the title says so first (WCAG 3.3.1). */
export function useFormFailed(): boolean {
  const actionData = useContext(DataRouterStateContext)?.actionData;
  return Object.values(actionData ?? {}).some(
    (answer: unknown) =>
      typeof answer === "object" &&
      answer !== null &&
      "lastResult" in answer &&
      (answer.lastResult as { status?: string } | null)?.status === "error",
  );
}

/** "Error: Create a new customer – Edge": the title of the innermost screen that has one. */
export function usePageTitle(language: Language, product: string, errorTitle?: string): string {
  const matches = useMatches();
  const failed = useFormFailed();
  const named = [...matches].reverse().find((match) => isHandle(match.handle));
  const own = named && isHandle(named.handle) ? named.handle.title(language, product, named.data) : undefined;
  const title = errorTitle ?? own;
  return `${failed ? "Error: " : ""}${title ? `${title} – ${product}` : product}`;
}
