import { Outlet } from "@remix-run/react";
import { ScreenErrorView } from "~/components/shell/screen-error";

/** Holds a screen inside the shell, so that its errors leave the top bar and the menu in place (SHELL-38). */
export default function Screen() {
  return <Outlet />;
}

export function ErrorBoundary() {
  return <ScreenErrorView />;
}
