import { permissions } from "~/i18n/permissions";
import type { ConsoleArgs } from "~/services/console-args";
import type { Question } from "~/services/form-answer";
import type { CustomerChoice } from "./permission-draft.server";
import { anyPlace } from "./permission-form";
import type { PermissionChange } from "./permission.server";

type Sections = Readonly<Record<string, readonly string[]>>;
type Place = { customerId: string; hierarchyId: string };

/** An action without its section, unless another section has one of the same name. */
function actionNames(sections: Sections) {
  const short = (label: string) => label.replace(/^.*? - /, "");
  const count = new Map<string, number>();
  for (const label of Object.values(sections).flat())
    count.set(short(label), (count.get(short(label)) ?? 0) + 1);
  return (label: string) => ((count.get(short(label)) ?? 0) > 1 ? label : short(label));
}

/** What a customer or one of its departments is called. */
function placeNames({ translate }: ConsoleArgs, choices: readonly CustomerChoice[]) {
  const t = translate(permissions);
  return ({ customerId, hierarchyId }: Place): string => {
    if (customerId === anyPlace) return t("question.anyCustomer");
    const choice = choices.find(({ id }) => id === customerId);
    const department = choice?.departments?.find(({ _id }) => _id === hierarchyId);
    const customer = choice?.name ?? t("unknownCustomer");
    if (department?.level === 0) return customer;
    return t("question.department", { department: department?.name ?? t("unknownDepartment"), customer });
  };
}

type Impact = PermissionChange["impacts"][number];

/** What a change means, in words; null when it changes nothing (PERM-68, PERM-69). */
export function questionOf(
  args: ConsoleArgs,
  change: PermissionChange,
  choices: readonly CustomerChoice[],
  sections: Sections,
): Question | null {
  const { impacts, members, losesOwnAccess } = change;
  if (impacts.length === 0) return null;
  const t = args.translate(permissions);
  return {
    title: t("question.title"),
    text: [t("question.members", { count: members }), ...changeInWords(args, change, choices, sections)],
    confirm: t("question.confirm"),
    danger: losesOwnAccess,
    width: 552,
  };
}

/** What people gain and lose by a change, a sentence for those that it means the same to. */
export function changeInWords(
  args: ConsoleArgs,
  {
    impacts,
    isComplete,
    losesOwnAccess,
  }: Pick<PermissionChange, "impacts" | "isComplete" | "losesOwnAccess">,
  choices: readonly CustomerChoice[],
  sections: Sections,
): string[] {
  const t = args.translate(permissions);
  const [placeOf, nameOf] = [placeNames(args, choices), actionNames(sections)];
  // What happens to the same people is one sentence: first the places of an action, then the actions of those places.
  const places = new Map<string, { impact: Impact; places: string[] }>();
  for (const impact of impacts) {
    const key = JSON.stringify([impact.action, impact.isAdded, impact.people, impact.isCallerAmong]);
    const found = places.get(key) ?? { impact, places: [] };
    found.places.push(placeOf(impact));
    places.set(key, found);
  }
  const sentences = new Map<string, { impact: Impact; places: string[]; actions: string[] }>();
  for (const { impact, places: at } of places.values()) {
    const key = JSON.stringify([at, impact.isAdded, impact.people, impact.isCallerAmong]);
    const found = sentences.get(key) ?? { impact, places: at, actions: [] };
    found.actions.push(nameOf(impact.action));
    sentences.set(key, found);
  }
  const text = [...sentences.values()].map(({ impact, places: at, actions }) => {
    const words = { actions: actions.join(", "), places: at.join(", ") };
    const { isAdded, people, isCallerAmong } = impact;
    if (people === 0) return t(isAdded ? "question.added" : "question.removed", words);
    const what = isAdded ? (isCallerAmong ? "gainYou" : "gain") : isCallerAmong ? "loseYou" : "lose";
    return t(`question.${what}`, { ...words, count: people });
  });
  return [
    ...text,
    ...(isComplete ? [] : [t("question.more")]),
    ...(losesOwnAccess ? [t("question.ownAccess")] : []),
  ];
}

/** Where two states of a form differ, and which actions only one of them has there, in words. */
export type Difference = { place: string; mine: string[]; theirs: string[] };

/** Actions at customers and their departments, and what is said of them before the place, such as that they are denied. */
export type SaidRule = {
  effect?: string;
  actions: readonly string[];
  customers: readonly { customerId: string; hierarchyIds: readonly string[] }[];
};

const none: ReadonlySet<string> = new Set();

/** What the person chose against what another has stored meanwhile, place by place. */
export function differencesOf(
  args: ConsoleArgs,
  mine: readonly SaidRule[],
  theirs: readonly SaidRule[],
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

/** The actions of each customer's department that a form names. */
function byPlace(rules: readonly SaidRule[]) {
  const places = new Map<string, { place: Place; effect: string | undefined; actions: Set<string> }>();
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
