import type { ClientActionFunctionArgs } from "@remix-run/react";

/**
 * A `clientAction` that delays the next page by `pauseMs` after a success, so that the button can show it. No delay
 * without JS or when staying on the page (WF-33, WF-37, WF-42, WFS-35, WFS-36, WFS-46).
 */
export const pauseAfterSuccess =
  (pauseMs: number) =>
  async ({ request, serverAction }: ClientActionFunctionArgs) => {
    try {
      return await serverAction();
    } catch (answer) {
      const isRedirect = answer instanceof Response && answer.status >= 300 && answer.status < 400;
      if (isRedirect && answer.headers.get("Location") !== new URL(request.url).pathname)
        await new Promise((resolve) => setTimeout(resolve, pauseMs));
      throw answer;
    }
  };
