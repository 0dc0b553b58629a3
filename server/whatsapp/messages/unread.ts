import { and, eq, gt } from 'drizzle-orm';

import { IS_INBOUND, waMessages } from '../schema/messages';
import type { Work } from '../work-types';

export const countInboundAfter = ({ tx }: Work, chatId: string, messageId: string): Promise<number> =>
  tx.count(waMessages, and(eq(waMessages.chatId, chatId), gt(waMessages.id, messageId), IS_INBOUND));
