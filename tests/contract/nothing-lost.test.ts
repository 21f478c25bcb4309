/**
 * Records that were not deleted explicitly can be found and restored with rights on the root: after random removals,
 * archivings, moves and creations, some of them concurrent.
 */
import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { Random } from "../../regional-api/seed/random";
import { atsIds } from "./fixtures/ats";
import { signedIn, type Client } from "./fixtures/client";
import { tenantValues } from "./fixtures/sms-and-ats-operations";
import { newPolicy } from "./fixtures/group-operations";
import { addApplication, vacancies } from "./fixtures/hiring";
import { invitation } from "./fixtures/application-operations";
import { department } from "./fixtures/org-operations";
import { retail } from "./fixtures/ids";
import { newVacancy } from "./fixtures/vacancy-operations";
import { sentStage, workflows, setValues } from "./fixtures/workflows";
import { ids, startWorld, type World } from "./fixtures/world";

type Record_ = { _id: string; archivedAt?: string | null };
type Kind = "vacancy" | "user" | "group" | "workflow" | "set" | "customer" | "organization";
interface Department extends Record_ {
  readonly parentId: string | null;
  readonly name: string;
}

/** Operations to list, open, archive and restore each kind. */
const kinds: Record<
  Kind,
  {
    readonly list: (archived: boolean) => readonly [document: string, variables: object];
    readonly open?: (id: string) => readonly [operation: string, variables: object];
    readonly archive: readonly [operation: string, argument: string, others: object];
    readonly restore: readonly [operation: string, argument: string, others: object];
  }
> = {
  vacancy: {
    list: (isArchived) => [
      "query ($filter: AppsVacancyListFilter!) { rows: AppsGetVacancyListV2(filter: $filter) { data { _id archivedAt externalVacancyId applicationCount } } }",
      { filter: { ...retail, isArchived, skipEq: 0, limitEq: 500 } },
    ],
    open: (vacancyId) => ["AppsGetVacancyById", { vacancyId, ...retail }],
    archive: ["AppsArchiveVacanciesByExternalVacancyIds", "externalVacancyIds", retail],
    restore: ["AppsRestoreVacanciesByExternalVacancyIds", "externalVacancyIds", retail],
  },
  user: {
    list: (archivedOnly) => [
      "query ($filter: ORGUsersFilter!) { rows: ORGGetUsers(filter: $filter) { data { _id archivedAt } } }",
      {
        filter: {
          organizationId: ids.acme,
          customerId: ids.retail,
          skip: 0,
          limit: 500,
          ...(archivedOnly ? { archivedOnly } : { activeOnly: true }),
        },
      },
    ],
    open: (_id) => ["ORGGetUser", { filter: { _id, ...retail } }],
    archive: ["ORGArchiveUsers", "userIds", retail],
    restore: ["ORGRestoreUsers", "userIds", retail],
  },
  group: {
    list: (archivedOnly) => [
      "query ($filter: ORGGroupsFilter!) { rows: ORGGetGroups(filter: $filter) { data { _id archivedAt } } }",
      { filter: { ...retail, ...(archivedOnly ? { archivedOnly } : { activeOnly: true }) } },
    ],
    open: (_id) => ["ORGGetGroup", { filter: { _id } }],
    archive: ["ORGArchiveGroups", "groupIds", {}],
    restore: ["ORGRestoreGroups", "groupIds", {}],
  },
  workflow: {
    list: (isArchived) => [
      "query ($filter: AppsWorkflowListFilter!) { rows: AppsGetWorkflowList(filter: $filter) { data { _id archivedAt } } }",
      { filter: { ...retail, isArchived, skipEq: 0, limitEq: 500 } },
    ],
    open: (workflowId) => ["AppsGetWorkflowById", { workflowId, ...retail }],
    archive: ["AppsArchiveWorkflows", "workflowIds", retail],
    restore: ["AppsRestoreWorkflows", "workflowIds", retail],
  },
  set: {
    list: (isArchived) => [
      "query ($customerId: ID!, $hierarchyId: ID!, $organizationId: ID!, $is: Boolean!) { rows: AppsGetWorkflowSetList(customerId: $customerId, hierarchyId: $hierarchyId, organizationId: $organizationId, skipEq: 0, limitEq: 500, workflowSetFilter: { isArchived: $is }) { data { _id archivedAt } } }",
      { ...retail, is: isArchived },
    ],
    open: (workflowSetId) => ["AppsGetWorkflowSetById", { workflowSetId, ...retail }],
    archive: ["AppsArchiveWorkflowSet", "workflowSetIds", retail],
    restore: ["AppsRestoreWorkflowSet", "workflowSetIds", retail],
  },
  customer: {
    list: (archivedOnly) => [
      "query ($filter: ORGCustomersFilter!) { rows: ORGGetCustomers(filter: $filter) { _id archivedAt } }",
      { filter: { organizationId: ids.globex, ...(archivedOnly ? { archivedOnly } : { activeOnly: true }) } },
    ],
    archive: ["ORGArchiveCustomers", "customerIds", { organizationId: ids.globex }],
    restore: ["ORGRestoreCustomers", "customerIds", { organizationId: ids.globex }],
  },
  organization: {
    list: () => ["query { rows: ORGGetOrganizations { _id archivedAt } }", {}],
    archive: ["ORGArchiveOrganizations", "organizationIds", {}],
    restore: ["ORGRestoreOrganizations", "organizationIds", {}],
  },
};
const kindNames = Object.keys(kinds) as Kind[];

