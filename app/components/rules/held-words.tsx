import { useTexts } from "~/components/context/console-context";
import { heldPermissions } from "~/i18n/held-permissions";
import type { PermissionReason } from "~/models/rules/held-permissions.server";

/** Returns the places of a reason as text: "Bondi and below; Perth and below". */
export function usePlaceNames() {
  const t = useTexts(heldPermissions);
  return (places: PermissionReason["places"]): string =>
    places
      .map(({ kind, name }) =>
        kind === "DEPARTMENT" && name === null
          ? t("places.unknown")
          : t(`places.${kind}`, { name: name ?? "" }),
      )
      .join("; ");
}

/** A reason as text: "Allowed by group Recruiters, policy Recruiter: all departments". */
export function useReasonText() {
  const t = useTexts(heldPermissions);
  const placeNames = usePlaceNames();
  return ({ effect, group, policy, places }: PermissionReason): string => {
    const by =
      group && policy
        ? t(effect === "Allow" ? "allowedBy" : "deniedBy", {
            group: group.name,
            policy: policy.name,
          })
        : t(effect === "Allow" ? "allowedByProvider" : "deniedByProvider");
    return `${by}: ${placeNames(places)}`;
  };
}
