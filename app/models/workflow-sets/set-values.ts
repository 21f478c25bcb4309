/** Most workflows of a set. */
export const optionLimit = 50;

/** A workflow of a set as the form's fields hold it. */
export type OptionValues = {
  workflowId?: string;
  displayName?: string;
  /** "on" for the default one. */
  isDefault?: string;
};

export type WorkflowSetValues = { name?: string; description?: string; options: OptionValues[] };

/** The rows of a new set: one, which is the default. */
export const blankOption: OptionValues = { workflowId: "", displayName: "", isDefault: "" };

/** The default row: the one that is marked, else the top one (WFS-30). */
export const defaultIndexOf = (options: readonly OptionValues[]): number =>
  Math.max(
    0,
    options.findIndex(({ isDefault }) => isDefault === "on"),
  );

/** The key that names are compared by: letter case and outer spaces do not matter (WFS-20). */
export const nameKey = (name: string): string => name.normalize("NFC").trim().toLowerCase();
