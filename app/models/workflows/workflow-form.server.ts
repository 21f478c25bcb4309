import { createHash } from "node:crypto";
import { parseWithZod } from "@conform-to/zod/v4";
import { workflows } from "~/i18n/workflows";
import { typedEdits } from "~/models/form/draft-form.server";
import type { FormAnswer } from "~/services/form-answer";
import type { ConsoleArgs, FormArgs } from "~/services/console-args";
import { reportError } from "~/services/errors.server";
import { failureNotice, loaded, optional } from "~/services/failure.server";
import { formAgain, formBack, type Refused, typedAgain } from "~/services/form-action.server";
import { ApiError } from "~/services/regional-api.server";
import { defaultLanguage } from "./languages";
import { savedRuleValues, triggerOf, triggerText } from "./rule-values";
import { products, type StageValues, type WorkflowValues } from "./stage-values";
import { typedWorkflow, workflowSchema, type WorkflowToSend } from "./workflow.schema";
import {
  type AssessmentPackage,
  type EditWorkflow,
  getEditWorkflow,
  getPackages,
  getPackagesByIds,
  type Rehearsal,
  rehearseRules,
} from "./workflow.server";
import type { Trigger } from "./workflow-rules";

/** The part of the answer that other forms do not have. */
export type WorkflowAnswer = FormAnswer & {
  /** Packages that were looked for, by the stage's position. */
  packages?: Readonly<Record<string, readonly AssessmentPackage[]>>;
  rehearsal?: Rehearsal;
  /** Stands for the rules that were rehearsed. */
  rehearsed?: string;
};

/** The stages of a form as they were typed, right or wrong. */
function typedStages(form: FormData) {
  const fields = new FormData();
  // With a row button among them they would be no values.
  for (const [name, value] of form) if (name !== "__intent__") fields.append(name, value);
  const typed = parseWithZod(fields, { schema: typedWorkflow });
  return typed.status === "success" ? typed.value.stages : [];
}

/**
 * The packages to choose from, of both products, with those of the new stages that the form begins with or that come back
 * in it, which only a search may have found; what could not be loaded is said (WF-23, WF-24).
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
  const back = formBack();
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

/** A workflow's stages as its form holds them. */
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
 * Another workflow's stages as new ones to begin with (WF-30): without its rule that changes the status where no such
 * rule can be added (RULE-03).
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
 * Without scripts: the packages of the type that was chosen, and of those the ones that were looked for (WF-40). A
 * package of another type is let go (WF-22).
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
 * Checks a rule that changes the status: without its flag it may only stay in a workflow that has one already
 * (RULE-03). Throws ApiError.
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

/** Stands for rules, to know whether they are as stored, or were tried as they are. */
const markOf = (triggers: readonly Trigger[]) =>
  createHash("sha256")
    .update(JSON.stringify(triggers.map(triggerText)))
    .digest("base64url")
    .slice(0, 16);

/** Rehearses the form's rules, above them. Only the rules must be right for it. */
export async function rehearse(args: FormArgs) {
  const { api, form, translate, paramIfAny } = args;
  const t = translate(workflows);
  const submission = parseWithZod(form, { schema: workflowSchema(t) });
  const typed = parseWithZod(form, { schema: typedWorkflow });
  const wrong = Object.keys(submission.status === "error" ? (submission.error ?? {}) : {}).filter((name) =>
    /^stages\[0\]\.(rules|product)/.test(name),
  );
  if (wrong.length > 0 || typed.status !== "success")
    return formAgain(form, {
      lastResult: submission.reply(),
    });
  const triggers = (typed.value.stages[0]?.rules ?? []).map(triggerOf);
  if (triggers.length === 0)
    return typedAgain(form, typedWorkflow, { notice: { tone: "info", title: t("rehearsal.noRules") } });
  try {
    const added = await addedStatusRule(args, triggers);
    if (added) return formAgain(form, { lastResult: submission.reply({ fieldErrors: added }) });
    const rehearsal = await rehearseRules(api, { workflowId: paramIfAny("workflowId"), triggers });
    return typedAgain(form, typedWorkflow, { rehearsal, rehearsed: markOf(triggers) });
  } catch (error) {
    const { notice, status } = failureNotice(error, args, { title: t("rehearsal.failed") });
    return typedAgain(form, typedWorkflow, { notice }, status);
  }
}

/**
 * The question before changed rules are saved: it says what they would have done. None when the person has seen that
 * already, or when it cannot be read.
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
    const { total, movedOn, statusChanged, neither } = await rehearseRules(api, {
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

type Stages = WorkflowToSend["stages"];

/** The packages of new stages. Throws ApiError. */
const packagesToSend = ({ api }: ConsoleArgs, stages: Stages) =>
  getPackagesByIds(
    api,
    stages.filter(({ _id }) => !_id).map(({ packageId }) => packageId),
  );

/**
 * Checks what only the server can check of a workflow: that each new stage's package is of the stage's type, which may
 * have been changed without scripts (WF-22), and that a rule may be added (RULE-03). Throws ApiError.
 */
export async function checkWorkflow(
  args: FormArgs,
  { stages }: WorkflowToSend,
): Promise<Refused | undefined> {
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
 * The stages as they are sent (WF-32, WF-36): a saved one with the type, package and language it has, a new one with its
 * package's own language (WF-22). Throws ApiError.
 */
export async function stagesToSend(
  args: ConsoleArgs,
  { stages }: WorkflowToSend,
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

/** The values of a new workflow. */
export const blankWorkflow: WorkflowValues = {
  name: "",
  stages: [{ _id: "", product: "", packageId: "", name: "", rules: [] }],
};
