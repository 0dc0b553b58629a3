import { z } from 'zod';

import { ID_PREFIXES } from '../ids';
import { pageOf, pageQuery } from '../page';
import { idOf, smallRecord, text, timestamp } from '../text';
import { MessageContent, SendContent } from './content';
import { exampleId } from './fields';
import { instanceId } from './instance-inputs';
import { MESSAGE_STATUSES } from './message';
import { clientRef } from './message-inputs';

export const BATCH_STATUSES = ['queued', 'running', 'paused', 'completed', 'canceled'] as const;
export type BatchStatus = (typeof BATCH_STATUSES)[number];
export const MAX_RECIPIENTS = 1000;

const count = (what: string) => z.number().int().min(0).describe(what);
export const BatchCounts = z.strictObject({
  total: count('All recipients.'),
  queued: count('Wait.'),
  sent: count('Sent, and not delivered yet.'),
  delivered: count('Delivered, and not read yet.'),
  read: count('Read or played.'),
  failed: count('Failed.'),
  unconfirmed: count('Nobody can tell whether they were sent.'),
  canceled: count('Canceled.'),
});
export type BatchCounts = z.output<typeof BatchCounts>;

export const Batch = z
  .strictObject({
    id: idOf(ID_PREFIXES.batch).describe('Id of the batch.'),
    object: z.literal('whatsapp.batch').describe('Kind of object.'),
    instance_id: idOf(ID_PREFIXES.instance).describe('Its instance.'),
    status: z.enum(BATCH_STATUSES).describe('How far it is.'),
    content: MessageContent.describe('What all of them get, before variables are filled in.'),
    counts: BatchCounts.describe('Messages by their present status.'),
    rate: z.number().int().min(0).nullable().describe('Most messages a minute; null for the pace of the instance.'),
    completed_at: timestamp().nullable().describe('When the last message got a result.'),
    created_at: timestamp().describe('When it was made.'),
    updated_at: timestamp().describe('When it last changed.'),
  })
  .meta({
    id: 'WhatsAppBatch',
    example: {
      id: exampleId(ID_PREFIXES.batch),
      object: 'whatsapp.batch',
      instance_id: exampleId(ID_PREFIXES.instance),
      status: 'running',
      content: { type: 'text', text: 'Hello {{name}}' },
      counts: { total: 3, queued: 1, sent: 1, delivered: 1, read: 0, failed: 0, unconfirmed: 0, canceled: 0 },
      rate: 10,
      completed_at: null,
      created_at: '2026-11-21T09:30:00.000Z',
      updated_at: '2026-11-21T09:30:00.000Z',
    },
  });
export type Batch = z.output<typeof Batch>;
export const EXAMPLE_BATCH = Batch.meta()?.['example'] as Batch;
export const BatchPage = pageOf(Batch);

const VARIABLE = z
  .string()
  .regex(/^[a-z0-9_]{1,64}$/, 'Must be 1 to 64 of a–z, 0–9 and _.')
  .meta({ minLength: 1, maxLength: 64 });

const BatchRecipient = z.strictObject({
  // A bad one is a failed message, not a refused batch.
  to: text(200)
    .describe('Phone number, id, JID or BSUID.')
    .meta({ minLength: 1, maxLength: 200, example: '+15550100000' }),
  variables: smallRecord(VARIABLE, text(1024, 0), { most: 50, things: 'variables' })
    .optional()
    .describe('Values by name.')
    .meta({ example: { name: 'Sheena' } }),
  client_ref: clientRef().optional().describe('Your own id of the message.'),
});
export type BatchRecipient = z.output<typeof BatchRecipient>;

export const CreateBatch = z
  .strictObject({
    ...instanceId,
    content: SendContent.describe('What all of them get; `{{name}}` in its texts stands for a variable.'),
    recipients: z.array(BatchRecipient).min(1).max(MAX_RECIPIENTS).describe('Who gets it.'),
    rate: z
      .number()
      .int()
      .min(1)
      .max(60_000)
      .optional()
      .describe('Most messages a minute; the instance’s pace when absent.'),
  })
  .meta({
    example: {
      instance_id: EXAMPLE_BATCH.instance_id,
      content: { type: 'text', text: 'Hello {{name}}' },
      recipients: [{ to: '+15550100000', variables: { name: 'Sheena' } }],
    },
  });
export type CreateBatch = z.output<typeof CreateBatch>;

export const BatchId = z.strictObject({
  ...instanceId,
  batch_id: idOf(ID_PREFIXES.batch).describe('Id of the batch.'),
});
export type BatchId = z.output<typeof BatchId>;

export const ListBatches = z.strictObject({
  ...instanceId,
  ...pageQuery,
  status: z.enum(BATCH_STATUSES).optional().describe('Only batches in this state.'),
});
export type ListBatches = z.output<typeof ListBatches>;
export const ListBatchMessages = z.strictObject({
  ...BatchId.shape,
  ...pageQuery,
  status: z
    .array(z.enum(MESSAGE_STATUSES))
    .min(1)
    .max(MESSAGE_STATUSES.length)
    .optional()
    .describe('Only messages of these states.')
    .meta({ example: ['failed'] }),
});
export type ListBatchMessages = z.output<typeof ListBatchMessages>;

export const UpdateBatch = z
  .strictObject({
    ...BatchId.shape,
    status: z.enum(['paused', 'running', 'canceled']).describe('Hold it, let it go on, or end it.'),
  })
  .meta({ example: { instance_id: EXAMPLE_BATCH.instance_id, batch_id: EXAMPLE_BATCH.id, status: 'paused' } });
export type UpdateBatch = z.output<typeof UpdateBatch>;
