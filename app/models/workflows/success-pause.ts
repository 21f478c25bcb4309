import type { ClientActionFunctionArgs } from "@remix-run/react";

/**
 * A `clientAction` that waits for `pauseMs` after a success, in which the button says that it is done, before the next
 * page comes (WF-33, WF-37, WF-42, WFS-35, WFS-36, WFS-46). What stays on its page, and any page without scripts, comes at once.
 */
export const leavingAfter =
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
