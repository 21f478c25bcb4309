/** Audit fields of a customer's decline reasons. */
import { rowKind } from "../../core/record-kinds";
import { settingsCodes } from "../../core/settings-codes";
import { declineSettingOf, reasonsOf } from "./decline-reasons.store";

/** Audit kind of the reasons; its id is the customer's. */
export const declineReasonsKind = rowKind({
  kind: "DECLINE_REASONS",
  code: settingsCodes.read,
  fields: { reasonAsked: "shown", reasons: "shown", archivedReasons: "shown" },
  find: declineSettingOf,
  values: ({ asks, ...setting }) => {
    const reasons = reasonsOf(setting);
    return {
      reasonAsked: asks,
      reasons: reasons.filter(({ isArchived }) => !isArchived).map(({ name }) => name),
      archivedReasons: reasons.filter(({ isArchived }) => isArchived).map(({ name }) => name),
    };
  },
});
