import { createContext, type ReactNode, useContext } from "react";

/** How a field is called and how its values, or none, read, for those who speak of it elsewhere in the form. */
export type FieldWords = { label: ReactNode; show?: (value: string) => ReactNode; none?: string };

type FormContextValue = {
  /** The fields show their values and nothing can be changed. */
  isReadOnly: boolean;
  /** Filled by the fields as they are drawn; read by what is drawn after them. */
  words: Map<string, FieldWords>;
};

const Context = createContext<FormContextValue | null>(null);
export const FormContextProvider = Context.Provider;

/** Whether the form around shows its values only. */
export const useReadOnly = () => useContext(Context)?.isReadOnly ?? false;

/** Makes a field's name and values known to its form. */
export function useFieldWords(name: string, words: FieldWords): void {
  useContext(Context)?.words.set(name, words);
}
