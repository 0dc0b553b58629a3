import type { Model } from '../../../shared/ai/models';
import { buildConversion } from './build-conversion';
import { chatAnswerToMessages } from './convert/answers/chat-to-messages';
import { chatAnswerToResponses } from './convert/answers/chat-to-responses';
import { messagesAnswerToChat } from './convert/answers/messages-to-chat';
import { messagesAnswerToResponses } from './convert/answers/messages-to-responses';
import { chatToMessages } from './convert/requests/chat-to-messages';
import { messagesToChat } from './convert/requests/messages-to-chat';
import { responsesToChat } from './convert/requests/responses-to-chat';
import { responsesToMessages } from './convert/requests/responses-to-messages';
import { chatStreamToMessages } from './convert/streams/chat-to-messages';
import { chatStreamToResponses } from './convert/streams/chat-to-responses';
import { messagesStreamToChat, messagesStreamToResponses } from './convert/streams/messages-to-chat';
import { defaultOutputTokens, estimateTokens } from './estimate';
import { chatForm } from './forms/chat';
import { messagesForm } from './forms/messages';
import type { Way } from './route';

const toChat = ({ supported_parameters: known }: Model) => ({
  outputLimit: known?.includes('max_completion_tokens') ? ('max_completion_tokens' as const) : ('max_tokens' as const),
});

const toMessages = (model: Model) => ({ defaultMaxTokens: defaultOutputTokens(model) });

export const chatThroughMessages: Required<Way> = {
  form: messagesForm,
  conversion: buildConversion({
    request: (body, model) => chatToMessages(body, toMessages(model)),
    answer: messagesAnswerToChat,
    stream: messagesStreamToChat,
    to: 'chat',
  }),
};

export const messagesThroughChat: Required<Way> = {
  form: chatForm,
  conversion: buildConversion({
    request: (body, model) => messagesToChat(body, toChat(model)),
    answer: chatAnswerToMessages,
    stream: (call, request) => chatStreamToMessages(call, { inputTokens: estimateTokens(request) }),
    to: 'named',
  }),
};

export const responsesThroughChat: Required<Way> = {
  form: chatForm,
  conversion: buildConversion({
    request: (body, model) => responsesToChat(body, toChat(model)),
    answer: chatAnswerToResponses,
    stream: chatStreamToResponses,
    to: 'named',
  }),
};

export const responsesThroughMessages: Required<Way> = {
  form: messagesForm,
  conversion: buildConversion({
    request: (body, model) => responsesToMessages(body, toMessages(model)),
    answer: messagesAnswerToResponses,
    stream: messagesStreamToResponses,
    to: 'named',
  }),
};
