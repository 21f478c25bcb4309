import type { Intent } from "~/services/intents";

/** What Enter in a text field presses; without it that would be the first button of the form. */
export const EnterSaves = ({ intent }: { intent: Intent }) => (
  <button type="submit" name="intent" value={intent} tabIndex={-1} aria-hidden className="visually-hidden" />
);
