import type { WhatsAppContext } from '../context';
import { waMessages } from '../schema/messages';

export async function hasMessages({ db }: Pick<WhatsAppContext, 'db'>): Promise<boolean> {
  return (await db.select(waMessages, { limit: 1 })).length > 0;
}
