/** Assessment packages, workflows and workflow sets. */
import { searchKey } from "../core/text";
import type { Stage, WorkflowCopy } from "../areas/workflows/workflow-stages";
import type { Loader } from "./bulk";
import { demoId } from "./ids";
import { dayMs, type CustomerPlan } from "./plan";
import { packageSpecs, setSpecs, workflowSpecs } from "./workflow-specs";

/** Seeds a customer's packages, workflows and sets. Returns the active workflows. */
export function seedWorkflows(loader: Loader, plan: CustomerPlan, now: number): WorkflowCopy[] {
  const { id: customerId, uniqueName, rootHierarchyId: hierarchyId } = plan.customer;
  const createdAt = now - 1_250 * dayMs;
  const externalIdOf = (name: string) => demoId(`package:${uniqueName}:${name}`);
  packageSpecs.forEach(({ name, product, language }, index) =>
    loader.insert("assessment_packages", {
      id: demoId(`package-row:${uniqueName}:${name}`),
      customerId,
      hierarchyId,
      externalId: externalIdOf(name),
      name,
      description:
        product === "FI" ? "Five open questions, answered in text." : "Recorded answers, reviewed by people.",
      product,
      language,
      provider: "PH",
      createdAt: createdAt - index * dayMs,
      updatedAt: createdAt,
    }),
  );

  const workflows = workflowSpecs[plan.key].map(({ name, stages }, index) => ({
    _id: demoId(`workflow:${uniqueName}:${index}`),
    name,
    stages: stages.map((stage, at): Stage => {
      const used = packageSpecs.find((spec) => spec.name === stage.package);
      return {
        _id: demoId(`stage:${uniqueName}:${index}:${at}`),
        name: stage.name,
        product: used?.product ?? "FI",
        language: used?.language ?? "en-US",
        provider: "PH",
        externalAssessmentPackageId: externalIdOf(stage.package),
        assessmentPackageName: stage.package,
        triggers: [...(stage.triggers ?? [])],
      };
    }),
  }));
  const isArchived = (index: number) => workflowSpecs[plan.key][index]?.isArchived === true;
  workflows.forEach(({ _id, name, stages }, index) =>
    loader.insert("workflows", {
      id: _id,
      customerId,
      hierarchyId,
      name,
      nameKey: searchKey(name),
      isDefault: index === 0 ? 1 : 0,
      defaultLanguage: stages[0]?.language ?? "en-US",
      stages: JSON.stringify(stages),
      createdAt: createdAt + index * 20 * dayMs,
      updatedAt: createdAt + index * 21 * dayMs,
      archivedAt: isArchived(index) ? now - 130 * dayMs : null,
    }),
  );

  setSpecs[plan.key].forEach(
    ({ name, description, workflows: members, isArchived: setIsArchived }, index) => {
      const options = members.flatMap((at) => {
        const member = workflows[at];
        return member
          ? [
              {
                workflowId: member._id,
                displayName: member.name.slice(0, 25).trim(),
                isDefault: at === members[0],
              },
            ]
          : [];
      });
      loader.insert("workflow_sets", {
        id: demoId(`workflow-set:${uniqueName}:${index}`),
        customerId,
        hierarchyId,
        name,
        nameKey: searchKey(name),
        description,
        version: index + 1,
        workflowOptions: JSON.stringify(options),
        createdAt: createdAt + (100 + 30 * index) * dayMs,
        updatedAt: createdAt + (110 + 30 * index) * dayMs,
        archivedAt: setIsArchived ? now - 90 * dayMs : null,
      });
    },
  );
  return workflows.filter((_, index) => !isArchived(index));
}
