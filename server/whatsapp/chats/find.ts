import type { ChatId } from '../../../shared/whatsapp/chat';
import { ApiError } from '../../errors';
import type { WhatsAppContext } from '../context';
import type { ChatRow } from '../identity/chat';
import { requireInstance } from '../instances/find';
import { waChats } from '../schema/people';
import type { InstanceRow, Work } from '../work-types';

export async function requireChat(
  ctx: WhatsAppContext,
  { instance_id, chat_id }: ChatId,
): Promise<{ instance: InstanceRow; row: ChatRow }> {
  const instance = await requireInstance(ctx, instance_id);
  const row = await ctx.db.require(waChats, chat_id);
  if (row.instanceId !== instance.id) throw new ApiError('not_found');
  return { instance, row };
}

/** Requires the lock of the instance. Throws 404 when it was deleted meanwhile. */
export const lockChat = ({ tx }: Pick<Work, 'tx'>, id: string): Promise<ChatRow> =>
  tx.require(waChats, id, { lock: true });
