import {
  Batch,
  BatchId,
  BatchPage,
  CreateBatch,
  ListBatches,
  ListBatchMessages,
  UpdateBatch,
} from '../../../shared/whatsapp/batch';
import { MessagePage } from '../../../shared/whatsapp/message-inputs';
import { procedure, router } from '../../trpc/procedures';
import { createBatch } from './create';
import { getBatch, listBatches, listBatchMessages } from './service';
import { updateBatch } from './update';

const place = { surface: 'whatsapp' } as const;
const tags = ['WhatsApp batches'];
const BATCHES = '/whatsapp/instances/{instance_id}/batches';
const BATCH = `${BATCHES}/{batch_id}` as const;
const reading = procedure('whatsapp.messages:read');
const sending = procedure('whatsapp.messages:send');

export const batchesRouter = router({
  create: sending
    .meta({
      ...place,
      status: 202,
      errors: ['instance_not_connected', 'related_not_found', 'unprocessable', 'unsupported_by_driver'],
      openapi: {
        method: 'POST',
        path: BATCHES,
        tags,
        summary: 'Send to many',
        description:
          'Takes up to 1,000 recipients in, and answers before their messages are written. Each gets a message of its own, with a status of its own; its `metadata` names the batch (`batch_id`) and the `recipient` as it was given. A recipient who cannot be sent to, such as one who opted out of marketing, is a `failed` message and no error of the batch. `{{name}}` in a text of the content stands for the variable `name` of the recipient; who has no value for it fails. Messages of batches stand behind all others, and go out at no more than `rate` a minute.',
      },
    })
    .input(CreateBatch)
    .output(Batch)
    .mutation(({ ctx, input }) => createBatch(ctx, input)),

  list: reading
    .meta({
      ...place,
      openapi: {
        method: 'GET',
        path: BATCHES,
        tags,
        summary: 'List batches',
        description:
          'Lists the batches of an instance, newest first, with the present status of their messages counted.',
      },
    })
    .input(ListBatches)
    .output(BatchPage)
    .query(({ ctx, input }) => listBatches(ctx, input)),

  get: reading
    .meta({
      ...place,
      etag: true,
      openapi: {
        method: 'GET',
        path: BATCH,
        tags,
        summary: 'Read a batch',
        description:
          'Returns one batch. It is `queued` while its messages are written, `running` until the last of them has a result, then `completed`; the event `whatsapp.batch.completed` tells of that once.',
      },
    })
    .input(BatchId)
    .output(Batch)
    .query(({ ctx, input }) => getBatch(ctx, input)),

  list_messages: reading
    .meta({
      ...place,
      openapi: {
        method: 'GET',
        path: `${BATCH}/messages`,
        tags,
        summary: 'List the messages of a batch',
        description:
          'Lists the messages of a batch, one for each recipient, in the order of the recipients. Each shows its own status and what went wrong; `status` picks some of them.',
      },
    })
    .input(ListBatchMessages)
    .output(MessagePage)
    .query(({ ctx, input }) => listBatchMessages(ctx, input)),

  update: sending
    .meta({
      ...place,
      etag: true,
      errors: ['invalid_state'],
      openapi: {
        method: 'PATCH',
        path: BATCH,
        tags,
        summary: 'Pause, resume or cancel a batch',
        description:
          '`paused` holds the messages that wait, which then do not expire; `running` lets them go on; `canceled` cancels them. What was given to the network already goes its way.',
      },
    })
    .input(UpdateBatch)
    .output(Batch)
    .mutation(({ ctx, input }) => updateBatch(ctx, input)),
});
