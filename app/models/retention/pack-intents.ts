import { intentsOf } from "~/services/intents";

/** What the button posts that fetches a pack: to the file's own address, which is no page. */
export const fetchPackIntent = intentsOf<{ intents: readonly ["fetch"] }>()("fetch");
