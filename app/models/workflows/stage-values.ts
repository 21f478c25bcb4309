import type { RuleValues } from "./rule-values";

/** Most stages (WF-25). */
export const stageLimit = 2;

export const products = ["FI", "SI"] as const;
export type Product = (typeof products)[number];

/** A stage as the form's fields hold it. */
export type StageValues = {
  /** Of a saved stage, whose type and package stay (WF-34). */
  _id?: string;
  product?: string;
  packageId?: string;
  name?: string;
  /** The key that packages are looked up by. */
  search?: string;
  rules: RuleValues[];
};

export type WorkflowValues = { name?: string; stages: StageValues[] };
