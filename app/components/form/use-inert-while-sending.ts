import { useNavigation } from "@remix-run/react";
import { useConnectionLost } from "~/components/context/connection";

/**
 * Attributes that make a form's fields inert while it is being sent: changes made now are not in the post, and the
 * answer renders the fields again. With the connection lost they stay usable.
 */
export function useInertWhileSending(): { inert?: string } {
  const isSending = useNavigation().state !== "idle";
  const isHeld = useConnectionLost();
  return isSending && !isHeld ? { inert: "" } : {};
}
