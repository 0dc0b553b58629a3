import { RULE_LIMITS } from '../../../../shared/automation/rule';
import { emit } from '../../../events/emit';
import type { AutomationContext } from '../../context';
import { inboundEvent } from '../events';
import type { StoredBody } from '../parse/stored-body';
import { type InboundRequestRow, presentRequest } from '../present';
import type { Refused } from '../refusal';
import type { RequestDetails } from '../request';
import { type RequestResult, saveRequest } from './save-request';

export async function saveRefusal(
  ctx: AutomationContext,
  request: RequestDetails,
  preview: StoredBody | undefined,
  { reason, stage, error }: Pick<Refused, 'reason' | 'stage' | 'error'>,
  status: 'rejected' | 'failed',
): Promise<InboundRequestRow | undefined> {
  const outcome: RequestResult = { status, reason, stage, error };
  return ctx.db.transaction(async (tx) => {
    const row = await saveRequest(tx, request, outcome, ctx.config.inboundRetentionDays);
    if (!row) return undefined;
    const data = presentRequest(row, preview, new Map());
    const event = inboundEvent({ type: 'automation.inbound_request.rejected', data }, request.endpoint);
    // The event of a loop must not feed the loop.
    if (request.depth <= RULE_LIMITS.depth) await emit(ctx, tx, [{ ...event, cause: ctx.cause }]);
    return row;
  });
}

export async function saveUnauthenticated(
  ctx: AutomationContext,
  request: RequestDetails,
  refused: Refused,
): Promise<void> {
  const { reason, stage, error } = refused;
  const outcome: RequestResult = { status: 'rejected', reason, stage, error };
  await ctx.db.transaction((tx) =>
    saveRequest(tx, { ...request, body: null }, outcome, ctx.config.inboundRetentionDays),
  );
}
