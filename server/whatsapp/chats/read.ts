import type { ChatId } from '../../../shared/whatsapp/chat';
import { requireCapability } from '../capability';
import { requireConnected } from '../connections/connected';
import type { WhatsAppContext } from '../context';
import { markRead } from '../messages/read';
import { lastInbound } from '../messages/target';
import { requireChat } from './find';

export async function readChat(ctx: WhatsAppContext, input: ChatId): Promise<void> {
  const { instance, row } = await requireChat(ctx, input);
  const last = await lastInbound(ctx.db, row.id);
  if (last) return markRead(ctx, instance, last, false);
  requireConnected(instance);
  requireCapability(instance, 'message.read');
}
