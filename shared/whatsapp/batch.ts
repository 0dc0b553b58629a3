import { z } from 'zod';

import { ID_PREFIXES } from '../ids';
import { pageOf, pageQuery } from '../page';
import { idOf, smallRecord, text, timestamp } from '../text';
import { MessageContent, SendContent } from './content';
import { exampleId } from './fields';
import { instanceId } from './instance-inputs';
import { MESSAGE_STATUSES } from './message';
import { clientReference } from './message-inputs';

const BATCH_STATUSES = ['queued', 'running', 'paused', 'completed', 'canceled'] as const;
export type BatchStatus = (typeof BATCH_STATUSES)[number];
const MAX_RECIPIENTS = 1000;

const count = (what: string) => z.number().int().min(0).describe(what);
export const BatchCounts = z.strictObject({
  total: count('Number of recipients.'),
  queued: count('Messages that wait to be sent.'),
  sent: count('Messages that are sent but not delivered yet.'),
  delivered: count('Messages that are delivered but not read yet.'),
  read: count('Messages that were read or played.'),
  failed: count('Messages that failed.'),
  unconfirmed: count('Messages for which it is unknown whether they were sent.'),
  canceled: count('Messages that were canceled.'),
});
export type BatchCounts = z.output<typeof BatchCounts>;

export const Batch = z
  .strictObject({
    id: idOf(ID_PREFIXES.batch).describe('Id of the batch.'),
    object: z.literal('whatsapp.batch').describe('Kind of object.'),
    instance_id: idOf(ID_PREFIXES.instance).describe('Id of the instance.'),
    status: z.enum(BATCH_STATUSES).describe('Status of the batch.'),
    content: MessageContent.describe('Content that each recipient gets, before its variables are replaced.'),
    counts: BatchCounts.describe('Number of messages in each status.'),
    rate: z
      .number()
      .int()
      .min(0)
      .nullable()
      .describe('Maximum number of messages per minute; null for the pacing of the instance.'),
    completed_at: timestamp().nullable().describe('Time when every message had a result; null before.'),
    created_at: timestamp().describe('Time of creation.'),
    updated_at: timestamp().describe('Time of the last change.'),
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
const EXAMPLE_BATCH = Batch.meta()?.['example'] as Batch;
export const BatchPage = pageOf(Batch);

const VARIABLE = z
  .string()
  .regex(/^[a-z0-9_]{1,64}$/, 'Must be 1 to 64 of a–z, 0–9 and _.')
  .meta({ minLength: 1, maxLength: 64 });

const BatchRecipient = z.strictObject({
  // An invalid recipient fails its message only, not the whole batch.
  to: text(200)
    .describe('Recipient: a phone number, an id of a contact, group or chat, a JID or a BSUID.')
    .meta({ minLength: 1, maxLength: 200, example: '+15550100000' }),
  variables: smallRecord(VARIABLE, text(1024, 0), { most: 50, things: 'variables' })
    .optional()
    .describe('Values of the variables, by name.')
    .meta({ example: { name: 'Sheena' } }),
  client_reference: clientReference().optional().describe('Your own reference for the message.'),
});
export type BatchRecipient = z.output<typeof BatchRecipient>;

export const CreateBatch = z
  .strictObject({
    ...instanceId,
    content: SendContent.describe(
      'Content that each recipient gets; `{{name}}` in a text is replaced by the variable `name`.',
    ),
    recipients: z.array(BatchRecipient).min(1).max(MAX_RECIPIENTS).describe('Recipients, with their variables.'),
    rate: z
      .number()
      .int()
      .min(1)
      .max(60_000)
      .optional()
      .describe('Maximum number of messages per minute. Default: the pacing of the instance.'),
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
  status: z.enum(BATCH_STATUSES).optional().describe('Only batches with this status.'),
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
    .describe('Only messages with one of these statuses.')
    .meta({ example: ['failed'] }),
});
export type ListBatchMessages = z.output<typeof ListBatchMessages>;

export const UpdateBatch = z
  .strictObject({
    ...BatchId.shape,
    status: z
      .enum(['paused', 'running', 'canceled'])
      .describe('New status: `paused` stops sending, `running` resumes it, `canceled` cancels the queued messages.'),
  })
  .meta({ example: { instance_id: EXAMPLE_BATCH.instance_id, batch_id: EXAMPLE_BATCH.id, status: 'paused' } });
export type UpdateBatch = z.output<typeof UpdateBatch>;
