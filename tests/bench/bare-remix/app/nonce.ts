import { createContext } from "react";

/** The nonce of a page's scripts; browsers hide it from scripts, so they are given none. */
export const NonceContext = createContext<string | undefined>(undefined);
