/**
 * Converts between the form of the permission tabs and stored statements (PERM-04, PERM-55..PERM-59, POL-25).
 * A rule is stored as one Allow statement per service, marked with its rule. Statements with codes that have
 * no label, and all Denies, are `kept`: the form does not show them, and saving it leaves them unchanged.
 */
import {
  codesOf,
  labelsGranted,
  permissionCodes,
  sectionActions,
  statementsFor,
  type ActionLabel,
} from "../../core/permissions";
import {
  actionFits,
  matchesPart,
  parsePattern,
  resource,
  serviceOf,
  type Pattern,
  type ResourceScope,
  type StoredStatement,
} from "../../core/policy";

/** A customer in a rule, with its departments; "*" means any (PERM-57). */
export interface RuleCustomer {
  readonly customerId: string;
  readonly hierarchyIds: readonly string[];
  readonly awsRegion: string;
  readonly organizationId: string;
}

/** The granted actions, and the customers they apply to. */
export interface PermissionRule {
  readonly customers: readonly RuleCustomer[];
  readonly actions: readonly string[];
}

/** State of the form (PERM-04). */
export interface PermissionForm {
  readonly basic: PermissionRule;
  readonly advanced: readonly PermissionRule[];
}

/** A policy's statements as seen by the form. */
export interface ReadPolicy {
  readonly form: PermissionForm;
  /** True if the policy allows everything (PERM-56). */
  readonly isWildcard: boolean;
  readonly kept: readonly StoredStatement[];
}

const maxAdvancedRules = 20;

/**
 * Maximum departments over all rules (POL-30); as many as the largest customers have. Users who need more can
 * choose an ancestor.
 */
export const maxDepartments = 3_000;

const everyLabel: readonly ActionLabel[] = Object.values(sectionActions).flat();

/** Scope of the whole customer, as in the form's Basic part: its root with all departments (PERM-16). */
const wholeCustomer = ({ hierarchyId, ...customer }: ResourceScope): RuleCustomer => ({
  ...customer,
  hierarchyIds: [hierarchyId],
});

/** Returns the scopes of the form's customer rows. */
export const scopesOf = (customers: readonly RuleCustomer[]): ResourceScope[] =>
  customers.flatMap(({ hierarchyIds, ...customer }) =>
    hierarchyIds.map((hierarchyId) => ({ ...customer, hierarchyId })),
  );

/** Groups scopes into customer rows; keeps the order and removes duplicates. */
export function customersOf(scopes: readonly ResourceScope[]): RuleCustomer[] {
  const rows = new Map<string, Omit<RuleCustomer, "hierarchyIds"> & { hierarchyIds: Set<string> }>();
  for (const { hierarchyId, ...customer } of scopes) {
    const key = JSON.stringify([customer.awsRegion, customer.organizationId, customer.customerId]);
    const row = rows.get(key) ?? { ...customer, hierarchyIds: new Set() };
    row.hierarchyIds.add(hierarchyId);
    rows.set(key, row);
  }
  return [...rows.values()].map(({ hierarchyIds, ...row }) => ({ ...row, hierarchyIds: [...hierarchyIds] }));
}

const isAny = (part: string) => part === "*";

/**
 * True if the form can show a pattern: departments of a customer, or any customer, of the policy's
 * organisation.
 */
function isExpressible(
  { awsRegion, organizationId, customerId, hierarchyId }: Pattern,
  ownOrganizationId: string,
): boolean {
  if (organizationId !== ownOrganizationId) return false;
  const isAnyCustomer = [awsRegion, customerId, hierarchyId].every(isAny);
  return isAnyCustomer || ![awsRegion, customerId, hierarchyId].some(isAny);
}

/**
 * Returns the scopes of a single-service statement if the form can show it; else undefined. The form cannot
 * show places outside the policy's organisation, since it does not offer their customers (PERM-10, POL-25).
 */
