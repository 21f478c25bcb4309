import { createHash } from "node:crypto";
import { parseWithZod } from "@conform-to/zod/v4";
import { workflows } from "~/i18n/workflows";
import { typedEdits } from "~/models/form/draft-form.server";
import type { FormAnswer } from "~/services/form-answer";
import type { ConsoleArgs, FormArgs } from "~/services/console-args";
import { reportError } from "~/services/errors.server";
import { failureNotice, loaded, optional } from "~/services/failure.server";
import { rerenderForm, rerenderedForm, type RefusedSave, rerenderTyped } from "~/services/form-action.server";
import { ApiError } from "~/services/regional-api.server";
import { defaultLanguage } from "./languages";
import { savedRuleValues, triggerOf, triggerText } from "./rule-values";
import { products, type StageValues, type WorkflowValues } from "./stage-values";
import { typedWorkflow, workflowSchema, type WorkflowInputValues } from "./workflow.schema";
import {
  type AssessmentPackage,
  type EditWorkflow,
  getEditWorkflow,
  getPackages,
  getPackagesByIds,
  type Rehearsal,
  rehearseRules,
  ruleEffects,
} from "./workflow.server";
import type { Trigger } from "./workflow-rules";

/** Answer fields that other forms do not have. */
export type WorkflowAnswer = FormAnswer & {
  /** Found packages by stage position. */
  packages?: Readonly<Record<string, readonly AssessmentPackage[]>>;
  rehearsal?: Rehearsal & { stages: { name: string; product: string; triggers: Trigger[] }[] };
  /** Hash of the rehearsed rules. */
  rehearsed?: string;
};

/** Posted stages before validation. */
function typedStages(form: FormData) {
  const fields = new FormData();
  // A row button's intent would make parsing return no values.
  for (const [name, value] of form) if (name !== "__intent__") fields.append(name, value);
  const typed = parseWithZod(fields, { schema: typedWorkflow });
  return typed.status === "success" ? typed.value.stages : [];
}

/**
 * Packages of both products, plus those already chosen for new stages, which may only be found by search; with notices
 * for any that failed to load (WF-23, WF-24).
 */
export async function packagesOf(
  { api, scope, ...args }: ConsoleArgs,
  beginning: () => Promise<readonly StageValues[]>,
) {
  const failed = args.translate(workflows)("stages.packagesFailed");
  const found = await Promise.all(
    products.map((product) => loaded(getPackages(api, product), args, failed, "side")),
  );
  const problem = found.find(({ error }) => error)?.error;
  const packages = found.flatMap(({ data: packages }) => packages ?? []);
  const back = rerenderedForm();
  const stages = back ? typedStages(back) : await beginning();
  const isListed = (id: string) => packages.some(({ externalId }) => externalId === id);
  const others = stages.flatMap(({ _id, packageId }) =>
    !_id && packageId && !isListed(packageId) ? [packageId] : [],
  );
  return {
    packages: [...packages, ...(await optional(getPackagesByIds(api, others), []))],
    problems: problem ? [problem] : [],
  };
}

/** A workflow's stages as form values. */
export function stageValues(stages: EditWorkflow["stages"]): StageValues[] {
  return stages.map((stage) => ({
    _id: stage._id,
    product: stage.product,
    packageId: stage.externalAssessmentPackageId,
    name: stage.name,
    dayLimit: stage.dayLimit?.toString() ?? "",
    rules: stage.triggers.map(savedRuleValues),
  }));
}

const changesStatus = ({ action }: Pick<Trigger, "action">) => action.type === "UPDATE_STATUS";

/**
 * Another workflow's stages as a starting point (WF-30), without its status rule if such rules cannot be added
 * (RULE-03).
 */
export const copiedStages = (stages: EditWorkflow["stages"], mayChangeStatus: boolean): StageValues[] =>
  stageValues(
    stages.map((stage) => ({
      ...stage,
      _id: "",
      triggers: stage.triggers.filter((one) => mayChangeStatus || !changesStatus(one)),
    })),
  );

const isProduct = (product: string | undefined) => products.some((one) => one === product);

const packageOf = (
  packages: readonly AssessmentPackage[],
  { product, packageId }: { product: string; packageId: string },
) => packages.find((one) => one.externalId === packageId && one.product === product);

/**
 * No-JS: offers packages of the chosen type, filtered by the search (WF-40). Deselects a package of another type
 * (WF-22).
 */
export const packageActions = typedEdits<Partial<WorkflowAnswer>, "packages">(
  typedWorkflow,
  ({ translate }) => {
    const t = translate(workflows);
    return { title: t("stages.unexpectedError"), description: t("stages.packagesFailed") };
  },
  {
    packages: async ({ form }, { api }) => {
      const stages = typedStages(form);
      const [chosen, ...found] = await Promise.all([
        getPackagesByIds(
          api,
          stages.map(({ packageId = "" }) => packageId),
        ),
        ...stages.map(({ product = "", search = "" }) =>
          isProduct(product) ? getPackages(api, product, search) : [],
        ),
      ]);
      for (const [index, { _id, product = "", packageId }] of stages.entries())
        if (!_id && packageId && !packageOf(chosen, { product, packageId }))
          form.set(`stages[${index}].packageId`, "");
      return { form, more: { packages: Object.fromEntries(found.entries()) } };
    },
  },
);

/**
 * Checks a status rule: with its flag off, only a workflow that already has one may keep it (RULE-03). Throws ApiError.
 */
async function addedStatusRule(args: FormArgs, triggers: readonly Trigger[]) {
  const { api, flags, paramIfAny, translate } = args;
  const index = triggers.findIndex(changesStatus);
  if (index < 0 || flags.edgeWorkflowChangeStatusRuleEnabled) return undefined;
  const workflowId = paramIfAny("workflowId");
  const stored = workflowId === undefined ? null : await getEditWorkflow(api, workflowId);
  if (stored?.stages[0]?.triggers.some(changesStatus)) return undefined;
  return { [`stages[0].rules[${index}].type`]: [translate(workflows)("errors.statusRule")] };
}

