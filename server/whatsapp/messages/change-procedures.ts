import { Message } from '../../../shared/whatsapp/message';
import { DeleteMessage, EditMessage, ReadMessage } from '../../../shared/whatsapp/message-inputs';
import { procedure } from '../../trpc/procedures';
import { deleteMessage } from './delete';
import { editMessage } from './edit';
import { readMessage } from './read';

const place = { surface: 'whatsapp' } as const;
const tags = ['WhatsApp messages'];
const sending = procedure('whatsapp.messages:send');
const MESSAGE = '/whatsapp/instances/{instance_id}/messages/{message_id}';
const REFUSALS = [
  'instance_not_connected',
  'invalid_state',
  'unprocessable',
  'unsupported_by_driver',
  'upstream_error',
  'upstream_timeout',
] as const;

/** What asks the network at once, which must not hold a transaction; to do it twice is to do it once. */
export const changeProcedures = {
  edit: sending
    .meta({
      ...place,
      status: 202,
      idempotency: 'none',
      capability: 'message.edit',
      errors: [...REFUSALS, 'precondition_failed'],
      openapi: {
        method: 'PATCH',
        path: MESSAGE,
        tags,
        summary: 'Edit a message',
        description:
          'Changes the text or caption of a message that the account sent in the last 15 minutes. Returns the message.',
      },
    })
    .input(EditMessage)
    .output(Message)
    .mutation(({ ctx, input }) => editMessage(ctx, input)),

  delete: sending
    .meta({
      ...place,
      status: 204,
      errors: [...REFUSALS, 'precondition_failed'],
      openapi: {
        method: 'DELETE',
        path: MESSAGE,
        tags,
        summary: 'Delete a message',
        description:
          'Deletes a message. With `for=everyone`, the message is also removed from the phones of others, for up to two days after sending; Switchboard keeps it with `deleted_at` set. With `for=me`, the message is permanently deleted in Switchboard only.',
      },
    })
    .input(DeleteMessage)
    .mutation(({ ctx, input }) => deleteMessage(ctx, input)),

  mark_read: sending
    .meta({
      ...place,
      status: 204,
      idempotency: 'none',
      capability: 'message.read',
      errors: [...REFUSALS],
      openapi: {
        method: 'POST',
        path: `${MESSAGE}/read`,
        tags,
        summary: 'Mark a message as read',
        description:
          'Marks a received message, and all earlier messages in the chat, as read and sends a read receipt.',
      },
    })
    .input(ReadMessage)
    .mutation(({ ctx, input }) => readMessage(ctx, input)),
} as const;
