/**
 * The console's feature flags, from the file it ships with (SHELL-13, SHELL-44 and each area's gates). A flag hides or
 * shows screens; permissions are decided only by the API (SHELL-45).
 */
import { flags } from "../config/flags.json";

export type FlagName = keyof typeof flags;
export type Flags = Readonly<Record<FlagName, boolean>>;

export const flagNames = Object.keys(flags) as FlagName[];
