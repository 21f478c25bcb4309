import { permissions } from "~/i18n/permissions";
import type { Difference } from "~/models/form/draft-form.server";
import type { ConsoleArgs } from "~/services/console-args";
import { optional } from "~/services/failure.server";
import type { Question } from "~/services/form-answer";
import { choicesFor, type CustomerChoice } from "./rule-choices.server";
import { anyPlace } from "./rule-draft";
import { getGlobalCustomers, getSections, type PermissionChange } from "./rules.server";

type Sections = Readonly<Record<string, readonly string[]>>;
type DepartmentPlace = { customerId: string; hierarchyId: string };

/** Action names without their section, unless the name occurs in several sections. */
function actionNames(sections: Sections) {
  const short = (label: string) => label.replace(/^.*? - /, "");
  const count = new Map<string, number>();
  for (const label of Object.values(sections).flat())
    count.set(short(label), (count.get(short(label)) ?? 0) + 1);
  return (label: string) => ((count.get(short(label)) ?? 0) > 1 ? label : short(label));
}

/** Name of a customer or one of its departments. */
function placeNames({ translate }: ConsoleArgs, choices: readonly CustomerChoice[]) {
  const t = translate(permissions);
  return ({ customerId, hierarchyId }: DepartmentPlace): string => {
    if (customerId === anyPlace) return t("question.anyCustomer");
    const choice = choices.find(({ id }) => id === customerId);
    const department = choice?.departments?.find(({ _id }) => _id === hierarchyId);
    const customer = choice?.name ?? t("unknownCustomer");
    if (department?.level === 0) return customer;
    return t("question.department", { department: department?.name ?? t("unknownDepartment"), customer });
  };
}

type Impact = PermissionChange["impacts"][number];
type ImpactPlace = Impact["place"];

/** Limit of names per list. */
const maxNames = 12;

/** Places affected by each change, as text: customers and departments by name, leaving out unaffected ones. */
async function impactPlaceTexts(args: ConsoleArgs, impacts: readonly Impact[]) {
  const { api, scope, translate } = args;
  const t = translate(permissions);
  const customers = await getGlobalCustomers(api, scope.organizationId);
  const rootOf = new Map(customers.map(({ customerId, rootHierarchyId }) => [customerId, rootHierarchyId]));
  const isWhole = ({ customerId, hierarchyId }: ImpactPlace) =>
    hierarchyId === anyPlace || hierarchyId === rootOf.get(customerId);
  const divided = impacts
    .flatMap(({ place, except }) => [place, ...except])
    .filter((place) => !isWhole(place))
    .map(({ customerId: customer }) => ({ customer, departments: [] }));
  const choices = await choicesFor(args, customers, [{ rules: [{ rows: divided, actions: [] }] }]);
  const departmentOf = placeNames(args, choices);
  const anyOf = ({ organizationId }: ImpactPlace) => {
    if (organizationId === anyPlace) return t("question.everyCustomer");
    return t(organizationId === scope.organizationId ? "question.anyCustomer" : "question.otherOrganization");
  };
  const nameOf = (place: ImpactPlace): string => {
    const { awsRegion, customerId } = place;
    if (customerId === anyPlace) {
      const name = anyOf(place);
      return awsRegion === anyPlace ? name : t("question.inRegion", { place: name, region: awsRegion });
    }
    const name = choices.find(({ id }) => id === customerId)?.name ?? t("unknownCustomer");
    return isWhole(place) ? name : departmentOf(place);
  };
  const listOf = (names: readonly string[]) => {
    const distinct = [...new Set(names)];
    const shown = distinct.slice(0, maxNames).join(", ");
    const count = distinct.length - maxNames;
    return count > 0 ? t("question.andMore", { names: shown, count }) : shown;
  };
  const placeOf = ({ place, except }: Impact) =>
    except.length === 0
      ? nameOf(place)
      : t("question.except", { place: nameOf(place), parts: listOf(except.map(nameOf)) });
  return { placeOf, listOf };
}

/** Confirmation of a rules change: its effect, between the form's own texts. */
export async function changeQuestion(
  args: ConsoleArgs,
  change: PermissionChange,
  sections: Sections,
  words: Pick<Question, "title" | "confirm"> & { before: string[]; after?: string[]; isHub?: boolean },
): Promise<Question> {
  const { before, after = [], isHub, ...rest } = words;
  const { losesOwnRights, restorable } = change;
  const later = args.translate(permissions)("question.restorable", { count: restorable });
  return {
    ...rest,
    text: [
      ...before,
      ...(restorable > 0 ? [later] : []),
      ...(await changeInWords(args, change, sections, isHub)),
      ...after,
    ],
    danger: losesOwnRights,
    width: 552,
  };
}

/** Confirmation of an action that takes rights from people; null if it takes none (PERM-84). */
export async function lostRightsQuestion(
  args: ConsoleArgs,
  asked: Promise<PermissionChange>,
  words: Pick<Question, "title" | "confirm">,
): Promise<Question | null> {
  const change = await asked;
  const isTaking =
    !change.isComplete ||
    change.losingConsole + change.losingSignIn > 0 ||
    change.impacts.some(({ isAdded, people }) => !isAdded && people > 0);
  if (!isTaking) return null;
  // If the sections fail to load, actions are named with their section.
  const sections = await optional(getSections(args.api), {});
  return changeQuestion(args, { ...change, restorable: 0 }, sections, { ...words, before: [] });
}

