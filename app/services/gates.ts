import { type Area, areas, type CreateArea } from "~/areas";
import { gatesOf, type PathsOf } from "~/areas/area";
import { changeApplications } from "~/areas/vacancies";
import type { FlagName, Flags } from "~/flags";
import { isHeld, type Right, type Rights } from "./rights";

/** Flags (all must be on; `null` for none) and rights (all required) for a screen or action (SHELL-39). */
export type Gate = {
  flag: FlagName | readonly FlagName[] | null;
  right?: Right | readonly Right[];
};

/** A screen's gate; a function for route files with several screens, chosen by the URL. */
export type GateOf = Gate | ((params: Readonly<Record<string, string | undefined>>) => Gate);

/** Gate of a form's route: edit (or detail) if the URL has a record id, otherwise create. */
export const formGate =
  (area: CreateArea): GateOf =>
  (params) => {
    const { screens } = area;
    if (!("id" in area) || params[area.id] === undefined) return screens.create;
    return "edit" in screens ? screens.edit : area.screens.detail;
  };

/** True if a gate's flags are on; otherwise the screen is "not found" (SHELL-37). */
export function hasFlags({ flag }: Gate, flags: Flags): boolean {
  const needed = flag === null ? [] : typeof flag === "string" ? [flag] : flag;
  return needed.every((name) => flags[name]);
}

/** True if these flags and rights open a gate. Links are shown only in that case. */
export const isGateOpen = (gate: Gate, { flags, rights }: { flags: Flags; rights: Rights }): boolean =>
  hasFlags(gate, flags) && isHeld(rights, gate.right);

/** Gates of screens outside the areas. */
const furtherGates = {
  "settings/sso/activity": { flag: null, right: "org:viewSettings" },
  "settings/sso/import": { flag: null, right: ["org:viewSettings", "org:editSettings"] },
  "settings/compliance/plan": { flag: "edgeRetentionEnabled", right: "org:viewSettings" },
  "settings/compliance/runs": { flag: "edgeRetentionEnabled", right: "org:viewSettings" },
  "settings/compliance/holds": { flag: "edgeRetentionEnabled", right: ["org:viewSettings", "org:viewHold"] },
  "settings/compliance/holds/create": {
    flag: "edgeRetentionEnabled",
    right: ["org:viewSettings", "org:viewHold", "org:editHold"],
  },
  "settings/compliance/holds/:holdId": {
    flag: "edgeRetentionEnabled",
    right: ["org:viewSettings", "org:viewHold"],
  },
  "bulk-jobs": { flag: "edgeBulkJobsEnabled" },
  candidates: {
    flag: ["edgeTodayEnabled", "edgeVacancyDetailEnabled", "oldEdgeFeaturesEnabled"],
    right: "apps:listApplication somewhere",
  },
  "candidates/overdue": {
    flag: ["edgeTodayEnabled", "edgeVacancyDetailEnabled", "oldEdgeFeaturesEnabled"],
    right: "apps:listApplication somewhere",
  },
} as const satisfies Readonly<Record<string, Gate>>;

export type ScreenPath = PathsOf<Area> | keyof typeof furtherGates;

/**
 * Gates of all linkable screens, by path below the customer. The rights are those the API requires for the screen's
 * main query or, for a form, its mutation and the data needed to fill it in (docs/permissions.md). Both the screen's
 * guard and every link to it use these gates. Areas declare theirs in app/areas.
 */
export const screenGates: Readonly<Record<ScreenPath, Gate>> = { ...gatesOf(areas), ...furtherGates };

/** Rights to delete or de-identify a candidate; the dialog also needs their application. */
const removeCandidates = [
  "apps:deleteApplication somewhere",
  "apps:listApplication somewhere",
] as const satisfies readonly Right[];

/** Gates of posting buttons that are not in their area's `actions`. */
export const actionGates = {
  /** Minimum for any application action; each one needs more. */
  anyOfApplications: {
    flag: ["edgeVacancyDetailEnabled", "oldEdgeFeaturesEnabled"],
    right: "apps:viewVacancy somewhere",
  },
  changeApplication: { flag: "oldEdgeFeaturesEnabled", right: changeApplications },
  editCandidate: {
    flag: "oldEdgeFeaturesEnabled",
    right: [...changeApplications, "apps:viewCandidate somewhere"],
  },
  deleteCandidate: { flag: "edgeCandidateDeleteEnabled", right: removeCandidates },
  deidentifyCandidate: { flag: "edgeCandidateDeidentifyEnabled", right: removeCandidates },
  /** Exporting all of a candidate's data: requires the right to correct it. */
  makePack: {
    flag: ["edgeRetentionEnabled", "oldEdgeFeaturesEnabled"],
    right: [...changeApplications, "apps:viewCandidate somewhere"],
  },
  resetPassword: { flag: "edgeUserResetPasswordEnabled", right: "org:editUser" },
  unlockUser: { flag: "edgeUserUnlockEnabled", right: "org:editUser somewhere" },
} as const satisfies Readonly<Record<string, Gate>>;
