import type { RuleValues } from "./rule-values";

/** Most stages (WF-25). */
export const stageLimit = 2;

/** Most days that a stage may have as its limit (PIPE-03). */
export const maxDayLimit = 365;

export const products = ["FI", "SI"] as const;
export type Product = (typeof products)[number];

/** A stage as the form's fields hold it. */
export type StageValues = {
  /** Of a saved stage, whose type and package stay (WF-34). */
  _id?: string;
  product?: string;
  packageId?: string;
  name?: string;
  /** Days that a candidate may wait at the stage, as they are typed; none where it is empty. */
  dayLimit?: string;
  /** The key that packages are looked up by. */
  search?: string;
  rules: RuleValues[];
};

export type WorkflowValues = { name?: string; stages: StageValues[] };
