import { z } from "zod/v4";

/** A posted path of the console, "/" for anything else: never an address that leads elsewhere. */
export const ownPath = z
  .string()
  .regex(/^\/(?![/\\])[^\s\\]*$/)
  .catch("/");
