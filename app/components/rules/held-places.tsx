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
