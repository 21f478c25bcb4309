import { redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTexts } from "~/components/context/console-context";
import { titled } from "~/components/shell/page-title";
import { Notices } from "~/components/ui/notices";
import { PageHeader } from "~/components/ui/page-header";
import { stylesheets } from "~/components/ui/stylesheets";
import { WorkflowForm } from "~/components/workflows/workflow-form";
import styles from "~/components/workflows/workflows.css?url";
import { workflows } from "~/i18n/workflows";
import { placeOf } from "~/models/list/open-pages.server";
import { leavingAfter } from "~/models/workflows/success-pause";
import { workflowSchema } from "~/models/workflows/workflow.schema";
import {
  blankWorkflow,
  checkWorkflow,
  copiedStages,
  packageActions,
  packagesOf,
  rehearse,
  rulesQuestion,
  stagesToSend,
} from "~/models/workflows/workflow-form.server";
import {
  afterCreation,
  cancelledCreation,
  openList,
  vacanciesHref,
} from "~/models/workflows/workflow-screen.server";
import { createWorkflow, getEditWorkflow, getWorkflowOptions } from "~/models/workflows/workflow.server";
import { type FormArgs, scopeIds } from "~/services/console-args";
import { loaded } from "~/services/failure.server";
import { screenGates } from "~/services/gates";
import { formAction } from "~/services/form-action.server";
import { consoleAction, consoleLoader } from "~/services/guard.server";
import { holdsRight } from "~/services/identity.server";
import { intentsOf } from "~/services/intents";

export const links = stylesheets(styles);
export const handle = titled(workflows, "form.createTitle");

const gate = screenGates["workflow-sets/workflows/create"];

export const loader = consoleLoader(gate, async (args) => {
  const { api, scope, flags, translate, url } = args;
  const t = translate(workflows);
  const copyId = url.searchParams.get("copyWorkflowId") ?? "";
  const { edgeWorkflowChangeStatusRuleEnabled: mayChangeStatus } = flags;
  const [{ packages, problems }, options, copied, mayEdit] = await Promise.all([
    packagesOf(args),
    loaded(getWorkflowOptions(api, scope), args, t("loadFailed"), "side"),
    copyId ? loaded(getEditWorkflow(api, scope, copyId), args, t("form.copyFailed"), "side") : null,
    holdsRight(args, "apps:createWorkflow"),
  ]);
  const place = await placeOf(args);
  // An archived one is not offered, and may still be begun like.
  const own = copied?.data ? [{ value: copyId, label: copied.data.name }] : [];
  const offered = options.data ?? [];
  return {
    listHref: openList(place, false),
    cancelHref: cancelledCreation(place),
    vacanciesHref: vacanciesHref(args),
    packages,
    mayEdit,
    mayChangeStatus,
    copies: {
      options: [...offered, ...own.filter(() => !offered.some(({ value }) => value === copyId))],
      chosen: copied?.data ? copyId : "",
    },
    // Another workflow's stages are another beginning, and so are the same ones loaded again.
    beginning: copied?.data ? `${copyId} ${loadOf(args)}` : "",
    values: {
      name: url.searchParams.get("name") ?? "",
      stages: copied?.data ? copiedStages(copied.data.stages, mayChangeStatus) : blankWorkflow.stages,
    },
    problems: [...problems, options.error, copied?.error].filter((problem) => problem != null),
  };
});

const schema = ({ translate }: FormArgs) => workflowSchema(translate(workflows));

/** How often another workflow's stages were loaded into this form, as its address says. */
const loadOf = ({ url }: Pick<FormArgs, "url">) => Number(url.searchParams.get("load")) || 0;

/** Loads the page again with another workflow's stages; the name that was typed stays (WF-30). */
function copy(args: FormArgs) {
  const { form, url } = args;
  const text = (name: string) => String(form.get(name) ?? "").slice(0, 1_000);
  const query = new URLSearchParams({ copyWorkflowId: text("copyWorkflowId"), name: text("name") });
  // The same workflow once more is another address: what was changed since it was loaded goes.
  query.set("load", String(loadOf(args) + 1));
  return redirect(`${url.pathname}?${query}`, 303);
}

export const action = consoleAction(gate, {
  save: formAction(schema, (args) => {
    const { api, scope, idempotencyKey, translate } = args;
    const t = translate(workflows);
    return {
      check: (workflow) => checkWorkflow(args, workflow),
      question: ({ stages }) => rulesQuestion(args, stages[0]?.triggers ?? [], []),
      save: async (workflow) => {
        const stages = await stagesToSend(args, workflow);
        const created = await createWorkflow(
          api,
          { ...scopeIds(scope), name: workflow.name, stages },
          idempotencyKey,
        );
        return { done: t("form.created"), to: afterCreation(args, created._id) };
      },
      failed: { title: t("form.createFailed") },
    };
  }),
  ...packageActions,
  rehearse,
  copy,
});
export const clientAction = leavingAfter(500);

const intent = intentsOf<typeof action>();
const intents = {
  save: intent("save"),
  rehearse: intent("rehearse"),
  packages: intent("packages"),
  copy: intent("copy"),
};

/** A new workflow (WF-17). */
export default function CreateWorkflow() {
  const { listHref, beginning, problems, ...form } = useLoaderData<typeof loader>();
  const t = useTexts(workflows);
  return (
    <>
      <PageHeader
        title={t("form.createTitle")}
        back={listHref ? { to: listHref, label: t("title") } : undefined}
      />
      <Notices notices={problems} />
      <WorkflowForm key={beginning} {...form} intents={intents} version={null} stored={null} />
    </>
  );
}
