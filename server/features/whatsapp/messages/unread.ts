import { and, eq, gt } from 'drizzle-orm';

import { IS_INBOUND, waMessages } from '../../../db/schema';
import type { Work } from '../../../whatsapp/work';

/** How many messages of the chat came in after this one. */
export const countInboundAfter = ({ tx }: Work, chatId: string, messageId: string): Promise<number> =>
  tx.count(waMessages, and(eq(waMessages.chatId, chatId), gt(waMessages.id, messageId), IS_INBOUND));
