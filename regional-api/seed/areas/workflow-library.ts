/** Hundreds of unused workflows and sets of one customer, for the lists and pickers of the large data. */
import { searchKey } from "../../core/text";
import type { Loader } from "../bulk";
import { demoId } from "../ids";
import { dayMs, type CustomerPlan } from "../plan";
import { Random } from "../random";
import { autoProgress, packageSpecs, scoreAtLeast } from "../workflow-specs";

const teams = [
  "Store",
  "Warehouse",
  "Café",
  "Office",
  "Online shop",
  "Drivers",
  "Graduates",
  "Seasonal",
  "IT",
  "Finance",
];
const places = [
  "Sydney",
  "Melbourne",
  "Perth",
  "Adelaide",
  "Brisbane",
  "Hobart",
  "Darwin",
  "Cairns",
  "Geelong",
  "Newcastle",
];

/**
 * Adds `plan.libraryWorkflows` workflows and `plan.librarySets` sets. Uses a separate random seed, so that
 * other data stay the same.
 */
export function seed(loader: Loader, plan: CustomerPlan, now: number): void {
  const { id: customerId, uniqueName, rootHierarchyId: hierarchyId } = plan.customer;
  const random = new Random(`workflow library:${plan.key}`);
  const chats = packageSpecs.filter(({ product }) => product === "FI");
  const videos = packageSpecs.filter(({ product }) => product === "SI");
  const nameOf = (index: number) =>
    `${teams[index % teams.length]} ${places[Math.floor(index / teams.length) % places.length]} ${1 + Math.floor(index / 100)}`;
  const active: { id: string; name: string }[] = [];
  for (let index = 0; index < plan.libraryWorkflows; index += 1) {
    const id = demoId(`library-workflow:${uniqueName}:${index}`);
    const name = nameOf(index);
    const hasVideo = random.chance(0.6);
    const packages = [random.pick(chats), ...(hasVideo ? [random.pick(videos)] : [])];
    const stages = packages.map((used, at) => ({
      _id: demoId(`library-stage:${uniqueName}:${index}:${at}`),
      name: at === 0 ? "Chat interview" : "Video interview",
      product: used.product,
      language: used.language ?? "en-US",
      provider: "PH",
      externalAssessmentPackageId: demoId(`package:${uniqueName}:${used.name}`),
      assessmentPackageName: used.name,
      triggers: at === 0 && hasVideo ? [autoProgress(scoreAtLeast(random.between(50, 80)))] : [],
    }));
    const createdAt = now - random.between(10, 1_000) * dayMs - random.int(dayMs);
    const isArchived = random.chance(0.1);
    if (!isArchived) active.push({ id, name });
    loader.insert("workflows", {
      id,
      customerId,
      hierarchyId,
      name,
      nameKey: searchKey(name),
      isDefault: 0,
      defaultLanguage: stages[0]?.language ?? "en-US",
      stages: JSON.stringify(stages),
      createdAt,
      updatedAt: createdAt,
      archivedAt: isArchived ? now - random.between(1, 9) * dayMs : null,
    });
  }
  for (let index = 0; index < plan.librarySets; index += 1) {
    const name = `Set ${index + 1} ${teams[index % teams.length]}`;
    const first = random.int(active.length);
    const count = random.between(1, 12);
    // Takes adjacent workflows, so that none is repeated.
    const members = Array.from({ length: count }, (_, at) => active[(first + at) % active.length]);
    const options = members.flatMap((member, at) =>
      member
        ? [{ workflowId: member.id, displayName: member.name.slice(0, 25).trim(), isDefault: at === 0 }]
        : [],
    );
    const createdAt = now - random.between(1, 900) * dayMs - random.int(dayMs);
    loader.insert("workflow_sets", {
      id: demoId(`library-set:${uniqueName}:${index}`),
      customerId,
      hierarchyId,
      name,
      nameKey: searchKey(name),
      description: random.chance(0.5) ? "One of many." : "",
      version: 1,
      workflowOptions: JSON.stringify(options),
      createdAt,
      updatedAt: createdAt,
      archivedAt: random.chance(0.1) ? now - random.int(dayMs) : null,
    });
  }
}