export function expressibleScopes(
  { actions, resources }: StoredStatement,
  organizationId: string,
  prefix: string,
): ResourceScope[] | undefined {
  const [service] = actions.map(serviceOf);
  const patterns = resources.map((text) => parsePattern(text, prefix));
  const isSaid =
    service !== undefined &&
    actions.every((code) => serviceOf(code) === service && !code.includes("*")) &&
    patterns.length > 0 &&
    patterns.every((pattern) => pattern?.service === service && isExpressible(pattern, organizationId));
  if (!isSaid) return undefined;
  return patterns.flatMap((pattern) => {
    if (!pattern) return [];
    const { awsRegion, customerId, hierarchyId } = pattern;
    return [{ awsRegion, organizationId, customerId, hierarchyId }];
  });
}

interface FoundRule {
  readonly mark: number | undefined;
  readonly key: string;
  readonly scopes: readonly ResourceScope[];
  readonly codes: Set<string>;
}

/** Splits codes into labels and the codes that no label covers. */
export function splitByLabel(codes: ReadonlySet<string>): { actions: ActionLabel[]; rest: string[] } {
  const actions = labelsGranted(codes);
  const labelledCodes = new Set<string>(actions.flatMap((label) => codesOf(label) ?? []));
  return { actions, rest: [...codes].filter((code) => !labelledCodes.has(code)) };
}

/** Returns Allow statements for codes on scopes, one per service. */
function allowStatementsFor(
  codes: readonly string[],
  scopes: readonly ResourceScope[],
  prefix: string,
): StoredStatement[] {
  return [...new Set(codes.map(serviceOf))].map((service) => ({
    effect: "Allow",
    actions: codes.filter((code) => serviceOf(code) === service),
    resources: scopes.map((scope) => resource(prefix, service, scope)),
  }));
}

/** True if a statement grants everything (PERM-56). */
const isEverything = ({ effect, actions, resources }: StoredStatement, prefix: string) =>
  effect === "Allow" &&
  actions.includes("*") &&
  resources.some((text) => {
    const pattern = parsePattern(text, prefix);
    return pattern !== undefined && Object.values(pattern).every(isAny);
  });

/** Returns a policy's statements as the form shows them; `home` is the root of the group's customer. */
export function readPolicy(
  statements: readonly StoredStatement[],
  home: ResourceScope,
  prefix: string,
): ReadPolicy {
  const whole = [wholeCustomer(home)];
  const others = statements.filter((statement) => !isEverything(statement, prefix));
  if (others.length < statements.length) {
    const form = { basic: { customers: whole, actions: everyLabel }, advanced: [] };
    // The full wildcard replaces what the form could show; a Deny still limits what the user chooses instead.
    return { form, isWildcard: true, kept: readPolicy(others, home, prefix).kept };
  }
  const kept: StoredStatement[] = [];
  const found: FoundRule[] = [];
  for (const statement of statements) {
    const scopes =
      statement.effect === "Allow" ? expressibleScopes(statement, home.organizationId, prefix) : undefined;
    if (!scopes) {
      kept.push(statement);
      continue;
    }
    const key = JSON.stringify(scopes);
    const same = found.find((rule) => rule.mark === statement.rule && rule.key === key);
    const rule = same ?? { mark: statement.rule, key, scopes, codes: new Set<string>() };
    if (!same) found.push(rule);
    for (const code of statement.actions) rule.codes.add(code);
  }
  const rules = found.flatMap(({ mark, scopes, codes }) => {
    const { actions, rest } = splitByLabel(codes);
    kept.push(...allowStatementsFor(rest, scopes, prefix));
    return actions.length === 0 ? [] : [{ mark, customers: customersOf(scopes), actions }];
  });
  const isHome = ({ customers: [first, ...more] }: PermissionRule) =>
    more.length === 0 && first?.customerId === home.customerId;
  const basic =
    rules.find((rule) => rule.mark === 0 && isHome(rule)) ??
    rules.find((rule) => rule.mark === undefined && isHome(rule));
  return {
    form: {
      basic: basic ? ruleOf(basic) : { customers: whole, actions: [] },
      advanced: rules.filter((rule) => rule !== basic).map(ruleOf),
    },
    isWildcard: false,
    kept,
  };
}

