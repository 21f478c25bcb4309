import { intentsOf } from "~/services/intents";

/** The intent of the button that downloads a pack. It posts to the file's own address, which is not a page. */
export const fetchPackIntent = intentsOf<{ intents: readonly ["fetch"] }>()("fetch");
