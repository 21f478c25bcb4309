import type { Intent } from "~/services/intents";

/**
 * The submit button that Enter in a text field presses; otherwise the browser would press the form's first
 * button.
 */
export const EnterSubmitButton = ({ intent }: { intent: Intent }) => (
  <button type="submit" name="intent" value={intent} tabIndex={-1} aria-hidden className="visually-hidden" />
);
