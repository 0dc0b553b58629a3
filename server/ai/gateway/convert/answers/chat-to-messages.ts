import { type BodyField, convertBody, type Converted, parseArguments, refuse } from '../fields';
import type { ChatToolCall, MessagesAnswer, MessagesBlock } from '../forms';
import type { ReasoningPart } from '../reasoning';
import { messagesUsage } from '../usage';
import { type ConvertedCall, callId } from './call';
import { messagesStopOf, readChatAnswer } from './read-chat';

export function chatAnswerToMessages(answer: unknown, call: ConvertedCall): Converted<MessagesAnswer> {
  return convertBody(answer, (field) => {
    const { text, refusal, reasoning, calls, finish, usage } = readChatAnswer(field, call);
    const words = `${text}${refusal}`;
    return {
      ...emptyMessage(call),
      content: [
        ...reasoning.map(thinkingBlock),
        ...(words === '' ? [] : [{ type: 'text' as const, text: words, citations: null }]),
        ...calls.flatMap((entry) => toolUse(entry, finish.reason === 'length', field)),
      ],
      stop_reason: messagesStopOf(finish, refusal !== ''),
      stop_sequence: finish.stopSequence,
      usage: messagesUsage(usage),
    };
  });
}

export const emptyMessage = (call: ConvertedCall): Omit<MessagesAnswer, 'usage'> => ({
  id: callId('msg', call),
  type: 'message',
  role: 'assistant',
  model: call.model,
  content: [],
  stop_reason: null,
  stop_sequence: null,
  stop_details: null,
  container: null,
  diagnostics: null,
});

export const thinkingBlock = (part: ReasoningPart): MessagesBlock =>
  'encrypted' in part
    ? { type: 'redacted_thinking', data: part.encrypted }
    : { type: 'thinking', thinking: part.text, signature: part.signature ?? '' };

/** Arguments that the output limit cut off are left out: the stop reason says that the answer is incomplete. */
function toolUse({ id, function: called }: ChatToolCall, isCut: boolean, field: BodyField): MessagesBlock[] {
  const input = parseArguments(called.arguments);
  if (input === undefined) {
    if (!isCut) refuse(field, `The provider called ${called.name} with arguments that are not a JSON object.`);
    return [];
  }
  return [{ type: 'tool_use', id, name: called.name, input, caller: { type: 'direct' } }];
}
