import "react";

// React 18 passes these through as they are written, lower-case; its types do not know them yet.
declare module "react" {
  interface HTMLAttributes<T> {
    popover?: "auto" | "manual";
    onToggleCapture?: ReactEventHandler<T>;
  }
  interface ButtonHTMLAttributes<T> {
    popovertarget?: string;
    popovertargetaction?: "toggle" | "show" | "hide";
  }
}
