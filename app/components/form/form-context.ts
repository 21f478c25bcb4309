import { createContext, type ReactNode, useContext } from "react";

/**
 * A field's label and the formatter of its values, including an empty one, for mentions elsewhere in the
 * form.
 */
export type FieldTexts = { label: ReactNode; show?: (value: string) => ReactNode; none?: string };

type FormContextValue = {
  /** True if the fields are read-only. */
  isReadOnly: boolean;
  /** Filled by fields as they render; read by components that render after them. */
  words: Map<string, FieldTexts>;
};

const Context = createContext<FormContextValue | null>(null);
export const FormContextProvider = Context.Provider;

/** True if the surrounding form is read-only. */
export const useReadOnly = () => useContext(Context)?.isReadOnly ?? false;

/** Registers a field's label and values with its form. */
export function useFieldWords(name: string, words: FieldTexts): void {
  useContext(Context)?.words.set(name, words);
}
