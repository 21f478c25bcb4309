import { createContext } from "react";

/** CSP nonce of this response's scripts; empty in the browser, which hides it from scripts. */
export const NonceContext = createContext<string | undefined>(undefined);
