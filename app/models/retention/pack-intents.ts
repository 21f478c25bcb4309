import { intentsOf } from "~/services/intents";

/** Intent of the download button of an access pack. It posts to the file's own URL, not to a page. */
export const fetchPackIntent = intentsOf<{ intents: readonly ["fetch"] }>()("fetch");
