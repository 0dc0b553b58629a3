import { MINUTE_MS } from '../../../shared/durations';
import type { Call, CallId } from '../../../shared/whatsapp/call';
import { ApiError } from '../../errors';
import { requireCapability } from '../capability';
import type { WhatsAppContext } from '../context';
import { addressFor } from '../identity/addresses';
import { requireInstance, requireOfInstance } from '../instances/find';
import { type CallRow, presentCall } from '../present/calls';
import { applied, asking } from '../provider';
import { readContacts } from '../queries/people';
import { waCalls, waGroups } from '../schema/people';

/** WhatsApp’s own name for an unanswered call. */
const RINGING = 'offer';
/** Longer than WhatsApp lets a phone ring; the end of a call may never be reported. */
const MAX_RINGING_MS = 2 * MINUTE_MS;

/** A call that was rejected before is answered as it is. Throws 409 for a call that is over or was accepted. */
export async function rejectCall(ctx: WhatsAppContext, { instance_id, call_id }: CallId): Promise<Call> {
  const instance = await requireInstance(ctx, instance_id);
  requireCapability(instance, 'call.reject');
  const row = requireOfInstance(await ctx.db.get(waCalls, call_id), instance.id);
  const caller = await callerOf(ctx, row);
  if (row.rejected || caller === undefined) return presentCall(row, caller);
  requireRinging(row, ctx.now());

  const { providerCallId, isVideo, groupId } = row;
  const who = addressFor(caller);
  await asking(ctx, instance, 'call.reject', (on) => on.driver.rejectCall?.(on.instance, { providerCallId, who }));
  const group = groupId === null ? undefined : await ctx.db.get(waGroups, groupId);
  const inGroup = group?.providerGroupId ? { providerGroupId: group.providerGroupId } : {};
  const rejected = { person: who, providerCallId, isVideo, status: 'reject', rejected: true, at: ctx.now() } as const;
  await applied(ctx, instance.id, [{ kind: 'call', ...rejected, ...inGroup }]);
  const after = await ctx.db.require(waCalls, call_id);
  return presentCall(after, await callerOf(ctx, after));
}

const callerOf = async (ctx: WhatsAppContext, { contactId }: CallRow) =>
  (await readContacts(ctx.store, ctx.workspaceId, [contactId])).get(contactId);

function requireRinging({ status, createdAt }: CallRow, now: Date): void {
  const isRinging = status === RINGING && now.getTime() - createdAt.getTime() <= MAX_RINGING_MS;
  if (isRinging) return;
  const reason = status === 'accept' ? 'was accepted on another device' : 'is over';
  throw new ApiError('invalid_state', `The call ${reason}: it cannot be rejected any more.`);
}