const ruleOf = ({ customers, actions }: PermissionRule): PermissionRule => ({ customers, actions });

/**
 * Returns the rules granted by the `kept` statements with a wildcard, one rule each, in the form's labels
 * (PERM-75). Omits statements with places that the form cannot name, or with grants that differ by place.
 */
export function wildcardRulesOf(
  kept: readonly StoredStatement[],
  organizationId: string,
  prefix: string,
): PermissionRule[] {
  return kept.flatMap(({ effect, actions, resources }): PermissionRule[] => {
    if (effect !== "Allow") return [];
    const services = new Map<string, string[]>();
    const scopes = new Map<string, ResourceScope>();
    for (const text of new Set(resources)) {
      const pattern = parsePattern(text, prefix);
      const isOfCustomer = pattern !== undefined && !isAny(pattern.customerId);
      if (!pattern || pattern.organizationId !== organizationId) return [];
      if (!isOfCustomer && !isExpressible(pattern, organizationId)) return [];
      const { service, ...scope } = pattern;
      const key = JSON.stringify(scope);
      scopes.set(key, scope);
      services.set(key, [...(services.get(key) ?? []), service]);
    }
    const granted = [...services.values()].map((some) =>
      permissionCodes.filter(
        (code) =>
          actions.some((action) => actionFits(action, code)) &&
          some.some((service) => matchesPart(service, serviceOf(code))),
      ),
    );
    const [codes = [], ...others] = granted;
    if (others.some((some) => some.join() !== codes.join())) return [];
    const labels = labelsGranted(codes);
    return labels.length === 0 ? [] : [{ customers: customersOf([...scopes.values()]), actions: labels }];
  });
}

/** Returns the statements to store for a form, with the kept ones first. Throws for unknown labels. */
export function policyOf(
  { basic, advanced }: PermissionForm,
  kept: readonly StoredStatement[],
  prefix: string,
): StoredStatement[] {
  const made = [basic, ...advanced].flatMap(({ customers, actions }, rule) =>
    statementsFor(actions, scopesOf(customers), prefix).map((statement) => ({ ...statement, rule })),
  );
  return [...kept, ...made];
}

/**
 * Returns the reason why a form cannot be saved, as a text of the catalogue; undefined if it can
 * (PERM-18..PERM-23). A policy that already has more advanced rules than allowed (`before`) may keep that
 * number.
 */
export function formProblem(
  { basic, advanced }: PermissionForm,
  home: ResourceScope,
  before = 0,
): string | undefined {
  if (advanced.length > Math.max(maxAdvancedRules, before))
    return `Add at most ${maxAdvancedRules} advanced rules`;
  const rules = [basic, ...advanced];
  const departments = rules.flatMap(({ customers }) =>
    customers.map(({ hierarchyIds }) => hierarchyIds.length),
  );
  if (departments.reduce((sum, count) => sum + count, 0) > maxDepartments)
    return "Please select at most 3,000 departments in all rules together";
  if (rules.some(({ actions }) => actions.some((label) => !codesOf(label)))) return "Unknown action";
  if (advanced.some(({ actions }) => actions.length === 0)) return "Please select at least one action";
  const [own, ...others] = basic.customers;
  if (others.length > 0 || own?.customerId !== home.customerId) return "Basic is about the group's customer";
  for (const { customers } of rules) {
    if (customers.length === 0) return "Please select one customer";
    if (customers.some(({ customerId }) => customerId === "")) return "Please select one customer";
    if (customers.some(({ hierarchyIds }) => hierarchyIds.length === 0))
      return "Please select at least one department";
    if (new Set(customers.map(({ customerId }) => customerId)).size < customers.length)
      return "Please select each customer once";
  }
  return undefined;
}
