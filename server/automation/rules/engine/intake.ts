import { and, eq } from 'drizzle-orm';

import { RULE_LIMITS } from '../../../../shared/automation/rule';
import type { RuleRunError } from '../../../../shared/automation/rule-run';
import type { EventType } from '../../../../shared/events/events';
import type { Store } from '../../../db/database';
import { isDataFault } from '../../../db/faults';
import { scoped, type ScopedDb } from '../../../db/scoped';
import type { NewEvent } from '../../../events/emit';
import type { Subscriber } from '../../../events/ports';
import { wouldReceive } from '../../../events/subscribers';
import { parseStorable } from '../../../storable';
import type { LoggedEvent } from '../../../work/queries/cursors';
import type { Effect } from '../../consumer';
import type { AutomationServices } from '../../context';
import { chainsOf } from '../../queries/rule-runs';
import { rules } from '../../schema/rules';
import { runErrorOf } from '../../templates/run-error';
import type { ConditionResult, Templates } from '../../templates/types';
import { ruleSubscriberOf } from '../subscriber';
import { admitRun, type Candidate } from './admit';
import { REFUSED } from './failure';
import { keysOf } from './keys';
import type { RuleMetrics } from './metrics';
import { endRun } from './settle';
import { createSlowRuleTracker, type SlowRuleTracker } from './slow-rules';
import { templateContext } from './template-context';
import type { RuleRow } from './types';

type MatchedRule = { candidate: Candidate; failure?: RuleRunError };

interface SubscribedRule {
  rule: RuleRow;
  subscriber: Subscriber;
}

/** A cause in a chain that is no known run: a webhook that called an endpoint of this server, or a deleted run. */
const OUTSIDE = '*';

/** Events of rules trigger no rules. */
export const canTriggerRules = (type: EventType): boolean => !type.startsWith('automation.rule');

type IntakeServices = Pick<AutomationServices, 'store' | 'now'>;

/** The effect saves the runs. */
export async function startRuns(
  ctx: IntakeServices,
  deps: IntakeDeps,
  workspaceId: string,
  events: readonly LoggedEvent[],
): Promise<Effect> {
  return saveRuns(ctx, deps, await findRuns(ctx, deps, workspaceId, events));
}

/** Called when the database refuses the runs of an event together: each is tried alone. */
export async function startRunsOfEvent(
  ctx: IntakeServices,
  deps: IntakeDeps,
  workspaceId: string,
  event: LoggedEvent,
): Promise<Effect> {
  const storable: MatchedRule[] = [];
  for (const one of await findRuns(ctx, deps, workspaceId, [event])) {
    for (const form of [one, refusedRun(one.candidate.rule, event, one.candidate.causes)]) {
      const save = (tx: Store) => saveRun(scoped(tx, workspaceId), form, ctx.now());
      if (!(await canWrite(ctx.store, save))) continue;
      storable.push(form);
      break;
    }
  }
  return saveRuns(ctx, deps, storable);
}

interface IntakeDeps {
  templates: Templates;
  metrics: RuleMetrics;
  wake: () => void;
}

const saveRuns =
  (ctx: Pick<IntakeServices, 'now'>, { metrics, wake }: IntakeDeps, found: readonly MatchedRule[]): Effect =>
  async (tx) => {
    const events: NewEvent[] = [];
    for (const one of found) {
      const saved = await saveRun(tx, one, ctx.now());
      events.push(...saved.events);
      if (saved.skipped) metrics.skipped(saved.skipped);
      if (saved.hasFailed) tx.store.afterCommit(() => metrics.ended('failed'));
    }
    if (found.length > 0) tx.store.afterCommit(wake);
    return events;
  };

async function findRuns(
  ctx: IntakeServices,
  { templates }: IntakeDeps,
  workspaceId: string,
  events: readonly LoggedEvent[],
): Promise<MatchedRule[]> {
  const active = await scoped(ctx.store, workspaceId).select(rules, {
    where: and(eq(rules.triggerType, 'event'), eq(rules.status, 'active')),
  });
  const subscribed = active.map((rule) => ({ rule, subscriber: ruleSubscriberOf(rule) }));
  const chains = await chainsOf(
    ctx.store,
    workspaceId,
    events.flatMap(({ causeRunId }) => causeRunId ?? []),
  );

  const found: MatchedRule[] = [];
  const slowRules = createSlowRuleTracker();
  for (const event of events) {
    const causes = causesOf(event, chains);
    if (causes.length >= RULE_LIMITS.depth) continue;
    const matching = subscribed.filter((one) => isTriggered(one, event, causes));
    if (matching.length > 0)
      found.push(...(await evaluateSeparately(ctx, { templates, slowRules }, event, matching, causes)));
  }
  return found;
}

/** Saved without the event, whose values the database refuses. */
const refusedRun = (rule: RuleRow, { id }: LoggedEvent, causes: readonly string[] = []): MatchedRule => ({
  candidate: { rule, trigger: 'event', origin: id, eventId: id, context: { event: null, input: null }, causes },
  failure: REFUSED,
});

