import { and, eq, or } from 'drizzle-orm';

import type { MessageRow } from '../present/messages';
import { waMessages } from '../schema/messages';
import type { Work } from '../work-types';
import { setReaction } from './reaction';

export async function recordOwnReaction(work: Work, sent: MessageRow): Promise<void> {
  const { content, sentAt, chatId } = sent;
  if (content.type !== 'reaction' || sentAt === null) return;
  const name = content.message_id;
  const [target] = await work.tx.select(waMessages, {
    where: and(eq(waMessages.chatId, chatId), or(eq(waMessages.id, name), eq(waMessages.providerMessageId, name))),
    limit: 1,
    lock: true,
  });
  if (target) await setReaction(work, target, null, content.emoji, sentAt);
}
