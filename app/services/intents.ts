declare const known: unique symbol;

/** The name of one of an action's handlers, which a button asks for. Only `intentsOf` makes one. */
export type Intent = string & { readonly [known]: true };

/** An action that knows the names of its intents. */
export type WithIntents<Name extends string> = { readonly intents: readonly Name[] };

/**
 * The intents of a route's action, for the forms and buttons that the route draws: with
 * `const intent = intentsOf<typeof action>()`, `intent("save")` compiles only where the action has a `save`.
 * The detail, such as a row's id, reaches the action as `detail`.
 */
export function intentsOf<Action extends WithIntents<string>>() {
  return (name: Action["intents"][number], detail?: string): Intent =>
    withDetail(name as string as Intent, detail);
}

const saveSteps = ["confirm", "cancel", "over"] as const;

/**
 * The step of a save that a press takes: the `first`, "yes" or "no" to the question it asked, or a save `over` another
 * person's.
 */
export type SaveStep = "first" | (typeof saveSteps)[number];

/** The step that an intent's detail names. */
export const saveStepOf = (detail: string): SaveStep => saveSteps.find((step) => step === detail) ?? "first";

/** Adds a detail to an intent: `remove` with "3" is sent as `remove:3`. */
export const withDetail = (intent: Intent, detail?: string): Intent =>
  (detail === undefined ? intent : `${intent}:${detail}`) as Intent;

/** Whether an intent is about the one thing that its detail names, such as a row of a list. */
export function isAboutOne(intent: string): boolean {
  const [, detail = ""] = intent.split(/:(.*)/s);
  return detail !== "" && saveStepOf(detail) === "first";
}
