import { intentsOf } from "~/services/intents";

/** The intent by which other views of single sign-on put values into its form; they post to the form's own page. */
export const fillSsoIntent = intentsOf<{ intents: readonly ["fill"] }>()("fill");
