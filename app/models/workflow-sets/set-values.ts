/** Maximum workflows per set. */
export const optionLimit = 50;

/** Form values of a workflow in a set. */
export type OptionValues = {
  workflowId?: string;
  displayName?: string;
  /** "on" marks the default workflow. */
  isDefault?: string;
};

export type WorkflowSetValues = { name?: string; description?: string; options: OptionValues[] };

/** The single row of a new set, which is the default. */
export const blankOption: OptionValues = { workflowId: "", displayName: "", isDefault: "" };

/** Index of the default row: the marked one, else the first (WFS-30). */
export const defaultIndexOf = (options: readonly OptionValues[]): number =>
  Math.max(
    0,
    options.findIndex(({ isDefault }) => isDefault === "on"),
  );

/** Comparison key of names: case and outer spaces are ignored (WFS-20). */
export const nameKey = (name: string): string => name.normalize("NFC").trim().toLowerCase();
