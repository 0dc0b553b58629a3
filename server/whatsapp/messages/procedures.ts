import { Message } from '../../../shared/whatsapp/message';
import {
  ForwardMessage,
  ListMessages,
  MessageId,
  MessageList,
  MessagePage,
  ReactToMessage,
  RetriedMessage,
  SearchMessages,
  SendMessage,
} from '../../../shared/whatsapp/message-inputs';
import { optionalInput, procedure, router } from '../../trpc/procedures';
import { cancelMessage } from './cancel';
import { changeProcedures } from './change-procedures';
import { forwardMessage } from './forward';
import { getMessage, listMessages, searchMessages } from './list';
import { reactToMessage } from './react';
import { retryMessage } from './retry';
import { sendMessage } from './send';

const place = { surface: 'whatsapp' } as const;
const tags = ['WhatsApp messages'];
const reading = procedure('whatsapp.messages:read');
const sending = procedure('whatsapp.messages:send');
const MESSAGES = '/whatsapp/instances/{instance_id}/messages';
const MESSAGE = `${MESSAGES}/{message_id}` as const;
const REFUSALS = ['instance_not_connected', 'related_not_found', 'unprocessable', 'unsupported_by_driver'] as const;

export const messagesRouter = router({
  ...changeProcedures,

  send: sending
    .meta({
      ...place,
      status: 202,
      waits: true,
      errors: [...REFUSALS],
      examples: { request: { to: '+15550100000', content: { type: 'text', text: 'Hello' } } },
      openapi: {
        method: 'POST',
        path: MESSAGES,
        tags,
        summary: 'Send a message',
        description:
          'Queues a message, and answers before it is sent: its `status` and events tell how far it gets. What the network cannot do, an opt-out and a 24-hour window that is known to be closed are refused with 422; then nothing is queued. Whether the window of a person from whom the instance has received nothing is open, Meta decides, unless the instance’s setting `strict_window` is on.',
      },
    })
    .input(SendMessage)
    .output(Message)
    .mutation(({ ctx, input }) => sendMessage(ctx, input)),

  list: reading
    .meta({
      ...place,
      errors: ['unprocessable'],
      openapi: {
        method: 'GET',
        path: MESSAGES,
        tags,
        summary: 'List messages',
        description: 'Lists the messages of an instance, those that came in and those that go out, newest first.',
      },
    })
    .input(ListMessages)
    .output(MessagePage)
    .query(({ ctx, input }) => listMessages(ctx, input)),

  search: reading
    .meta({
      ...place,
      errors: ['unprocessable'],
      openapi: {
        method: 'GET',
        path: '/whatsapp/messages',
        tags,
        summary: 'Search messages',
        description:
          'Lists messages of all instances, newest first, those of deleted instances too while they are kept. `q` finds the messages with all of its words; the last one may be the beginning of a word.',
      },
    })
    .input(optionalInput(SearchMessages))
    .output(MessagePage)
    .query(({ ctx, input }) => searchMessages(ctx, input)),

  get: reading
    .meta({
      ...place,
      etag: true,
      openapi: {
        method: 'GET',
        path: MESSAGE,
        tags,
        summary: 'Read a message',
        description: 'Returns one message, with every status that was told of it.',
      },
    })
    .input(MessageId)
    .output(Message)
    .query(({ ctx, input }) => getMessage(ctx, input)),

  react: sending
    .meta({
      ...place,
      status: 202,
      capability: 'message.reaction',
      errors: ['instance_not_connected', 'invalid_state', 'unprocessable', 'unsupported_by_driver'],
      openapi: {
        method: 'POST',
        path: `${MESSAGE}/react`,
        tags,
        summary: 'React to a message',
        description: 'Queues an emoji for a message, in place of the one before; an empty one takes it back.',
      },
    })
    .input(ReactToMessage)
    .output(Message)
    .mutation(({ ctx, input }) => reactToMessage(ctx, input)),

  forward: sending
    .meta({
      ...place,
      status: 202,
      capability: 'message.forward',
      errors: [...REFUSALS, 'invalid_state'],
      openapi: {
        method: 'POST',
        path: `${MESSAGE}/forward`,
        tags,
        summary: 'Forward a message',
        description: 'Queues the content of a message for up to five others; where one of them is refused, for nobody.',
      },
    })
    .input(ForwardMessage)
    .output(MessageList)
    .mutation(({ ctx, input }) => forwardMessage(ctx, input)),

  cancel: sending
    .meta({
      ...place,
      errors: ['invalid_state'],
      openapi: {
        method: 'POST',
        path: `${MESSAGE}/cancel`,
        tags,
        summary: 'Cancel a message',
        description: 'Takes back a message that is `scheduled` or `queued`; 409 once it was given to the network.',
      },
    })
    .input(MessageId)
    .output(Message)
    .mutation(({ ctx, input }) => cancelMessage(ctx, input)),

  retry: sending
    .meta({
      ...place,
      errors: ['instance_not_connected', 'invalid_state', 'unprocessable'],
      openapi: {
        method: 'POST',
        path: `${MESSAGE}/retry`,
        tags,
        summary: 'Send a message again',
        description:
          'Queues a message again that `failed` or is `unconfirmed`. With `may_duplicate` an earlier try may have arrived: the service itself never sends such a message twice.',
      },
    })
    .input(MessageId)
    .output(RetriedMessage)
    .mutation(({ ctx, input }) => retryMessage(ctx, input)),
});
