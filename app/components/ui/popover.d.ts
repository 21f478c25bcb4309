import "react";

// React 18 passes these through in lower case; its types do not know them yet.
declare module "react" {
  interface HTMLAttributes<T> {
    popover?: "auto" | "manual";
    onToggleCapture?: ReactEventHandler<T>;
  }
  // oxlint-disable-next-line typescript/no-unused-vars -- must match the interface it augments
  interface ButtonHTMLAttributes<T> {
    popovertarget?: string;
    popovertargetaction?: "toggle" | "show" | "hide";
  }
}
