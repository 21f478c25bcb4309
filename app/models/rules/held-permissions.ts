import type { HeldPermission } from "./held-permissions.server";

/** The icon and tone of each verdict. */
export const verdictLooks = {
  ALLOWED: { tone: "green", icon: "check" },
  PARTLY: { tone: "amber", icon: "minus" },
  INEFFECTIVE: { tone: "red", icon: "x" },
  DENIED: { tone: "red", icon: "x" },
  NOT_GIVEN: { tone: "gray", icon: "circle" },
} as const;

/** True if the action is allowed somewhere. */
export const isHeld = ({ verdict }: Pick<HeldPermission, "verdict">): boolean =>
  verdict === "ALLOWED" || verdict === "PARTLY";

type Place = HeldPermission["reasons"][number]["places"][number];
const widest = ["EVERYWHERE", "ORGANIZATION", "CUSTOMER"] as const;

/**
 * Where an action is allowed: on all departments the widest place alone, else the places that allow it and those that
 * deny it.
 */
export function placesHeld({ verdict, reasons }: HeldPermission): { allow: Place[]; deny: Place[] } {
  const placesOf = (wanted: string) => {
    const places = reasons.flatMap(({ effect, places }) => (effect === wanted ? places : []));
    const whole = widest.find((kind) => places.some((place) => place.kind === kind));
    if (whole) return places.filter(({ kind }) => kind === whole).slice(0, 1);
    return [...new Map(places.map((place) => [place._id, place])).values()];
  };
  return { allow: placesOf("Allow"), deny: verdict === "ALLOWED" ? [] : placesOf("Deny") };
}

/** True if two groups allow an action differently. */
export const isDifferent = (one: HeldPermission, other: HeldPermission): boolean => {
  const keyOf = (permission: HeldPermission) => {
    const { allow, deny } = placesHeld(permission);
    const ids = (places: readonly Place[]) => places.map(({ kind, _id }) => `${kind} ${_id}`).sort();
    return JSON.stringify(
      isHeld(permission) ? [permission.verdict, ids(allow), ids(deny)] : permission.verdict,
    );
  };
  return keyOf(one) !== keyOf(other);
};
