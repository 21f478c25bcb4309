/** Builds the list of everything that happened to one application (APP-55), from recorded facts only. */
import type { ThreadMessage } from "../candidate-messages/candidate-messages.rules";
import type { RuleRecord } from "../workflows/stage-rules";
import type { Stage } from "../workflows/workflow-stages";

export const threadKinds = [
  "APPLIED",
  "ORDERED",
  "STARTED",
  "SUBMITTED",
  "MOVED",
  "STATUS",
  "MESSAGE",
  "CORRECTED",
  "DEIDENTIFIED",
] as const;

type ThreadKind = (typeof threadKinds)[number];

/** An entry of the thread. Fields that do not apply to its kind are left out. */
export interface ThreadEntry {
  readonly kind: ThreadKind;
  /** Milliseconds UTC. */
  readonly at: number;
  /** The stage it happened at; for MOVED, the target stage. */
  readonly stageId?: string;
  /** The user's id. */
  readonly changedBy?: string | null;
  /** For changes by a rule: the stage the rule belongs to. */
  readonly ruleStageId?: string;
  /** The rule itself, if it was recorded. */
  readonly rule?: RuleRecord | undefined;
  readonly before?: string;
  readonly after?: string;
  /** The reason of a decline, if one was given. */
  readonly declineReason?: string | null | undefined;
  /** Names of the corrected fields. */
  readonly fields?: readonly string[];
  readonly message?: ThreadMessage;
}

interface Change {
  readonly kind: "STATUS" | "STAGE";
  readonly before: string;
  readonly after: string;
  readonly changedBy: string | null;
  readonly changedAt: number;
  readonly rule?: RuleRecord | undefined;
  readonly declineReason?: string | null | undefined;
}

interface CandidateChange {
  readonly kind: "CORRECTED" | "DEIDENTIFIED";
  readonly fields: readonly string[];
  readonly changedBy: string | null;
  readonly changedAt: number;
}

interface Assessment {
  readonly stageId: string;
  readonly createdAt: number;
  readonly consentedAt: number | null;
  readonly submittedAt: number | null;
}

export interface ThreadSources {
  readonly createdAt: number;
  /** The stages of the vacancy, in order. */
  readonly stages: readonly Stage[];
  readonly assessments: readonly Assessment[];
  readonly changes: readonly Change[];
  readonly candidateChanges: readonly CandidateChange[];
  readonly messages: readonly (ThreadMessage & { readonly stageId: string })[];
}

/** Returns the stage whose rule explains `change`, if no user made it. */
function ruleStageOf({ stages, assessments }: ThreadSources, change: Omit<Change, "changedAt">) {
  if (change.changedBy !== null) return undefined;
  const taken = new Set(assessments.map(({ stageId }) => stageId));
  return stages.find(
    ({ _id, triggers }) =>
      taken.has(_id) &&
      triggers.some(({ enabled, action }) =>
        change.kind === "STAGE"
          ? enabled && action.type === "MOVE_STAGE" && _id !== change.after
          : enabled && action.type === "UPDATE_STATUS" && action.payload.status === change.after,
      ),
  )?._id;
}

function changeEntries(sources: ThreadSources): ThreadEntry[] {
  return sources.changes.map((change) => {
    const { kind, before, after, changedBy, changedAt: at, rule, declineReason } = change;
    const ruleStageId = ruleStageOf(sources, change);
    const entry = {
      at,
      before,
      after,
      changedBy,
      ...(ruleStageId !== undefined && { ruleStageId }),
      ...(rule && { rule }),
      ...(declineReason && { declineReason }),
    };
    return kind === "STAGE" ? { ...entry, kind: "MOVED", stageId: after } : { ...entry, kind: "STATUS" };
  });
}

/** Infers moves without a record: assessments at two stages imply a move from one to the other. */
function unrecordedMoves(sources: ThreadSources): ThreadEntry[] {
  const { stages, assessments, changes } = sources;
  const ordered = stages.flatMap(({ _id }) => assessments.find(({ stageId }) => stageId === _id) ?? []);
  return ordered.flatMap(({ stageId, createdAt }, index): ThreadEntry[] => {
    const before = ordered[index - 1]?.stageId;
    const isRecorded = changes.some(({ kind, after }) => kind === "STAGE" && after === stageId);
    if (before === undefined || isRecorded) return [];
    const ruleStageId = ruleStageOf(sources, { kind: "STAGE", before, after: stageId, changedBy: null });
    const rule = ruleStageId === undefined ? {} : { ruleStageId };
    return [{ kind: "MOVED", at: createdAt, stageId, before, after: stageId, ...rule }];
  });
}

function assessmentEntries({ assessments }: ThreadSources): ThreadEntry[] {
  return assessments.flatMap(({ stageId, createdAt, consentedAt, submittedAt }): ThreadEntry[] => [
    { kind: "ORDERED", at: createdAt, stageId },
    ...(consentedAt === null ? [] : [{ kind: "STARTED" as const, at: consentedAt, stageId }]),
    ...(submittedAt === null ? [] : [{ kind: "SUBMITTED" as const, at: submittedAt, stageId }]),
  ]);
}

/** Order within the same moment: causes before effects. A move follows its cause in the stage being left. */
const order: Readonly<Record<ThreadKind, number>> = {
  APPLIED: 0,
  ORDERED: 1,
  STARTED: 2,
  SUBMITTED: 3,
  MOVED: 4,
  STATUS: 8,
  MESSAGE: 9,
  CORRECTED: 10,
  DEIDENTIFIED: 11,
};

/** Returns an entry's rank within its moment. Events in a stage rank after the move to it. */
function orderOf({ kind, at, stageId }: ThreadEntry, entries: readonly ThreadEntry[]): number {
  const isInStage = kind === "ORDERED" || kind === "STARTED" || kind === "SUBMITTED";
  const isMovedTo =
    isInStage && entries.some((one) => one.kind === "MOVED" && one.at === at && one.after === stageId);
  return order[kind] + (isMovedTo ? order.MOVED : 0);
}

/** Returns the thread of an application, newest first. */
export function threadOf(sources: ThreadSources): ThreadEntry[] {
  const entries: ThreadEntry[] = [
    { kind: "APPLIED", at: sources.createdAt },
    ...assessmentEntries(sources),
    ...changeEntries(sources),
    ...unrecordedMoves(sources),
    ...sources.candidateChanges.map(({ kind, fields, changedBy, changedAt: at }) => ({
      kind,
      at,
      fields,
      changedBy,
    })),
    ...sources.messages.map(({ stageId, ...message }): ThreadEntry => ({
      kind: "MESSAGE",
      at: message.events[0]?.at ?? sources.createdAt,
      stageId,
      message,
    })),
  ];
  return entries
    .map((entry) => ({ entry, order: orderOf(entry, entries) }))
    .sort((a, b) => b.entry.at - a.entry.at || b.order - a.order)
    .map(({ entry }) => entry);
}
