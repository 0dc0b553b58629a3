import { Chat, ChatId, ChatPage, ListChats, SetTyping, UpdateChat } from '../../../shared/whatsapp/chat';
import { router } from '../../trpc/procedures';
import { routesFor } from '../../trpc/routes';
import { managed } from '../management';
import { deleteChat } from './delete';
import { getChat, listChats } from './list';
import { readChat } from './read';
import { setTyping } from './typing';
import { updateChat } from './update';

const read = routesFor('whatsapp.messages:read');
const send = routesFor('whatsapp.messages:send');
const REFUSALS = [
  'instance_not_connected',
  'invalid_state',
  'unprocessable',
  'unsupported_by_driver',
  'upstream_error',
  'upstream_timeout',
] as const;

export const chatsRouter = router({
  list: read('GET /whatsapp/instances/{instance_id}/chats', 'List chats', {
    description: 'Lists the chats of an instance with the last message of each, most recent first.',
  }).run(ListChats, ChatPage, listChats),

  get: read('GET /whatsapp/instances/{instance_id}/chats/{chat_id}', 'Get a chat', {
    description: 'Returns one chat with its last message.',
    etag: true,
  }).run(ChatId, Chat, getChat),

  update: send('PATCH /whatsapp/instances/{instance_id}/chats/{chat_id}', 'Update a chat', {
    description:
      'Archives, pins, mutes or marks a chat, and sets its labels. Fields that you leave out do not change. On `web`, the phone shows the change too; on other drivers, it is stored in Switchboard only.',
    ...managed,
    capability: 'chat.archive',
    errors: [...REFUSALS, 'related_not_found'],
  }).run(UpdateChat, Chat, updateChat),

  delete: send('DELETE /whatsapp/instances/{instance_id}/chats/{chat_id}', 'Delete a chat', {
    description:
      'Permanently deletes a chat and its messages in Switchboard, and on `web` also on the phone of the account. The other side keeps its messages. A later message makes a new chat.',
    ...managed,
    errors: [...REFUSALS, 'precondition_failed'],
  }).run(ChatId, deleteChat),

  mark_read: send('POST /whatsapp/instances/{instance_id}/chats/{chat_id}/read', 'Mark a chat as read', {
    description: 'Marks all messages in a chat as read and sends read receipts to the other side.',
    // A network call must not hold a transaction, and repeating it is harmless.
    idempotency: 'none',
    capability: 'message.read',
    errors: [...REFUSALS],
  }).run(ChatId, readChat),

  set_typing: send('POST /whatsapp/instances/{instance_id}/chats/{chat_id}/typing', 'Show a typing indicator', {
    description:
      'Shows “typing” or “recording” to the other side of a chat for a limited time. On `cloud`, the chat must have a received message, which is marked as read.',
    idempotency: 'none',
    capability: 'message.typing',
    errors: [...REFUSALS],
  }).run(SetTyping, setTyping),
});
