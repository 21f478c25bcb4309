import type { IconName } from "~/components/ui/icons";

/** Somewhere to go. `id` is the same in every language and, save for customers themselves, at every customer. */
export type PaletteEntry = {
  id: string;
  group: "screens" | "views" | "create" | "customers" | "records" | "vacancies" | "applications";
  label: string;
  detail?: string;
  icon: IconName;
  href: string;
  isExternal?: boolean;
  /** Further words that it is looked for by. */
  words?: string;
};

/** The text that a place is searched by. */
export const placeText = ({
  label,
  detail = "",
  words = "",
}: Pick<PaletteEntry, "label" | "detail" | "words">) => `${label} ${detail} ${words}`;