/** One run of random actions by staff; `expected` contains what was created and not deleted. */
class Story {
  private readonly expected = new Map<Kind, Set<string>>(kindNames.map((kind) => [kind, new Set()]));
  private readonly policies = new Set<string>();
  private readonly tenants = new Set<string>([atsIds.tenant, atsIds.tenantToArchive]);
  private readonly applications = new Map<string, number>();
  private serial = 0;

  private constructor(
    private readonly staff: Client,
    private readonly random: Random,
  ) {}

  static async begin(world: World, random: Random): Promise<Story> {
    const db = world.databases.region("ap-southeast-2");
    const story = new Story(await signedIn(world.app, "staff"), random);
    for (const vacancy of ["main", "second", "archived", "department"] as const) {
      for (let count = random.int(3); count > 0; count -= 1) addApplication(db, { vacancy });
      story.add("vacancy", vacancies[vacancy]);
    }
    for (const kind of kindNames) {
      for (const { _id } of await story.rows(kind)) story.add(kind, _id);
    }
    for (const vacancy of await story.rows("vacancy"))
      story.applications.set(vacancy._id, vacancy.applicationCount ?? 0);
    return story;
  }

  private add(kind: Kind, id: string | undefined): void {
    if (id) this.expected.get(kind)?.add(id);
  }

  /** Calls an operation. Returns its answer, or undefined if refused; fails on unexpected errors. */
  private async call(name: string, variables: object): Promise<unknown> {
    const answer = await this.staff.send(name, { ...variables });
    expect(["Unexpected Error", "Error"], `${name}: ${answer.message}`).not.toContain(answer.error);
    return answer.error ? undefined : answer.data[name];
  }

  private async rows(
    kind: Kind,
    archived?: boolean,
  ): Promise<(Record_ & { externalVacancyId?: string; applicationCount?: number })[]> {
    const states = archived === undefined ? [false, true] : [archived];
    const lists = await Promise.all(
      states.map(async (state) => {
        const [document, variables] = kinds[kind].list(state);
        const { data, message } = await this.staff.call(document, { ...variables });
        expect(message, `list of ${kind}`).toBe("");
        const rows = data["rows"] as { data: Record_[] } | Record_[];
        return (Array.isArray(rows) ? rows : rows.data).filter(
          ({ archivedAt }) => (archivedAt != null) === state,
        );
      }),
    );
    return lists.flat();
  }

  private async departments(): Promise<{ nodes: Department[]; version: number }> {
    const { data } = await this.staff.call(
      "query ($filter: ORGHierarchyFilter!) { ORGGetRootHierarchy(filter: $filter, childrenShape: flatArray) { _id parentId name edition { version } children { _id parentId name } } }",
      { filter: { customerId: ids.retail } },
    );
    const root = data["ORGGetRootHierarchy"] as Department & {
      children: Department[];
      edition: { version: number };
    };
    return { nodes: [root, ...root.children], version: root.edition.version };
  }

  // ---- actions ----

