import { appCode, stepAt } from "../../../regional-api/areas/auth/totp";
import { bytesOf } from "../../contract/fixtures/app-keys";

/**
 * The code of an authenticator app with this key, `by` steps of 30 seconds ahead. Each code works once; 0, then 1, are
 * accepted for at least 30 seconds, a code of an earlier step only until the current step ends.
 */
export const codeOf = (key: string, by = 0) => appCode(bytesOf(key), stepAt(Date.now()) + by);
