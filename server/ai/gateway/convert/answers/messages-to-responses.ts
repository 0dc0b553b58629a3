import type { Converted } from '../fields';
import type { ConvertedCall } from './call';
import { chatAnswerToResponses, type ResponsesAnswer } from './chat-to-responses';
import { messagesAnswerToChat } from './messages-to-chat';

export function messagesAnswerToResponses(answer: unknown, call: ConvertedCall): Converted<ResponsesAnswer> {
  const chat = messagesAnswerToChat(answer, call);
  return chat.ok ? chatAnswerToResponses(chat.value, call) : chat;
}
