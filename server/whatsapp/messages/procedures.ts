import { ROLES } from '../../../shared/access/scopes';
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
import { ListMessageReceipts, MessageReceiptPage } from '../../../shared/whatsapp/message-receipts';
import { GetMessageStats, MessageStats } from '../../../shared/whatsapp/message-stats';
import { memberProcedure, router } from '../../trpc/procedures';
import { routesFor } from '../../trpc/routes';
import { cancelMessage } from './cancel';
import { changeProcedures } from './change-procedures';
import { forwardMessage } from './forward';
import { getMessage, listMessages, searchMessages } from './list';
import { reactToMessage } from './react';
import { listMessageReceipts } from './receipts';
import { retryMessage } from './retry';
import { sendNewMessage } from './send';
import { getMessageStats } from './stats';

const read = routesFor('whatsapp.messages:read');
const send = routesFor('whatsapp.messages:send');
const REFUSALS = ['instance_not_connected', 'related_not_found', 'unprocessable', 'unsupported_by_driver'] as const;

export const messagesRouter = router({
  ...changeProcedures,

  get_stats: memberProcedure(...ROLES).query(GetMessageStats, MessageStats, getMessageStats),

  send: send('POST /whatsapp/instances/{instance_id}/messages', 'Send a message', {
    description:
      'Queues a message and returns it before it is sent. Follow the progress in `status` or with events. The request fails with 422, and nothing is queued, if the driver does not support the content, if the recipient has opted out, or if the 24-hour window is known to be closed. If the instance has never received a message from the recipient, Meta decides whether the window is open, unless the setting `strict_window` is on.',
    status: 202,
    waits: true,
    errors: [...REFUSALS],
    examples: { request: { to: '+15550100000', content: { type: 'text', text: 'Hello' } } },
  }).run(SendMessage, Message, sendNewMessage),

  list: read('GET /whatsapp/instances/{instance_id}/messages', 'List messages', {
    description: 'Lists the received and sent messages of an instance, newest first unless `sort` says otherwise.',
    errors: ['unprocessable'],
  }).run(ListMessages, MessagePage, listMessages),

  search: read('GET /whatsapp/messages', 'Search messages', {
    description:
      'Lists the messages of all instances, newest first unless `sort` says otherwise. Messages of deleted instances are included while they are kept. `q` finds messages that contain all its words; the last word may be incomplete.',
    errors: ['unprocessable'],
  }).run(SearchMessages, MessagePage, searchMessages),

  get: read('GET /whatsapp/instances/{instance_id}/messages/{message_id}', 'Get a message', {
    description: 'Returns one message with the history of its status.',
    etag: true,
  }).run(MessageId, Message, getMessage),

  list_receipts: read('GET /whatsapp/instances/{instance_id}/messages/{message_id}/receipts', 'List message receipts', {
    description:
      'Lists the people who got, read or played a message that the account sent, each with the times. In a group, each participant reports separately, and only the first report of a status changes the message and is an event; here are all of them. People who have reported nothing are left out.',
  }).run(ListMessageReceipts, MessageReceiptPage, listMessageReceipts),

  react: send('POST /whatsapp/instances/{instance_id}/messages/{message_id}/react', 'React to a message', {
    description:
      'Queues a reaction to a message. It replaces your earlier reaction; an empty emoji removes the reaction.',
    status: 202,
    capability: 'message.reaction',
    errors: ['instance_not_connected', 'invalid_state', 'unprocessable', 'unsupported_by_driver'],
  }).run(ReactToMessage, Message, reactToMessage),

  forward: send('POST /whatsapp/instances/{instance_id}/messages/{message_id}/forward', 'Forward a message', {
    description:
      'Queues the content of a message for up to five recipients. If one recipient is rejected, nothing is queued.',
    status: 202,
    capability: 'message.forward',
    errors: [...REFUSALS, 'invalid_state'],
  }).run(ForwardMessage, MessageList, forwardMessage),

  cancel: send('POST /whatsapp/instances/{instance_id}/messages/{message_id}/cancel', 'Cancel a message', {
    description:
      'Cancels a message that is `scheduled` or `queued`. Returns 409 if the message was already handed to the provider.',
    errors: ['invalid_state'],
  }).run(MessageId, Message, cancelMessage),

  retry: send('POST /whatsapp/instances/{instance_id}/messages/{message_id}/retry', 'Retry a message', {
    description:
      'Queues a message with the status `failed` or `unconfirmed` again. If `may_duplicate` is true in the response, an earlier attempt may have reached the recipient. Such a message is never sent again automatically.',
    errors: ['instance_not_connected', 'invalid_state', 'unprocessable'],
  }).run(MessageId, RetriedMessage, retryMessage),
});
