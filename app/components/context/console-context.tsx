import { createContext, type ReactNode, useContext, useMemo } from "react";
import { type Language, type Texts, translator, type Translate } from "~/i18n/texts";

export type Appearance = "system" | "light" | "dark";
export type TimeZoneChoice = "browser" | "region" | "UTC";

/** Facts of the request that any component may need: language, time zone, anti-forgery token. */
export type ConsoleContextValue = {
  language: Language;
  timeZone: string;
  timeZoneChoice: TimeZoneChoice;
  appearance: Appearance;
  productName: string;
  logoUrl: string;
  /** Support page. */
  supportUrl: string;
  /** Anti-forgery token of the session, sent in a hidden field by every POST form. */
  csrf: string;
  /** Id of the signed-in person; null if signed out. */
  person: string | null;
  /** Idempotency key: a form sent twice with the same values is processed once (GEN-22). */
  formKey: string;
};

const Context = createContext<ConsoleContextValue | null>(null);

export function ConsoleProvider({ value, children }: { value: ConsoleContextValue; children: ReactNode }) {
  return <Context.Provider value={value}>{children}</Context.Provider>;
}

export function useConsole(): ConsoleContextValue {
  const value = useContext(Context);
  if (!value) throw new Error("ConsoleProvider is missing");
  return value;
}

/** Translator of an area's texts into this page's language. */
export function useTexts<T extends Texts["en"]>(texts: Texts<T>): Translate<T> {
  const { language } = useConsole();
  return useMemo(() => translator(texts, language), [texts, language]);
}
