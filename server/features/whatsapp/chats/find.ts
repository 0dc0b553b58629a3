import type { ChatId } from '../../../../shared/whatsapp/chat';
import type { WorkspaceContext } from '../../../context';
import { waChats } from '../../../db/schema';
import { ApiError } from '../../../errors';
import type { ChatRow } from '../../../whatsapp/identity/chat';
import type { InstanceRow } from '../../../whatsapp/work';
import { requireInstance } from '../instances/find';

/** A chat of a live instance that the caller sees, else 404. */
export async function requireChat(
  ctx: WorkspaceContext,
  { instance_id, chat_id }: ChatId,
): Promise<{ instance: InstanceRow; row: ChatRow }> {
  const instance = await requireInstance(ctx, instance_id);
  const row = await ctx.db.require(waChats, chat_id);
  if (row.instanceId !== instance.id) throw new ApiError('not_found');
  return { instance, row };
}
