import { useTexts } from "~/components/context/console-context";
import { applications } from "~/i18n/applications";
import { statusNameOf } from "~/models/workflows/statuses";

/** Returns a function that names application statuses. */
export const useStatusName = (): ((status: string) => string) => statusNameOf(useTexts(applications));
