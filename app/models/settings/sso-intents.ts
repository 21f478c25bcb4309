import { intentsOf } from "~/services/intents";

/** Intent by which other views fill the single sign-on form; they post to the form's own page. */
export const fillSsoIntent = intentsOf<{ intents: readonly ["fill"] }>()("fill");
