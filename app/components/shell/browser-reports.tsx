import { useEffect } from "react";
import { useConsole } from "~/components/context/console-context";

const timeZoneName = "edge-time-zone";

/**
 * Reports to the console once scripts run: the browser's time zone, in a cookie, so that the server shows local times
 * (SHELL-21), and errors, for the error report (SESS-35).
 */
export function BrowserReports() {
  const { csrf } = useConsole();

  useEffect(() => {
    const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
    const isSecure = location.protocol === "https:";
    const cookie = `${isSecure ? "__Host-" : ""}${timeZoneName}=${encodeURIComponent(zone)}`;
    if (zone && !document.cookie.includes(cookie)) {
      document.cookie = `${cookie}; path=/; max-age=31536000; samesite=lax${isSecure ? "; secure" : ""}`;
    }
  }, []);

  useEffect(() => {
    let sent = 0;
    const report = (error: unknown) => {
      if (sent >= 5) return;
      sent += 1;
      const form = new FormData();
      form.set("csrf", csrf);
      form.set("message", error instanceof Error ? `${error.name}: ${error.message}` : String(error));
      form.set("stack", error instanceof Error ? (error.stack ?? "") : "");
      form.set("path", location.pathname);
      navigator.sendBeacon("/client-errors", form);
    };
    const onError = (event: ErrorEvent) => report(event.error ?? event.message);
    const onRejection = (event: PromiseRejectionEvent) => {
      // Remix does not read the rest of an aborted navigation's response; the resulting AbortError is not
      // reported.
      if (event.reason instanceof DOMException && event.reason.name === "AbortError") event.preventDefault();
      else report(event.reason);
    };
    addEventListener("error", onError);
    addEventListener("unhandledrejection", onRejection);
    return () => {
      removeEventListener("error", onError);
      removeEventListener("unhandledrejection", onRejection);
    };
  }, [csrf]);

  return null;
}