/** People's gains and losses by a change; one sentence per equally affected group of people. */
async function changeInWords(
  args: ConsoleArgs,
  { impacts, isComplete, members, losingConsole, losingSignIn, losesOwnRights }: PermissionChange,
  sections: Sections,
  isHub = false,
): Promise<string[]> {
  const t = args.translate(permissions);
  const nameOf = actionNames(sections);
  const all = Object.values(sections).flat().length;
  const { placeOf, listOf } = await impactPlaceTexts(args, impacts);
  // Merge effects on the same people: first the places of an action, then the actions of those places.
  const whoOf = ({ isAdded, isDenied, people, isCallerAmong }: Impact) =>
    [isAdded, isDenied, people, isCallerAmong].join();
  const places = new Map<string, { impact: Impact; places: string[] }>();
  for (const impact of impacts) {
    const key = JSON.stringify([impact.action, whoOf(impact)]);
    const found = places.get(key) ?? { impact, places: [] };
    found.places.push(placeOf(impact));
    places.set(key, found);
  }
  const sentences = new Map<string, { impact: Impact; places: string; actions: string[] }>();
  for (const { impact, places: at } of places.values()) {
    const key = JSON.stringify([at, whoOf(impact)]);
    const found = sentences.get(key) ?? { impact, places: listOf(at), actions: [] };
    found.actions.push(impact.action);
    sentences.set(key, found);
  }
  const wordsOf = (actions: readonly string[]) => {
    const labels = actions.filter((action) => action !== "*");
    const isAll = labels.length > 1 && labels.length === all;
    const names = isAll ? [t("question.allActions")] : labels.map(nameOf);
    return [...names, ...(labels.length < actions.length ? [t("question.staff")] : [])].join(", ");
  };
  const isForNobody = isComplete && impacts.every(({ people }) => people === 0);
  // Effects on people come before changes that affect no one yet.
  const text = [...sentences.values()]
    .toSorted((a, b) => Number(a.impact.people === 0) - Number(b.impact.people === 0))
    .map(({ impact, places: at, actions }) => {
      const words = {
        actions: wordsOf(actions),
        places: isHub ? t("question.inHub", { places: at }) : at,
      };
      const { isAdded, isDenied, people, isCallerAmong } = impact;
      if (people === 0) {
        const verb = isDenied ? (isAdded ? "allowed" : "denied") : isAdded ? "added" : "removed";
        const text = t(`question.${verb}`, words);
        return isForNobody ? text : `${text} ${t("question.forNobody")}`;
      }
      const what = isAdded ? (isCallerAmong ? "gainYou" : "gain") : isCallerAmong ? "loseYou" : "lose";
      return t(`question.${what}`, { ...words, count: people });
    });
  const customer = args.scope.customerDisplayName;
  return [
    ...(losingConsole > 0 ? [t("question.console", { count: losingConsole, customer })] : []),
    ...(losingSignIn > 0 ? [t("question.signIn", { count: losingSignIn, customer })] : []),
    ...(isForNobody && members > 0 ? [t("question.nothing")] : []),
    ...text,
    ...(isComplete ? [] : [t("question.more")]),
    ...(losesOwnRights ? [t("question.ownRights")] : []),
  ];
}

/** Actions at customers and departments; `effect` is a text before the place, e.g. "Denied at". */
export type DescribedRule = {
  effect?: string;
  actions: readonly string[];
  customers: readonly { customerId: string; hierarchyIds: readonly string[] }[];
};

const none: ReadonlySet<string> = new Set();

/** Compares the user's rules with another user's saved ones, place by place. */
export function differencesOf(
  args: ConsoleArgs,
  mine: readonly DescribedRule[],
  theirs: readonly DescribedRule[],
  choices: readonly CustomerChoice[],
  sections: Sections,
): Difference[] {
  const [placeOf, nameOf] = [placeNames(args, choices), actionNames(sections)];
  const [ours, others] = [byPlace(mine), byPlace(theirs)];
  return [...new Map([...ours, ...others])].flatMap(([key, { place, effect }]) => {
    const [here, there] = [ours.get(key)?.actions ?? none, others.get(key)?.actions ?? none];
    const only = (some: ReadonlySet<string>, rest: ReadonlySet<string>) =>
      [...some].filter((label) => !rest.has(label)).map(nameOf);
    const name = effect === undefined ? placeOf(place) : `${effect}: ${placeOf(place)}`;
    const difference = { place: name, mine: only(here, there), theirs: only(there, here) };
    return difference.mine.length + difference.theirs.length > 0 ? [difference] : [];
  });
}

/** The form's actions by customer and department. */
function byPlace(rules: readonly DescribedRule[]) {
  const places = new Map<
    string,
    { place: DepartmentPlace; effect: string | undefined; actions: Set<string> }
  >();
  for (const { effect, actions, customers } of rules)
    for (const { customerId, hierarchyIds } of customers)
      for (const hierarchyId of hierarchyIds) {
        const key = `${effect} ${customerId} ${hierarchyId}`;
        const place = { customerId, hierarchyId };
        const found = places.get(key) ?? { place, effect, actions: new Set<string>() };
        for (const action of actions) found.actions.add(action);
        places.set(key, found);
      }
  return places;
}
