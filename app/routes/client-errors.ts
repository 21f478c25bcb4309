import { z } from "zod/v4";
import { sourceStack } from "~/services/browser-stack.server";
import { BoundedCache } from "../../shared/bounded-cache";
import { clientOf } from "../../shared/client-address";
import { reportError } from "~/services/errors.server";
import { publicAction } from "~/services/guard.server";

const schema = z.object({
  message: z.string().transform((text) => text.slice(0, 500)),
  stack: z
    .string()
    .catch("")
    .transform((text) => text.slice(0, 4000)),
  path: z
    .string()
    .catch("")
    .transform((text) => text.slice(0, 200)),
});

const perMinute = 20;
const counted = new BoundedCache<string, number>(20_000);
setInterval(() => counted.clear(), 60_000).unref();

/** Accepts browser errors for the error report, rate-limited per client (SESS-35). */
export const action = publicAction(async ({ form, context }) => {
  const report = schema.safeParse(Object.fromEntries(form));
  const client = clientOf(context.clientAddress ?? "");
  const count = counted.set(client, (counted.get(client) ?? 0) + 1);
  if (!report.success || count > perMinute) return new Response(null, { status: 204 });
  const { message, stack, path } = report.data;
  const error = new Error(message);
  error.name = "BrowserError";
  error.stack = await sourceStack(stack);
  reportError(error, { path });
  return new Response(null, { status: 204 });
});

export const loader = () => new Response(null, { status: 404 });