  private readonly deeds: Record<string, () => Promise<unknown>> = {
    tree: () => this.changeTree(),
    removal: () => this.removeDepartment(),
    vacancy: async () => {
      await this.restoreWorkflows();
      const scope = await this.somePlace();
      const made = (await this.call("AppsCreateVacancy", { ...scope, ...newVacancy })) as Record_ | undefined;
      this.add("vacancy", made?._id);
      if (made) this.applications.set(made._id, 0);
    },
    user: async () => {
      const person = { firstName: "New", lastName: "User", email: this.email(), groupIds: [] };
      const made = await this.call("ORGCreateEndUser", { user: { ...(await this.somePlace()), ...person } });
      this.add("user", (made as Record_ | undefined)?._id);
    },
    upload: async () => this.upload(await this.somePlace()),
    group: async () => {
      const made = await this.call("ORGCreateGroup", { ...(await this.somePlace()), name: this.name() });
      this.add("group", (made as Record_ | undefined)?._id);
    },
    workflow: async () => {
      const values = { ...retail, name: this.name(), stages: [sentStage("FI")] };
      this.add("workflow", ((await this.call("AppsCreateWorkflow", values)) as Record_ | undefined)?._id);
    },
    set: async () => {
      await this.restoreWorkflows();
      const made = await this.call("AppsCreateWorkflowSet", { ...retail, ...setValues(this.name()) });
      this.add("set", (made as Record_ | undefined)?._id);
    },
    customer: async () => {
      const names = { uniqueName: this.name(), displayName: "New" };
      const made = await this.call("ORGCreateCustomer", { organizationId: ids.globex, ...names });
      this.add("customer", (made as Record_ | undefined)?._id);
    },
    organization: async () => {
      const names = { uniqueName: this.name(), displayName: "New" };
      const made = await this.call("ORGCreateOrganization", { organization: names });
      this.add("organization", (made as Record_ | undefined)?._id);
    },
    policy: async () => {
      const policy = newPolicy(randomUUID(), this.name());
      const made = await this.call("CommonCreatePolicy", { addPolicyDto: policy, customerId: ids.retail });
      if (made) this.policies.add((made as { id: string }).id);
    },
    tenant: async () => {
      const made = await this.call("AtsCreateTenant", { ...retail, ...tenantValues, atsName: "FREE_ATS" });
      if (made) this.tenants.add((made as Record_)._id);
    },
    deleteTenant: async () => {
      const id = this.random.pick([...this.tenants, "none"]);
      if (await this.call("AtsDeleteTenantsByIds", { ...retail, _ids: [id] })) this.tenants.delete(id);
    },
    invitation: async () => {
      const [vacancy] = this.random.sample(await this.rows("vacancy"), 1);
      const input = invitation({ email: this.email() });
      const cohortInfo = { ...input.cohortInfo, externalId: vacancy?.externalVacancyId };
      if (await this.call("CommonInviteCandidate", { atsApplicationInput: { ...input, cohortInfo } }))
        this.applications.set(vacancy?._id ?? "", (this.applications.get(vacancy?._id ?? "") ?? 0) + 1);
    },
    archive: () => this.setArchived(true),
    restore: () => this.setArchived(false),
  };

  private readonly email = () => `story.${(this.serial += 1)}@test.example`;
  private readonly name = () => `story-${(this.serial += 1)}`;

  /** Restores the workflows that new vacancies and sets use. */
  private restoreWorkflows() {
    const workflowIds = [workflows.chat, workflows.chatThenVideo];
    return this.call("AppsRestoreWorkflows", { ...retail, workflowIds });
  }

  /** A random department of the customer. */
  private async somePlace() {
    const { nodes } = await this.departments();
    return { ...retail, hierarchyId: this.random.pick(nodes)._id };
  }

  private async upload(place: object): Promise<void> {
    const users = Array.from({ length: 1 + this.random.int(5) }, (_, index) => ({
      row: index + 2,
      firstName: "New",
      lastName: "User",
      email: this.email(),
      groupIds: [],
    }));
    const upload = { uploadId: `upload-${(this.serial += 1)}`, mfaEnabled: false, forcePasswordReset: false };
    await this.call("ORGCreateEndUsers", { ...place, ...upload, users });
  }

  private async changeTree(): Promise<void> {
    const { nodes, version } = await this.departments();
    const [node, other] = [this.random.pick(nodes), this.random.pick(nodes)];
    const change = this.random.chance(0.5)
      ? { _id: "new-1", parentId: node._id, name: this.name() }
      : { _id: node._id, parentId: node.parentId === null ? null : other._id, name: node.name };
    await this.call("ORGUpdateHierarchies", { hierarchies: [department(change)], version });
  }

