import { createContext, type ReactNode, useContext, useMemo } from "react";
import { type Language, type Texts, translator, type Translate } from "~/i18n/texts";

export type Appearance = "system" | "light" | "dark";
export type TimeZoneChoice = "browser" | "region" | "UTC";

/** The facts of the request that any component may need: language, time zone, anti-forgery token. */
export type ConsoleContextValue = {
  language: Language;
  timeZone: string;
  timeZoneChoice: TimeZoneChoice;
  appearance: Appearance;
  productName: string;
  logoUrl: string;
  /** Where people in need of help are sent. */
  supportUrl: string;
  /** Anti-forgery token of the session: the value of the hidden field every POST form carries. */
  csrf: string;
  /** Id of whoever is signed in; null when nobody is. */
  person: string | null;
  /** One key for one intended effect: a form that is sent twice with the same values is carried out once (GEN-22). */
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

/** The translator of an area's texts in the language of this page. */
export function useTexts<T extends Texts["en"]>(texts: Texts<T>): Translate<T> {
  const { language } = useConsole();
  return useMemo(() => translator(texts, language), [texts, language]);
}
