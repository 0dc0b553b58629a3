import type { ScopedDb } from '../../db/scoped';
import { ApiError } from '../../errors';
import { isVisible } from '../../webhooks/endpoints/patterns';
import type { AutomationCall } from '../context';
import { rules } from '../schema/rules';
import type { RuleRow } from './engine/types';

type Caller = Pick<AutomationCall, 'actor'>;

/**
 * Whether a rule is there for the caller: its runs show what set it off, so they read all of that, and a narrowed key
 * sees what is narrowed as it is.
 */
export const seesRule = (ctx: Caller, { config: { trigger }, grant }: Pick<RuleRow, 'config' | 'grant'>): boolean =>
  isVisible(ctx, { events: trigger.type === 'event' ? trigger.events : [], grant });

/** The rule, else 404; one that the caller may not see is not there for them. */
export async function requireRule(
  ctx: Caller,
  db: ScopedDb,
  id: string,
  options: { lock?: boolean } = {},
): Promise<RuleRow> {
  const row = await db.require(rules, id, { lock: options.lock ?? false });
  if (!seesRule(ctx, row)) throw new ApiError('not_found');
  return row;
}

/**
 * Ids of the rules whose runs the caller sees; undefined for all runs. Of a deleted rule nothing says any more what its
 * runs may show: only those who read everything see them.
 */
export async function rulesWithRuns(ctx: Caller, db: ScopedDb): Promise<string[] | undefined> {
  const rows = await db.select(rules);
  const seen = rows.filter((row) => seesRule(ctx, row));
  return readsAll(ctx) && seen.length === rows.length ? undefined : seen.map(({ id }) => id);
}

const readsAll = ({ actor }: Caller): boolean =>
  actor.type === 'user'
    ? actor.member?.role !== 'viewer'
    : actor.fullAccess && Object.keys(actor.resources).length === 0;
