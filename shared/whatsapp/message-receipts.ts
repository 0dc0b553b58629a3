import { z } from 'zod';

import { pageOf, pageQuery } from '../page';
import { timestamp } from '../text';
import { MessageId } from './message-inputs';
import { EXAMPLE_PARTY, Party } from './party';

export const ListMessageReceipts = z.strictObject({ ...MessageId.shape, ...pageQuery });
export type ListMessageReceipts = z.output<typeof ListMessageReceipts>;

const time = (what: string) => timestamp().nullable().describe(`${what}; null if it was not reported.`);

const MessageReceipt = z
  .strictObject({
    party: Party.describe('Person who got the message.'),
    delivered_at: time('Time of delivery to the person'),
    read_at: time('Time when the person read the message'),
    played_at: time('Time when the person played a voice message'),
    failed_at: time('Time when the delivery to the person failed'),
  })
  .meta({
    id: 'WhatsAppMessageReceipt',
    example: {
      party: EXAMPLE_PARTY,
      delivered_at: '2026-11-21T09:30:01.000Z',
      read_at: '2026-11-21T09:31:00.000Z',
      played_at: null,
      failed_at: null,
    },
  });
export type MessageReceipt = z.output<typeof MessageReceipt>;
export const MessageReceiptPage = pageOf(MessageReceipt);
