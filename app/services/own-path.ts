import { z } from "zod/v4";

/** A posted console path; "/" for anything else, so it never leads to another site. */
export const ownPath = z
  .string()
  .regex(/^\/(?![/\\])[^\s\\]*$/)
  .catch("/");
