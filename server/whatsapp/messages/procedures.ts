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
          'Queues a message and returns it before it is sent. Follow the progress in `status` or with events. The request fails with 422, and nothing is queued, if the driver does not support the content, if the recipient has opted out, or if the 24-hour window is known to be closed. If the instance has never received a message from the recipient, Meta decides whether the window is open, unless the setting `strict_window` is on.',
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
        description: 'Lists the received and sent messages of an instance, newest first unless `sort` says otherwise.',
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
          'Lists the messages of all instances, newest first unless `sort` says otherwise. Messages of deleted instances are included while they are kept. `q` finds messages that contain all its words; the last word may be incomplete.',
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
        summary: 'Get a message',
        description: 'Returns one message with the history of its status.',
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
        description:
          'Queues a reaction to a message. It replaces your earlier reaction; an empty emoji removes the reaction.',
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
        description:
          'Queues the content of a message for up to five recipients. If one recipient is rejected, nothing is queued.',
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
        description:
          'Cancels a message that is `scheduled` or `queued`. Returns 409 if the message was already handed to the provider.',
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
        summary: 'Retry a message',
        description:
          'Queues a message with the status `failed` or `unconfirmed` again. If `may_duplicate` is true in the response, an earlier attempt may have reached the recipient. Such a message is never sent again automatically.',
      },
    })
    .input(MessageId)
    .output(RetriedMessage)
    .mutation(({ ctx, input }) => retryMessage(ctx, input)),
});
