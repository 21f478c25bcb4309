import type { IconName } from "~/components/ui/icons";

/** A target to go to. `id` is the same in every language and, except for customers, at every customer. */
export type PaletteEntry = {
  id: string;
  group: "screens" | "views" | "create" | "customers" | "records" | "vacancies" | "applications";
  label: string;
  detail?: string;
  icon: IconName;
  href: string;
  isExternal?: boolean;
  /** Additional search terms. */
  words?: string;
};

/** The text a place is searched by. */
export const placeText = ({
  label,
  detail = "",
  words = "",
}: Pick<PaletteEntry, "label" | "detail" | "words">) => `${label} ${detail} ${words}`;
