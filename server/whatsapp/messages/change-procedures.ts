import { Message } from '../../../shared/whatsapp/message';
import { DeleteMessage, EditMessage, ReadMessage } from '../../../shared/whatsapp/message-inputs';
import { routesFor } from '../../trpc/routes';
import { deleteMessage } from './delete';
import { editMessage } from './edit';
import { readMessage } from './read';

const send = routesFor('whatsapp.messages:send');
const REFUSALS = [
  'instance_not_connected',
  'invalid_state',
  'unprocessable',
  'unsupported_by_driver',
  'upstream_error',
  'upstream_timeout',
] as const;

/** Immediate network calls must not hold a transaction; repeating them is harmless. */
export const changeProcedures = {
  edit: send('PATCH /whatsapp/instances/{instance_id}/messages/{message_id}', 'Edit a message', {
    description:
      'Changes the text or caption of a message that the account sent in the last 15 minutes. Returns the message.',
    status: 202,
    idempotency: 'none',
    capability: 'message.edit',
    errors: [...REFUSALS, 'precondition_failed'],
  }).run(EditMessage, Message, editMessage),

  delete: send('DELETE /whatsapp/instances/{instance_id}/messages/{message_id}', 'Delete a message', {
    description:
      'Deletes a message. With `for=everyone`, the message is also removed from the phones of others, for up to two days after sending; Switchboard keeps it with `deleted_at` set. With `for=me`, the message is permanently deleted in Switchboard only.',
    errors: [...REFUSALS, 'precondition_failed'],
  }).run(DeleteMessage, deleteMessage),

  mark_read: send('POST /whatsapp/instances/{instance_id}/messages/{message_id}/read', 'Mark a message as read', {
    description: 'Marks a received message, and all earlier messages in the chat, as read and sends a read receipt.',
    idempotency: 'none',
    capability: 'message.read',
    errors: [...REFUSALS],
  }).run(ReadMessage, readMessage),
} as const;
