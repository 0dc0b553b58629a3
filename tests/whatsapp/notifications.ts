import { parseNotification, type NotifiedItem } from '../../server/whatsapp/drivers/cloud/notification';
import type { DriverEvent } from '../../server/whatsapp/drivers/driver-events';

/** When notifications of tests arrive. */
export const ARRIVED = new Date('2026-11-21T09:30:00.000Z');
const METADATA = { display_phone_number: '+1 555-078-3881', phone_number_id: '106540352242922' };

/** The items of one change. */
export const itemsOf = (field: string, value: Record<string, unknown>): NotifiedItem[] =>
  parseNotification(
    JSON.stringify({
      object: 'whatsapp_business_account',
      entry: [
        { id: '1022', changes: [{ field, value: { messaging_product: 'whatsapp', metadata: METADATA, ...value } }] },
      ],
    }),
    ARRIVED,
  );

/** The driverEvent of one change, of all its items. */
export const eventOf = (field: string, value: Record<string, unknown>): DriverEvent[] =>
  itemsOf(field, value).flatMap((item) => {
    if (item.kind !== 'events') throw new Error(`${item.path} is ${item.kind}: ${JSON.stringify(item)}`);
    return item.events;
  });

export const SHEENA = {
  profile: { name: 'Sheena', username: 'sheena.n' },
  wa_id: '16505551234',
  user_id: 'US.1349120865',
};

/** The driverEvent of one message of Sheena’s. */
export const messageEvents = (message: Record<string, unknown>): DriverEvent[] =>
  eventOf('messages', {
    contacts: [SHEENA],
    messages: [{ from: SHEENA.wa_id, id: 'wamid.in', timestamp: '1749416383', ...message }],
  });
