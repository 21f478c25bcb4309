import { createContext } from "react";

/** Earlier values that the page's form is filled in with, unsaved; null for none (AUD-22). */
export const RestoredValues = createContext<Readonly<Record<string, string>> | null>(null);
