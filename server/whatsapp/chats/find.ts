import type { ChatId } from '../../../shared/whatsapp/chat';
import type { WhatsAppContext } from '../context';
import type { ChatRow } from '../identity/chat';
import { requireInstance, requireOfInstance } from '../instances/find';
import { waChats } from '../schema/people';
import type { InstanceRow, Work } from '../work-types';

export async function requireChat(
  ctx: WhatsAppContext,
  { instance_id, chat_id }: ChatId,
): Promise<{ instance: InstanceRow; row: ChatRow }> {
  const instance = await requireInstance(ctx, instance_id);
  return { instance, row: requireOfInstance(await ctx.db.get(waChats, chat_id), instance.id) };
}

/** Requires the lock of the instance. Throws 404 when it was deleted meanwhile. */
export const lockChat = async ({ tx }: Pick<Work, 'tx'>, id: string): Promise<ChatRow> =>
  tx.require(waChats, id, { lock: true });
