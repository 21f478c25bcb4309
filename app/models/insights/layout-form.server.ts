import { randomUUID } from "node:crypto";
import { data, redirect } from "@remix-run/node";
import { parseWithZod } from "@conform-to/zod/v4";
import { insights } from "~/i18n/insights";
import type { FormArgs } from "~/services/console-args";
import { failureNotice, refusal } from "~/services/failure.server";
import { formAction, rerenderForm, versionSeen } from "~/services/form-action.server";
import { ApiError } from "~/services/regional-api.server";
import { unacceptablePost } from "~/services/screens.server";
import { cardNames, isCardName } from "./cards";
import { saveLayout } from "./dashboard-layout.server";
import { layoutSchema, type TypedLayout } from "./layout.schema";
import { type CardPlace, compactLayout, layoutOfFields, reordered, typedLayout } from "./layout";

const schema = ({ translate }: FormArgs) => layoutSchema(translate(insights));

/** The typed layout with 0-based columns and rows, compacted so that no cards overlap. */
const layoutOf = (typed: TypedLayout): CardPlace[] =>
  compactLayout(
    cardNames.map((card) => ({ ...typed[card], card, x: typed[card].x - 1, y: typed[card].y - 1 })),
  );

const failureText = ({ translate }: FormArgs) => {
  const t = translate(insights);
  return { title: t("layout.failed"), description: t("layout.failedText") };
};

/** The layout page's form: every card's numbers (DI-08). */
export const saveTypedLayout = formAction(schema, (args) => {
  const { api, base, translate } = args;
  return {
    save: async (typed, version) => {
      await saveLayout(api, layoutOf(typed), version);
      return { done: translate(insights)("layout.saved"), to: `${base}/di` };
    },
    failed: failureText(args),
  };
});

/** Saves over any concurrent change, since it does not depend on what the user saw; returns the next version. */
async function overwriteLayout(args: FormArgs, layout: CardPlace[] | null) {
  const { api } = args;
  try {
    return await saveLayout(api, layout, versionSeen(args));
  } catch (error) {
    if (!(error instanceof ApiError && error.conflict)) throw error;
    // A different change than the rejected one, so it needs its own key.
    return saveLayout(api.withKey(randomUUID()), layout, error.conflict.version);
  }
}

/** "Reset layout", on the dashboard (keeping its filters) or the layout page: restores the default (DI-07). */
export async function resetLayout(args: FormArgs) {
  const { base, url, form, translate, notify } = args;
  try {
    await overwriteLayout(args, null);
  } catch (error) {
    const { notice, status } = failureNotice(error, args, failureText(args));
    return rerenderForm(form, { lastResult: { initialValue: null }, notice }, status);
  }
  notify({ tone: "success", title: translate(insights)("layout.default") });
  return redirect(`${base}/di${url.pathname === `${base}/di` ? url.search : ""}`, 303);
}

/** "Move earlier" and "Move later": the same page with reordered cards, nothing saved yet (DI-08). */
export function reorderCards({ form, detail, translate }: FormArgs) {
  const [direction, card] = detail.split(":");
  if (!isCardName(card) || (direction !== "earlier" && direction !== "later")) throw unacceptablePost();
  const next = reordered(layoutOfFields(form), card, direction === "earlier" ? -1 : 1);
  const notice = { tone: "info" as const, title: translate(insights)("layout.unsaved") };
  return rerenderForm(form, { lastResult: { initialValue: typedLayout(next) }, notice }, 200);
}

/**
 * Saves a layout made by dragging or keys; returns the next version (DI-07). A page being left does not wait for the
 * previous save's version and overwrites instead, since a conflict could no longer be shown.
 */
export async function arrangeCards(args: FormArgs) {
  const { api, form, detail, translate } = args;
  const submission = parseWithZod(form, { schema: schema(args) });
  if (submission.status !== "success") return refusal(failureText(args).title);
  try {
    const layout = layoutOf(submission.value);
    const version =
      detail === "leaving"
        ? await overwriteLayout(args, layout)
        : await saveLayout(api, layout, versionSeen(args));
    return data({ version });
  } catch (error) {
    if (error instanceof ApiError && error.conflict) return refusal(translate(insights)("layout.elsewhere"));
    const { notice, status } = failureNotice(error, args, failureText(args));
    return data({ notice }, { status });
  }
}
