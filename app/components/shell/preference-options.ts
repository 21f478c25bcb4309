import type { Appearance, TimeZoneChoice } from "~/components/context/console-context";
import type { IconName } from "~/components/ui/icons";

/** The appearances that a person may choose. */
export const appearances: { value: Appearance; icon: IconName; text: "System" | "Light" | "Dark" }[] = [
  { value: "system", icon: "monitor", text: "System" },
  { value: "light", icon: "sun", text: "Light" },
  { value: "dark", icon: "moon", text: "Dark" },
];
/** The time zones that a person may choose (SHELL-21). */
export const timeZones: { value: TimeZoneChoice; text: "Browser" | "Region" | "UTC" }[] = [
  { value: "browser", text: "Browser" },
  { value: "region", text: "Region" },
  { value: "UTC", text: "UTC" },
];
