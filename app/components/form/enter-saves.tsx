import type { Intent } from "~/services/intents";

/** The button that Enter in a text field presses; without it the browser would take the form's first. */
export const EnterSaves = ({ intent }: { intent: Intent }) => (
  <button type="submit" name="intent" value={intent} tabIndex={-1} aria-hidden className="visually-hidden" />
);
