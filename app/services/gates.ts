import { type Area, areas, type CreateArea } from "~/areas";
import { gatesOf, type PathsOf } from "~/areas/area";
import { changeApplications } from "~/areas/vacancies";
import type { FlagName, Flags } from "~/flags";
import { isHeld, type Right, type Rights } from "./rights";

/**
 * The flags a screen or a deed needs, all of them on, `null` for what is always there; and the rights, all of them,
 * without which it is not the person's (SHELL-39).
 */
export type Gate = {
  flag: FlagName | readonly FlagName[] | null;
  right?: Right | readonly Right[];
};

/** The gate of a screen, or of a route file that shows several: which one it is, its address says. */
export type GateOf = Gate | ((params: Readonly<Record<string, string | undefined>>) => Gate);

/** The gate of a form's file: that to edit, or of a record's own page, where the address names one, else that to create. */
export const formGate =
  (area: CreateArea): GateOf =>
  (params) => {
    const { screens } = area;
    if (!("id" in area) || params[area.id] === undefined) return screens.create;
    return "edit" in screens ? screens.edit : area.screens.detail;
  };

/** Whether the flags of a gate are on: without them the screen is not found (SHELL-37). */
export function hasFlags({ flag }: Gate, flags: Flags): boolean {
  const needed = flag === null ? [] : typeof flag === "string" ? [flag] : flag;
  return needed.every((name) => flags[name]);
}

/** Whether these flags and rights open a gate. Links to it are shown only then. */
export const opens = (gate: Gate, { flags, rights }: { flags: Flags; rights: Rights }): boolean =>
  hasFlags(gate, flags) && isHeld(rights, gate.right);

/** The gates of screens that are no area's. */
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
 * Every screen that a menu entry, a button or a link leads to, by its address below the customer, and what opens it: the
 * rights are those that the API asks for the screen's main data or, of a form, for its save and for what it cannot be
 * filled in without (docs/permissions.md). The screen's own guard takes its gate from here, and so does whatever leads
 * to it. Areas declare theirs (app/areas).
 */
export const screenGates: Readonly<Record<ScreenPath, Gate>> = { ...gatesOf(areas), ...furtherGates };

/** The rights to delete or de-identify a candidate: the question names them by their application. */
const removeCandidates = [
  "apps:deleteApplication somewhere",
  "apps:listApplication somewhere",
] as const satisfies readonly Right[];

/** The flag and the right of each button that posts and is not among its area's `deeds`. */
export const deedGates = {
  /** The buttons of a vacancy's applications, each of which needs more. */
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
  /** Everything about a candidate as a file: for those who may correct them. */
  makePack: {
    flag: ["edgeRetentionEnabled", "oldEdgeFeaturesEnabled"],
    right: [...changeApplications, "apps:viewCandidate somewhere"],
  },
  resetPassword: { flag: "edgeUserResetPasswordEnabled", right: "org:editUser" },
  unlockUser: { flag: "edgeUserUnlockEnabled", right: "org:editUser somewhere" },
} as const satisfies Readonly<Record<string, Gate>>;
