import { word } from "~/areas/area";
import { workflowSetsArea } from "~/areas/workflow-sets";
import { workflowSets } from "~/i18n/workflow-sets";
import { typedEdits } from "~/models/form/draft-form.server";
import { namesFromRecords } from "~/models/list/undo-list.server";
import { type Movable, moveTexts } from "~/models/list/moves.server";
import { choiceOf, getWorkflowChoices } from "~/models/workflows/workflow-choices.server";
import { languageName } from "~/models/workflows/languages";
import { isApiMessage } from "~/services/api-messages";
import type { FormArgs } from "~/services/console-args";
import type { RefusedSave } from "~/services/form-action.server";
import type { ApiError } from "~/services/regional-api.server";
import { type OptionValues, blankOption } from "./set-values";
import { typedWorkflowSet } from "./workflow-set.schema";
import {
  archiveWorkflowSets,
  restoreWorkflowSets,
  type WorkflowSet,
  getWorkflowSet,
} from "./workflow-set.server";

/** Archiving and restoring workflow sets, with texts (WFS-14, WFS-15). */
export const movableSets: Movable = {
  archive: archiveWorkflowSets,
  restore: restoreWorkflowSets,
  names: namesFromRecords(getWorkflowSet, ({ name }) => name),
  nothing: ({ translate }) => translate(workflowSets)("nothingSelected"),
  ...moveTexts(workflowSetsArea, word(workflowSets, "viewSets")),
  failed: ({ translate }, isArchiving) => ({
    title: translate(workflowSets)(isArchiving ? "archiveFailed" : "restoreFailed"),
  }),
};

/** Form rows of a set's workflows; a copy omits archived ones (WFS-38). */
function optionValues(set: WorkflowSet, isCopy: boolean): OptionValues[] {
  const isArchived = (id: string) =>
    set.workflows.some(({ _id, archivedAt }) => _id === id && archivedAt !== null);
  const options = set.workflowOptions
    .filter(({ workflowId }) => !isCopy || !isArchived(workflowId))
    .map(({ workflowId, displayName, isDefault }) => ({
      workflowId,
      displayName,
      isDefault: isDefault ? "on" : "",
    }));
  return options.length > 0 ? options : [blankOption];
}

/** Form of a new set: blank, or copied from `set` except for the name, along with that set's workflows. */
export const copiedForm = (set: WorkflowSet | null) => ({
  values: {
    name: "",
    description: set?.description ?? "",
    options: set ? optionValues(set, true) : [blankOption],
  },
  choices: (set?.workflows ?? []).filter(({ archivedAt }) => archivedAt === null).map(choiceOf),
});

/** Form of an existing set, with its workflows, some of which may no longer be offered. */
export const storedForm = (set: WorkflowSet) => ({
  version: set.version,
  values: { name: set.name, description: set.description, options: optionValues(set, false) },
  choices: set.workflows.map(choiceOf),
});

/** Handlers of the form's row buttons without JS (WFS-29, WFS-30, WFS-40). */
export const rowActions = typedEdits(
  typedWorkflowSet,
  ({ translate }) => ({ title: translate(workflowSets)("form.workflowsFailed") }),
  {
    /** Fills in the display name for the workflow chosen in a row. */
    pick: async ({ form }, { api }, row) => {
      const name = `options[${row}]`;
      const [chosen] = await getWorkflowChoices(api, [String(form.get(`${name}.workflowId`))]);
      if (chosen) form.set(`${name}.displayName`, languageName(chosen.language));
      return { form };
    },
    setDefault: ({ form }, _args, row) => {
      for (const name of [...form.keys()]) {
        const index = /^options\[(\d+)\]\.isDefault$/.exec(name)?.[1];
        if (index !== undefined) form.set(name, Number(index) === row ? "on" : "");
      }
      return { form };
    },
  },
);

/**
 * Reports rows whose workflow was archived since the form was opened; those stored in the set are kept (WF-15, GEN-25).
 * Throws ApiError.
 */
export async function checkWorkflows({ api, form, paramIfAny, translate }: FormArgs) {
  const id = paramIfAny(workflowSetsArea.id);
  const named = [...form].flatMap(([name, value]) =>
    /^options\[\d+\]\.workflowId$/.test(name) && value !== "" ? [{ name, id: String(value) }] : [],
  );
  const ids = [...new Set(named.map((row) => row.id))];
  const [choices, stored] = await Promise.all([
    ids.length > 0 ? getWorkflowChoices(api, ids) : [],
    id === undefined ? null : getWorkflowSet(api, id),
  ]);
  const usable = new Set([...choices, ...(stored?.workflows ?? [])].map(({ _id }) => _id));
  const gone = named.filter((row) => !usable.has(row.id));
  const refusal = [translate(workflowSets)("errors.workflowGone")];
  return gone.length > 0
    ? { fieldErrors: Object.fromEntries(gone.map(({ name }) => [name, refusal])) }
    : undefined;
}

/** Reports that another set has taken the name in the meantime (WFS-20, WFS-27). */
export const explainTaken =
  ({ translate }: FormArgs) =>
  (error: ApiError): RefusedSave | undefined => {
    const t = translate(workflowSets);
    if (!isApiMessage(error, "workflowSetNameTaken")) return undefined;
    return {
      fieldErrors: { name: [t("errors.nameTaken")] },
      notice: { tone: "error", title: t("form.fixErrors") },
    };
  };