  private async removeDepartment(): Promise<void> {
    const { nodes, version } = await this.departments();
    const node = this.random.pick(nodes);
    const removed = { ...node, archivedAt: new Date() };
    await this.call("ORGUpdateHierarchies", { hierarchies: [department(removed)], version });
  }

  private async setArchived(archive: boolean): Promise<void> {
    const kind = this.random.pick(kindNames);
    const rows = this.random.sample(await this.rows(kind, !archive), 1 + this.random.int(4));
    if (rows.length === 0) return;
    await this.archiveThese(kind, rows, archive);
  }

  private async archiveThese(
    kind: Kind,
    rows: readonly { _id: string; externalVacancyId?: string }[],
    archive: boolean,
  ): Promise<unknown> {
    const [operation, argument, others] = kinds[kind][archive ? "archive" : "restore"];
    const named = rows.map(({ _id, externalVacancyId }) => (kind === "vacancy" ? externalVacancyId : _id));
    return this.call(operation, { ...others, [argument]: named });
  }

  /** Runs a random action, or two concurrently. */
  async step(): Promise<void> {
    const pick = () => this.deeds[this.random.pick(Object.keys(this.deeds))]?.();
    await Promise.all(this.random.chance(0.4) ? [pick(), pick()] : [pick()]);
  }

  /** Removes a new department while users are added to it. */
  async race(): Promise<void> {
    const { nodes, version } = await this.departments();
    const hierarchies = [department({ _id: "new-1", parentId: nodes[0]?._id, name: this.name() })];
    const saved = await this.call("ORGUpdateHierarchies", { hierarchies, version });
    const [made] = (saved as { created: Department[] }).created;
    if (!made) throw new Error("no department was made");
    const removed = department({ ...made, archivedAt: new Date() });
    await Promise.all([
      this.upload({ ...retail, hierarchyId: made._id }),
      this.call("ORGUpdateHierarchies", { hierarchies: [removed], version: version + 1 }),
    ]);
  }

  // ---- invariants ----

  /** Everything existing or created is listed, can be opened, and has its applications. */
  async check(): Promise<void> {
    for (const kind of kindNames) {
      const rows = await this.rows(kind);
      const listed = new Set(rows.map(({ _id }) => _id));
      const missing = [...(this.expected.get(kind) ?? [])].filter((id) => !listed.has(id));
      expect(missing, `${kind}: neither in the list nor in the archive`).toEqual([]);
      for (const { _id } of rows) {
        this.add(kind, _id);
        const [operation, variables] = kinds[kind].open?.(_id) ?? [];
        if (operation)
          expect(
            await this.call(operation, variables ?? {}),
            `${kind} ${_id} cannot be opened`,
          ).toBeDefined();
      }
    }
    for (const { _id, applicationCount } of await this.rows("vacancy"))
      expect(applicationCount, `applications of ${_id}`).toBe(this.applications.get(_id));
    const policies = await this.staff.result("CommonGetPolicies", {
      filter: { organizationId: ids.acme, customerId: ids.retail, skip: 0, limit: 500 },
    });
    const listed = (policies as { data: { id: string }[] }).data.map(({ id }) => id);
    expect(listed).toEqual(expect.arrayContaining([...this.policies]));
    const tenants = (await this.call("AtsGetTenantsByCustomer", retail)) as Record_[];
    expect(new Set(tenants.map(({ _id }) => _id))).toEqual(this.tenants);
  }

  /** Restores everything archived, all of a kind at once. */
  async restoreAll(): Promise<void> {
    for (const kind of kindNames) {
      const rows = await this.rows(kind, true);
      if (rows.length > 0)
        expect(await this.archiveThese(kind, rows, false), `${kind}: restored`).toHaveLength(rows.length);
      expect(await this.rows(kind, true), `${kind}: still archived`).toEqual([]);
    }
    await this.check();
  }
}

test.each(["one", "two"])(
  "DEPT-39 nothing is lost without an explicit deletion: random removals, archivings and moves (%s)",
  async (name) => {
    const world = await startWorld();
    try {
      const story = await Story.begin(world, new Random(`nothing lost ${name}`));
      for (let step = 0; step < 100; step += 1) {
        world.pass(1_000);
        await story.step();
        if (step % 25 === 24) await story.race();
        if (step % 50 === 49) await story.check();
      }
      await story.restoreAll();
    } finally {
      await world.stop();
    }
  },
  60_000,
);
