import { Chat, ChatId, ChatPage, ListChats, SetTyping } from '../../../shared/whatsapp/chat';
import { procedure, router } from '../../trpc/procedures';
import { getChat, listChats } from './list';
import { readChat } from './read';
import { setTyping } from './typing';

const place = { surface: 'whatsapp' } as const;
const tags = ['WhatsApp chats'];
const reading = procedure('whatsapp.messages:read');
const sending = procedure('whatsapp.messages:send');
const CHATS = '/whatsapp/instances/{instance_id}/chats';
const CHAT = `${CHATS}/{chat_id}` as const;
const REFUSALS = [
  'instance_not_connected',
  'invalid_state',
  'unprocessable',
  'unsupported_by_driver',
  'upstream_error',
  'upstream_timeout',
] as const;

export const chatsRouter = router({
  list: reading
    .meta({
      ...place,
      openapi: {
        method: 'GET',
        path: CHATS,
        tags,
        summary: 'List chats',
        description: 'Lists the chats of an instance with the last message of each, most recent first.',
      },
    })
    .input(ListChats)
    .output(ChatPage)
    .query(({ ctx, input }) => listChats(ctx, input)),

  get: reading
    .meta({
      ...place,
      etag: true,
      openapi: {
        method: 'GET',
        path: CHAT,
        tags,
        summary: 'Get a chat',
        description: 'Returns one chat with its last message.',
      },
    })
    .input(ChatId)
    .output(Chat)
    .query(({ ctx, input }) => getChat(ctx, input)),

  mark_read: sending
    .meta({
      ...place,
      status: 204,
      // It asks the network, which must not hold a transaction; twice is as good as once.
      idempotency: 'none',
      capability: 'message.read',
      errors: [...REFUSALS],
      openapi: {
        method: 'POST',
        path: `${CHAT}/read`,
        tags,
        summary: 'Mark a chat as read',
        description: 'Marks all messages in a chat as read and sends read receipts to the other side.',
      },
    })
    .input(ChatId)
    .mutation(({ ctx, input }) => readChat(ctx, input)),

  set_typing: sending
    .meta({
      ...place,
      status: 204,
      idempotency: 'none',
      capability: 'message.typing',
      errors: [...REFUSALS],
      openapi: {
        method: 'POST',
        path: `${CHAT}/typing`,
        tags,
        summary: 'Show a typing indicator',
        description:
          'Shows “typing” or “recording” to the other side of a chat for a limited time. On `cloud`, the chat must have a received message, which is marked as read.',
      },
    })
    .input(SetTyping)
    .mutation(({ ctx, input }) => setTyping(ctx, input)),
});
