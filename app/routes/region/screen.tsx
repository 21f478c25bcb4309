import { Outlet } from "@remix-run/react";
import { ScreenErrorView } from "~/components/shell/screen-error";

/** Wraps a screen inside the shell, so that errors leave top bar and menu in place (SHELL-38). */
export default function Screen() {
  return <Outlet />;
}

export function ErrorBoundary() {
  return <ScreenErrorView />;
}
