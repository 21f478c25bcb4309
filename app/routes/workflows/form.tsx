import { redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { workflowsArea } from "~/areas/workflows";
import { RecordFormScreen } from "~/components/area/record-form-screen";
import { formTitle } from "~/components/shell/page-title";
import { stylesheets } from "~/components/ui/stylesheets";
import { WorkflowForm } from "~/components/workflows/workflow-form";
import styles from "~/components/workflows/workflows.css?url";
import { workflows } from "~/i18n/workflows";
import { recordForm } from "~/models/form/record-form.server";
import { pauseAfterSuccess } from "~/models/workflows/success-pause";
import { workflowSchema } from "~/models/workflows/workflow.schema";
import {
  blankWorkflow,
  checkWorkflow,
  copiedStages,
  packageActions,
  packagesOf,
  rehearse,
  rulesQuestion,
  stagesInput,
  stageValues,
} from "~/models/workflows/workflow-form.server";
import { vacanciesHref } from "~/models/workflows/workflow-screen.server";
import {
  createWorkflow,
  type EditWorkflow,
  getEditWorkflow,
  updateWorkflow,
} from "~/models/workflows/workflow.server";
import { getWorkflowChoices, workflowsToOffer } from "~/models/workflows/workflow-choices.server";
import { isApiMessage } from "~/services/api-messages";
import type { ConsoleArgs, FormArgs } from "~/services/console-args";
import { loaded } from "~/services/failure.server";
import { intentsOf } from "~/services/intents";
import { unacceptablePost } from "~/services/screens.server";

export const links = stylesheets(styles);
export const handle = formTitle(workflows);

/** Load count of another workflow's stages in a new one's form, from the URL. */
const loadOf = ({ url }: Pick<FormArgs, "url">) => Number(url.searchParams.get("load")) || 0;

/** A workflow in the shape of its form. */
const storedForm = ({ name, version, vacancyCount, stages }: EditWorkflow) => ({
  version,
  values: { name, stages: stageValues(stages) },
  saved: {
    stages: stages.map(({ _id, language, assessmentPackageName }) => ({
      _id,
      language,
      assessmentPackageName,
    })),
    isUsed: vacancyCount > 0,
  },
});

/** Initial values of a new workflow: the stages of the one in the URL, or a blank one (WF-30). */
async function beginningOf(args: ConsoleArgs) {
  const { api, flags, translate, url } = args;
  const t = translate(workflows);
  const copyId = url.searchParams.get("copyWorkflowId") ?? "";
  const [workflowsOffered, copied] = await Promise.all([
    loaded(workflowsToOffer(args, getWorkflowChoices), args, t("loadFailed"), "side"),
    copyId ? loaded(getEditWorkflow(api, copyId), args, t("form.copyFailed"), "side") : null,
  ]);
  // An archived one is not offered but can still be copied.
  const own = copied?.data ? [{ _id: copyId, name: copied.data.name }] : [];
  const offered = (workflowsOffered.data ?? []).map(({ _id, name }) => ({ _id, name }));
  return {
    copies: {
      workflows: [...offered, ...own.filter(() => !offered.some(({ _id }) => _id === copyId))],
      chosen: copied?.data ? copyId : "",
    },
    // Another workflow's stages, or the same ones loaded again, reset the form.
    key: copied?.data ? `${copyId} ${loadOf(args)}` : "",
    values: {
      name: url.searchParams.get("name") ?? "",
      stages: copied?.data
        ? copiedStages(copied.data.stages, flags.edgeWorkflowChangeStatusRuleEnabled)
        : blankWorkflow.stages,
    },
    problems: [workflowsOffered.error, copied?.error].filter((problem) => problem != null),
  };
}

const schema = ({ translate }: FormArgs) => workflowSchema(translate(workflows));
type Stages = EditWorkflow["stages"];
const rulesOf = (stages: Pick<Stages[number], "triggers">[]) => stages[0]?.triggers ?? [];

const form = recordForm({
  area: workflowsArea,
  extra: async (args, id) => {
    const begun = id === undefined ? beginningOf(args) : null;
    const [{ packages, problems }, beginning] = await Promise.all([
      packagesOf(args, async () => (await begun)?.values.stages ?? []),
      begun,
    ]);
    return {
      beginning,
      packages,
      mayChangeStatus: args.flags.edgeWorkflowChangeStatusRuleEnabled,
      vacanciesHref: vacanciesHref(args),
      problems: [...problems, ...(beginning?.problems ?? [])],
    };
  },
  create: {
    schema,
    save: async (api, workflow, args) =>
      createWorkflow(api, { ...workflow, stages: await stagesInput(args, workflow) }),
    more: (args) => ({
      check: (workflow) => checkWorkflow(args, workflow),
      question: ({ stages }) => rulesQuestion(args, rulesOf(stages), []),
    }),
  },
  edit: {
    schema,
    find: getEditWorkflow,
    shown: storedForm,
    nameOf: ({ name }) => name,
    save: async (api, workflow, args) => {
      const stages = await stagesInput(args, workflow, (await args.stored()).stages);
      return updateWorkflow(api, { updateWorkflowInput: { ...api.ids, ...workflow, stages } });
    },
    more: (args) => {
      const t = args.translate(workflows);
      const failed = { title: t("form.saveFailed"), setsBack: true } as const;
      return {
        check: (workflow) => checkWorkflow(args, workflow),
        question: async ({ stages }) =>
          rulesQuestion(args, rulesOf(stages), rulesOf((await args.stored()).stages)),
        failed,
        // A vacancy was created with the workflow since the form was opened (WF-29).
        explain: (error) =>
          isApiMessage(error, "stageInUse")
            ? {
                notice: { tone: "error", title: failed.title, description: t("stages.used") },
                setsBack: true,
              }
            : undefined,
      };
    },
  },
  actions: { ...packageActions, rehearse, copy },
});
export const loader = form.loader;
export const action = form.action;

/** Reloads the page of a new workflow with another one's stages; the typed name stays (WF-30). */
function copy(args: FormArgs) {
  if (args.paramIfAny(workflowsArea.id) !== undefined) throw unacceptablePost();
  const text = (name: string) => String(args.form.get(name) ?? "").slice(0, 1_000);
  const query = new URLSearchParams({ copyWorkflowId: text("copyWorkflowId"), name: text("name") });
  // Loading the same workflow again is a new URL: changes since the last load are dropped.
  query.set("load", String(loadOf(args) + 1));
  return redirect(`${args.url.pathname}?${query}`, 303);
}

export const clientAction = pauseAfterSuccess(500);

const intent = intentsOf<typeof action>();
const intents = {
  save: intent("save"),
  rehearse: intent("rehearse"),
  packages: intent("packages"),
  copy: intent("copy"),
};

/** A new or existing workflow (WF-17, WF-34 to WF-38). */
export default function WorkflowScreen() {
  const { beginning, packages, mayEdit, mayChangeStatus, cancelHref, vacanciesHref, ...data } =
    useLoaderData<typeof loader>();
  return (
    <RecordFormScreen {...data}>
      {(stored) => {
        const values = stored?.values ?? beginning?.values;
        return (
          values && (
            <WorkflowForm
              key={beginning?.key}
              {...{ intents, values, packages, mayEdit, mayChangeStatus, cancelHref, vacanciesHref }}
              version={stored?.version ?? null}
              stored={stored?.saved ?? null}
              copies={beginning?.copies}
            />
          )
        );
      }}
    </RecordFormScreen>
  );
}
