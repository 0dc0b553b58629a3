import type { ScopedDb } from '../../db/scoped';
import { ApiError } from '../../errors';
import { isVisibleWebhook } from '../../webhooks';
import type { AutomationCall } from '../context';
import { rules } from '../schema/rules';
import type { RuleRow } from './engine/types';

type Caller = Pick<AutomationCall, 'actor'>;

/** Runs show their trigger, so a caller must be able to read all of it. */
export const canSeeRule = (ctx: Caller, { config: { trigger }, grant }: Pick<RuleRow, 'config' | 'grant'>): boolean =>
  isVisibleWebhook(ctx, { events: trigger.type === 'event' ? trigger.events : [], grant });

/** Throws the same 404 for a missing rule and for one that the caller cannot see. */
export async function requireRule(
  ctx: Caller,
  db: ScopedDb,
  id: string,
  options: { lock?: boolean } = {},
): Promise<RuleRow> {
  const row = await db.require(rules, id, { lock: options.lock ?? false });
  if (!canSeeRule(ctx, row)) throw new ApiError('not_found');
  return row;
}

/** Undefined for all. Runs of deleted rules are visible only to callers who can read everything. */
export async function rulesWithRuns(ctx: Caller, db: ScopedDb): Promise<string[] | undefined> {
  const rows = await db.select(rules);
  const seen = rows.filter((row) => canSeeRule(ctx, row));
  return readsAll(ctx) && seen.length === rows.length ? undefined : seen.map(({ id }) => id);
}

const readsAll = ({ actor }: Caller): boolean =>
  actor.type === 'user'
    ? actor.member?.role !== 'viewer'
    : actor.fullAccess && Object.keys(actor.resources).length === 0;
