import { useNavigation } from "@remix-run/react";
import { useConnectionLost } from "~/components/context/connection";

/**
 * Attributes that hold a form's fields still while it is on its way: what would be chosen now is not in what was sent,
 * and the answer draws the fields again. With the connection lost they stay open.
 */
export function useStill(): { inert?: string } {
  const isSending = useNavigation().state !== "idle";
  const isHeld = useConnectionLost();
  return isSending && !isHeld ? { inert: "" } : {};
}
