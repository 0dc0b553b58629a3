import { RULE_LIMITS } from '../../../shared/automation/rule';
import { emit } from '../../events/emit';
import type { AutomationContext } from '../context';
import type { KeptBody } from './bodies';
import { type Facts, type Outcome, writeDown } from './ledger';
import { type InboundRequestRow, presentRequest } from './present';
import type { Refused } from './refused';
import { inboundEvent } from './tell';

/** Writes down what an authenticated sender was refused, with its event. */
export async function writeRefusal(
  ctx: AutomationContext,
  facts: Facts,
  shown: KeptBody | undefined,
  { reason, stage, error }: Pick<Refused, 'reason' | 'stage' | 'error'>,
  status: 'rejected' | 'failed',
): Promise<InboundRequestRow | undefined> {
  const outcome: Outcome = { status, reason, stage, error };
  return ctx.db.transaction(async (tx) => {
    const row = await writeDown(tx, facts, outcome, ctx.config.inboundRetentionDays);
    if (!row) return undefined;
    const data = presentRequest(row, shown, new Map());
    const event = inboundEvent({ type: 'automation.inbound_request.rejected', data }, facts.endpoint);
    // What tells of a circle would else go round in it.
    if (facts.depth <= RULE_LIMITS.depth) await emit(ctx, tx.store, ctx.workspaceId, [{ ...event, cause: ctx.cause }]);
    return row;
  });
}

/** Writes down what a stranger was refused: no body, no event. */
export async function writeStranger(ctx: AutomationContext, facts: Facts, refused: Refused): Promise<void> {
  const { reason, stage, error } = refused;
  const outcome: Outcome = { status: 'rejected', reason, stage, error };
  await ctx.db.transaction((tx) => writeDown(tx, { ...facts, body: null }, outcome, ctx.config.inboundRetentionDays));
}
