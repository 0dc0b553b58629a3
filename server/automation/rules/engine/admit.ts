import { and, eq, gt } from 'drizzle-orm';

import { RULE_LIMITS, type RuleTriggerType } from '../../../../shared/automation/rule';
import type { RuleRunStep } from '../../../../shared/automation/rule-run';
import { HOUR_MS, MINUTE_MS } from '../../../../shared/durations';
import { ID_PREFIXES, newId } from '../../../../shared/ids';
import { insertNew } from '../../../db/insert-new';
import type { ScopedDb } from '../../../db/scoped';
import type { NewEvent } from '../../../events/emit';
import { countOpenRuns, paceRule, paceWorkspace } from '../../queries/rule-runs';
import { ruleRuns, rules } from '../../schema/rules';
import { changedAt } from './change-run';
import { ruleEvent } from './present';
import type { RuleConfig, RuleRow, RunContext, RunRow } from './types';

interface Cost {
  rule: number;
  workspace: number;
}
const ONE_RUN: Cost = {
  rule: MINUTE_MS / RULE_LIMITS.runsPerMinute,
  workspace: MINUTE_MS / RULE_LIMITS.workspaceRunsPerMinute,
};
const NO_COST: Cost = { rule: 0, workspace: 0 };

export interface Candidate {
  rule: RuleRow;
  trigger: RuleTriggerType;
  /** A rule has one run for each origin. */
  origin: string;
  context: RunContext;
  eventId?: string;
  scheduledFor?: Date;
  startAt?: Date;
  causes?: readonly string[];
  debounceKey?: string;
  throttleKey?: string;
}

const pendingSteps = ({ actions }: Pick<RuleConfig, 'actions'>): RuleRunStep[] =>
  actions.map(({ type }, index) => ({
    index,
    type,
    status: 'pending',
    input: null,
    output: null,
    error: null,
    started_at: null,
    completed_at: null,
  }));

function newRun({ rule, ...candidate }: Candidate, now: Date): RunRow {
  const startAt = candidate.startAt !== undefined && candidate.startAt > now ? candidate.startAt : now;
  return {
    id: newId(ID_PREFIXES.ruleRun),
    workspaceId: rule.workspaceId,
    ruleId: rule.id,
    ruleVersion: rule.configVersion,
    trigger: candidate.trigger,
    origin: candidate.origin,
    context: contextOf(rule, candidate.context),
    eventId: candidate.eventId ?? null,
    scheduledFor: candidate.scheduledFor ?? null,
    status: candidate.debounceKey === undefined ? 'queued' : 'waiting',
    reason: candidate.debounceKey === undefined ? null : 'debounce',
    steps: pendingSteps(rule.config),
    attempts: 0,
    chain: [...(candidate.causes ?? []), rule.id],
    debounceKey: candidate.debounceKey ?? null,
    throttleKey: candidate.throttleKey ?? null,
    nextAt: startAt,
    leaseOwner: null,
    leaseUntil: null,
    startedAt: null,
    completedAt: null,
    createdAt: now,
    updatedAt: now,
    version: 1,
  };
}

/** Keeps the access of the rule, so that a later change of the rule cannot extend it for this run. */
const contextOf = ({ grant: { resources } }: RuleRow, context: RunContext): RunContext =>
  Object.keys(resources).length === 0 ? context : { ...context, resources };

type Refusal = 'known' | 'replaced' | 'throttled' | 'backlog' | 'inactive';
type Admission = { run: RunRow } | { refused: Refusal };

/** Above the rate, the run starts later. Locks, in this order: runs in progress, rates, the rule, its waiting runs. */
export async function admitRun(
  tx: ScopedDb,
  candidate: Candidate,
  now: Date,
): Promise<{ admission: Admission; events: NewEvent[] }> {
  const run = newRun(candidate, now);
  if (run.debounceKey !== null) {
    if ((await pace(tx, candidate.rule, now, NO_COST)) === undefined) return refuse('inactive');
    if (await replaceWaiting(tx, run)) return refuse('replaced');
  }
  if (await isThrottled(tx, candidate, now)) return refuse('throttled');

  const startAt = await pace(tx, candidate.rule, now, ONE_RUN);
  if (startAt === undefined) return refuse('inactive');
  if (startAt > now && (await countOpenRuns(tx.store, tx.workspaceId, RULE_LIMITS.backlog)) >= RULE_LIMITS.backlog) {
    return refuse('backlog', await reportThrottled(tx, candidate.rule, now));
  }
  if (startAt > run.nextAt) run.nextAt = startAt;
  const [made] = await insertNew(tx.store, ruleRuns, [run]);
  return made ? { admission: { run: made }, events: [] } : refuse('known');
}

const refuse = (refused: Refusal, events: NewEvent[] = []) => ({ admission: { refused }, events });

/** A debounced run takes over the newer event and waits again. */
async function replaceWaiting(tx: ScopedDb, run: RunRow): Promise<boolean> {
  const { ruleId, debounceKey, origin, context, eventId, ruleVersion, steps, chain, nextAt, createdAt } = run;
  const replaced = await tx.update(
    ruleRuns,
    and(eq(ruleRuns.ruleId, ruleId), eq(ruleRuns.debounceKey, debounceKey ?? '')),
    { origin, context, eventId, ruleVersion, steps, chain, nextAt, ...changedAt(createdAt) },
  );
  return replaced.length > 0;
}

async function isThrottled(tx: ScopedDb, { rule, throttleKey }: Candidate, now: Date): Promise<boolean> {
  const { throttle } = rule.config;
  if (throttle === null || throttleKey === undefined) return false;
  const since = new Date(now.getTime() - throttle.per_seconds * 1000);
  const counted = await tx.count(
    ruleRuns,
    and(eq(ruleRuns.ruleId, rule.id), eq(ruleRuns.throttleKey, throttleKey), gt(ruleRuns.createdAt, since)),
  );
  return counted >= throttle.max;
}

/** Undefined for an inactive rule. Locks the rates of workspace and rule. */
async function pace(tx: ScopedDb, rule: RuleRow, now: Date, cost: Cost): Promise<Date | undefined> {
  const at = now.getTime();
  // The workspace is locked first, so that transactions with several rules cannot deadlock.
  const ofWorkspace = await paceWorkspace(tx.store, tx.workspaceId, at, cost.workspace);
  const ofRule = await paceRule(tx.store, rule, at, cost.rule);
  if (ofRule === undefined) return undefined;
  return new Date(Math.max(at, ofRule - MINUTE_MS, ofWorkspace - MINUTE_MS));
}

/** At most once an hour per rule. */
async function reportThrottled(tx: ScopedDb, rule: RuleRow, now: Date): Promise<NewEvent[]> {
  const row = await tx.get(rules, rule.id, { lock: true });
  if (!row || (row.throttledAt !== null && now.getTime() - row.throttledAt.getTime() < HOUR_MS)) return [];
  await tx.update(rules, eq(rules.id, rule.id), { throttledAt: now });
  return [ruleEvent('automation.rule.throttled', row)];
}
