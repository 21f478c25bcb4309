import { createContext } from "react";

/** The nonce of this response's scripts (CSP); empty in the browser, which hides it from scripts. */
export const NonceContext = createContext<string | undefined>(undefined);
