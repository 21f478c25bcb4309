import type { RuleValues } from "./rule-values";

/** Maximum stages (WF-25). */
export const stageLimit = 2;

/** Maximum time limit of a stage, in days (PIPE-03). */
export const maxDayLimit = 365;

export const products = ["FI", "SI"] as const;
export type Product = (typeof products)[number];

/** Form values of a stage. */
export type StageValues = {
  /** Set for saved stages, whose type and package are fixed (WF-34). */
  _id?: string;
  product?: string;
  packageId?: string;
  name?: string;
  /** Typed time limit at the stage in days; empty for none. */
  dayLimit?: string;
  /** Search text for packages. */
  search?: string;
  rules: RuleValues[];
};

export type WorkflowValues = { name?: string; stages: StageValues[] };
