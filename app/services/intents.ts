declare const known: unique symbol;

/** Name of an action's handler, used by a button. Only `intentsOf` creates one. */
export type Intent = string & { readonly [known]: true };

/** An action that exposes its intents' names. */
export type WithIntents<Name extends string> = { readonly intents: readonly Name[] };

/**
 * Intents of a route's action, for the route's forms and buttons: with `const intent = intentsOf<typeof action>()`,
 * `intent("save")` compiles only if the action has a `save`. A detail such as a row's id reaches the action as
 * `detail`.
 */
export function intentsOf<Action extends WithIntents<string>>() {
  return (name: Action["intents"][number], detail?: string): Intent =>
    withDetail(name as string as Intent, detail);
}

const saveSteps = ["confirm", "cancel", "over"] as const;

/** Step of a save: the `first` press, "yes" or "no" to the confirmation, or `over` to overwrite another user's save. */
export type SaveStep = "first" | (typeof saveSteps)[number];

/** The save step named by an intent's detail. */
export const saveStepOf = (detail: string): SaveStep => saveSteps.find((step) => step === detail) ?? "first";

/** Appends a detail to an intent: `remove` with "3" is sent as `remove:3`. */
export const withDetail = (intent: Intent, detail?: string): Intent =>
  (detail === undefined ? intent : `${intent}:${detail}`) as Intent;

/** True if an intent's detail names a single item, such as a list row. */
export function isAboutSingleItem(intent: string): boolean {
  const [, detail = ""] = intent.split(/:(.*)/s);
  return detail !== "" && saveStepOf(detail) === "first";
}
