/**
 * The feature flags that the console reads: those of the file that it comes with (SHELL-13, SHELL-44 and the gates of each
 * area). A flag hides or shows screens; what a person may do is decided by the API alone (SHELL-45).
 */
import { flags } from "../config/flags.json";

export type FlagName = keyof typeof flags;
export type Flags = Readonly<Record<FlagName, boolean>>;

export const flagNames = Object.keys(flags) as FlagName[];
