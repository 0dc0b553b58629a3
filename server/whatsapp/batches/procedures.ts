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
import { router } from '../../trpc/procedures';
import { routesFor } from '../../trpc/routes';
import { createBatch } from './create';
import { getBatch, listBatches, listBatchMessages } from './service';
import { updateBatch } from './update';

const read = routesFor('whatsapp.messages:read');
const send = routesFor('whatsapp.messages:send');

export const batchesRouter = router({
  create: send('POST /whatsapp/instances/{instance_id}/batches', 'Create a batch', {
    description:
      'Sends one content to up to 1,000 recipients. Returns the batch before its messages are created. Each recipient gets a separate message with its own status; its `metadata` has the `batch_id` and the `recipient` as given. A message that cannot be sent, for example because of an opt-out, becomes `failed`; the batch continues. `{{name}}` in the content is replaced by the recipient’s variable `name`; without a value, the message fails. Messages of a batch are sent after all other messages, at most `rate` a minute.',
    status: 202,
    errors: ['instance_not_connected', 'related_not_found', 'unprocessable', 'unsupported_by_driver'],
  }).run(CreateBatch, Batch, createBatch),

  list: read('GET /whatsapp/instances/{instance_id}/batches', 'List batches', {
    description: 'Lists the batches of an instance, newest first, with the number of messages in each status.',
  }).run(ListBatches, BatchPage, listBatches),

  get: read('GET /whatsapp/instances/{instance_id}/batches/{batch_id}', 'Get a batch', {
    description:
      'Returns one batch. The status is `queued` while the messages are created, `running` until every message has a result, and then `completed`. The event `whatsapp.batch.completed` is sent once.',
    etag: true,
  }).run(BatchId, Batch, getBatch),

  list_messages: read(
    'GET /whatsapp/instances/{instance_id}/batches/{batch_id}/messages',
    'List the messages of a batch',
    {
      description:
        'Lists the messages of a batch, one for each recipient, in the order of the recipients. Each message shows its status and error. Use `status` to filter.',
    },
  ).run(ListBatchMessages, MessagePage, listBatchMessages),

  update: send('PATCH /whatsapp/instances/{instance_id}/batches/{batch_id}', 'Pause, resume or cancel a batch', {
    description:
      'Changes the status of a batch. `paused` stops sending; queued messages wait and do not expire. `running` resumes sending. `canceled` cancels the queued messages. Messages already handed to the provider are not affected.',
    etag: true,
    errors: ['invalid_state'],
  }).run(UpdateBatch, Batch, updateBatch),
});
