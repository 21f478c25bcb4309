import type { Intent } from "~/services/intents";

/** The button Enter in a text field presses; otherwise the browser would take the form's first. */
export const EnterSaves = ({ intent }: { intent: Intent }) => (
  <button type="submit" name="intent" value={intent} tabIndex={-1} aria-hidden className="visually-hidden" />
);