/** Hash of rules, to detect if they are unchanged or already rehearsed. */
const markOf = (triggers: readonly Trigger[]) =>
  createHash("sha256")
    .update(JSON.stringify(triggers.map(triggerText)))
    .digest("base64url")
    .slice(0, 16);

/** Rehearses the form's rules and shows the result above them. Only the rules have to be valid. */
export async function rehearse(args: FormArgs) {
  const { api, form, translate, paramIfAny } = args;
  const t = translate(workflows);
  const submission = parseWithZod(form, { schema: workflowSchema(t) });
  const typed = parseWithZod(form, { schema: typedWorkflow });
  const wrong = Object.keys(submission.status === "error" ? (submission.error ?? {}) : {}).filter((name) =>
    /^stages\[0\]\.(rules|product)/.test(name),
  );
  if (wrong.length > 0 || typed.status !== "success")
    return rerenderForm(form, {
      lastResult: submission.reply(),
    });
  const stages = typed.value.stages.map(({ name = "", product = "", rules }) => ({
    ...{ name, product },
    triggers: rules.map(triggerOf),
  }));
  const { triggers = [] } = stages[0] ?? {};
  if (triggers.length === 0)
    return rerenderTyped(form, typedWorkflow, { notice: { tone: "info", title: t("rehearsal.noRules") } });
  try {
    const added = await addedStatusRule(args, triggers);
    if (added) return rerenderForm(form, { lastResult: submission.reply({ fieldErrors: added }) });
    const rehearsal = await rehearseRules(api, { workflowId: paramIfAny("workflowId"), triggers });
    return rerenderTyped(form, typedWorkflow, {
      rehearsal: { ...rehearsal, stages },
      rehearsed: markOf(triggers),
    });
  } catch (error) {
    const { notice, status } = failureNotice(error, args, { title: t("rehearsal.failed") });
    return rerenderTyped(form, typedWorkflow, { notice }, status);
  }
}

/**
 * Confirmation before saving changed rules, with their effect on past chats. None if the user has already seen it, or
 * if it cannot be loaded.
 */
export async function rulesQuestion(
  args: FormArgs,
  triggers: readonly Trigger[],
  stored: readonly Trigger[],
) {
  const { api, form, translate, paramIfAny } = args;
  const mark = markOf(triggers);
  if (triggers.length === 0 || mark === markOf(stored) || form.get("rehearsed") === mark) return null;
  const t = translate(workflows);
  const workflowId = paramIfAny("workflowId");
  try {
    const { total, movedOn, statusChanged, neither } = await ruleEffects(api, {
      workflowId,
      triggers: [...triggers],
    });
    return {
      title: t("rehearsal.confirmTitle"),
      text: [
        total === 0
          ? t(workflowId ? "rehearsal.noneOfWorkflow" : "rehearsal.none")
          : t("rehearsal.confirmText", { total, movedOn, statusChanged, neither }),
        ...(workflowId ? [t("rules.newOnly")] : []),
      ],
      confirm: t("rehearsal.confirm"),
    };
  } catch (error) {
    if (!(error instanceof ApiError) || error.kind === "UNAUTHENTICATED") throw error;
    reportError(error, { operation: error.operation, kind: error.kind });
    return null;
  }
}

type Stages = WorkflowInputValues["stages"];

/** Packages of new stages. Throws ApiError. */
const packagesToSend = ({ api }: ConsoleArgs, stages: Stages) =>
  getPackagesByIds(
    api,
    stages.filter(({ _id }) => !_id).map(({ packageId }) => packageId),
  );

/**
 * Server-side checks of a workflow: each new stage's package must match its type, which can differ without JS (WF-22),
 * and status rules must be allowed (RULE-03). Throws ApiError.
 */
export async function checkWorkflow(
  args: FormArgs,
  { stages }: WorkflowInputValues,
): Promise<RefusedSave | undefined> {
  const [packages, added] = await Promise.all([
    packagesToSend(args, stages),
    addedStatusRule(args, stages[0]?.triggers ?? []),
  ]);
  const fieldErrors: Record<string, string[]> = { ...added };
  for (const [index, stage] of stages.entries())
    if (!stage._id && !packageOf(packages, stage))
      fieldErrors[`stages[${index}].packageId`] = [args.translate(workflows)("errors.package")];
  return Object.keys(fieldErrors).length > 0 ? { fieldErrors } : undefined;
}

/**
 * Stages in the API's shape (WF-32, WF-36): saved ones keep type, package and language; new ones take their package's
 * language (WF-22). Throws ApiError.
 */
export async function stagesInput(
  args: ConsoleArgs,
  { stages }: WorkflowInputValues,
  stored: EditWorkflow["stages"] = [],
) {
  const packages = await packagesToSend(args, stages);
  return stages.map((stage) => {
    const saved = stored.find(({ _id }) => _id === stage._id);
    const found = packageOf(packages, stage);
    return {
      _id: saved?._id,
      name: stage.name,
      provider: "PH",
      product: saved?.product ?? stage.product,
      language: saved?.language ?? found?.language ?? defaultLanguage,
      externalAssessmentPackageId: saved?.externalAssessmentPackageId ?? stage.packageId,
      triggers: stage.triggers,
      dayLimit: stage.dayLimit,
    };
  });
}

/** Form values of a new workflow. */
export const blankWorkflow: WorkflowValues = {
  name: "",
  stages: [{ _id: "", product: "", packageId: "", name: "", rules: [] }],
};