/** Ids of rules, after one `OUTSIDE` for each cause that is no known run. */
function causesOf({ causeRunId, causeDepth }: LoggedEvent, chains: ReadonlyMap<string, string[]>): string[] {
  const causes = chains.get(causeRunId ?? '') ?? [];
  return [...Array<string>(Math.max(0, causeDepth - causes.length)).fill(OUTSIDE), ...causes];
}

const isTriggered = ({ rule, subscriber }: SubscribedRule, event: LoggedEvent, causes: readonly string[]): boolean =>
  event.sequence > rule.startSequence && !causes.includes(rule.id) && wouldReceive(subscriber, event);

/** If the data of one rule cannot be evaluated, only its run fails. */
async function evaluateSeparately(...args: Parameters<typeof evaluate>): Promise<MatchedRule[]> {
  const [ctx, deps, event, subscribed, causes] = args;
  try {
    return await evaluate(...args);
  } catch (error) {
    if (!isDataFault(error)) throw error;
    if (subscribed.length > 1) {
      const found: MatchedRule[] = [];
      for (const one of subscribed) found.push(...(await evaluateSeparately(ctx, deps, event, [one], causes)));
      return found;
    }
    return subscribed.map(({ rule }) => refusedRun(rule, event, causes));
  }
}

/** Filters of all rules at once, then the keys of those that match. */
async function evaluate(
  ctx: IntakeServices,
  { templates, slowRules }: { templates: Templates; slowRules: SlowRuleTracker },
  event: LoggedEvent,
  subscribed: readonly SubscribedRule[],
  causes: readonly string[],
): Promise<MatchedRule[]> {
  const context = { event: parseStorable(event.body) as Record<string, unknown>, input: null };
  const contextFor = ({ rule }: SubscribedRule) =>
    templateContext(ctx, {
      rule,
      config: rule.config,
      trigger: { type: 'event', event_id: event.id },
      context,
      now: ctx.now(),
    });
  const filtered = subscribed.filter(({ rule }) => rule.config.filter.length > 0 && !slowRules.blockedBy(rule.id));
  const [first] = filtered;
  const sets = filtered.map(({ rule }) => ({ key: rule.id, conditions: rule.config.filter }));
  const results: ReadonlyMap<string, ConditionResult> =
    first === undefined ? new Map() : await templates.holdsEach(first.rule.workspaceId, sets, await contextFor(first));

  const found: MatchedRule[] = [];
  for (const one of subscribed) {
    const { rule } = one;
    const blocked = slowRules.blockedBy(rule.id);
    const result: ConditionResult = blocked
      ? { ok: false, failure: blocked }
      : (results.get(rule.id) ?? { ok: true, holds: true });
    if (result.ok && !result.holds) continue;
    const candidate: Candidate = { rule, trigger: 'event', origin: event.id, eventId: event.id, context, causes };
    if (!result.ok) {
      if (!blocked) slowRules.add(rule.id, result.failure);
      found.push({ candidate, failure: runErrorOf(result.failure) });
      continue;
    }
    const keys = await keysOf(templates, rule, () => contextFor(one));
    if (keys.ok) found.push({ candidate: { ...candidate, ...keys.value, ...waitOf(rule, ctx.now()) } });
    else {
      slowRules.add(rule.id, keys.failure);
      found.push({ candidate, failure: runErrorOf(keys.failure) });
    }
  }
  return found;
}

const waitOf = ({ config: { debounce } }: RuleRow, now: Date): Pick<Candidate, 'startAt'> =>
  debounce === null ? {} : { startAt: new Date(now.getTime() + debounce.seconds * 1000) };

interface SavedRun {
  events: NewEvent[];
  skipped?: 'throttled' | 'backlog';
  hasFailed?: true;
}

async function saveRun(tx: ScopedDb, { candidate, failure }: MatchedRule, now: Date): Promise<SavedRun> {
  const { admission, events } = await admitRun(tx, candidate, now);
  if ('refused' in admission) {
    const { refused } = admission;
    return refused === 'throttled' || refused === 'backlog' ? { events, skipped: refused } : { events };
  }
  if (failure === undefined) return { events };
  const run = admission.run;
  const [step, ...rest] = run.steps;
  const steps = step === undefined ? [] : [{ ...step, error: failure }, ...rest];
  const ended = await endRun(tx, { ...run, steps }, { status: 'failed', reason: 'trigger_failed' }, now);
  return { events: [...events, ...ended], hasFailed: true };
}

class RolledBack extends Error {}

async function canWrite(store: Store, write: (tx: Store) => Promise<unknown>): Promise<boolean> {
  try {
    return await store.transaction(async (tx) => {
      await write(tx);
      throw new RolledBack();
    });
  } catch (error) {
    if (error instanceof RolledBack) return true;
    if (isDataFault(error)) return false;
    throw error;
  }
}
