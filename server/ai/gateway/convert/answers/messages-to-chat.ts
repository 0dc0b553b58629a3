import {
  convertBody,
  type Converted,
  isMembers,
  itemsOf,
  type JsonMembers,
  membersOf,
  refuse,
  stringOf,
} from '../fields';
import type { ChatAnswer, ChatFinish, ChatToolCall } from '../forms';
import { chatReasoning, type ReasoningPart, withSignature } from '../reasoning';
import { chatUsage, NO_USAGE, readTokenUsage } from '../usage';
import { type ConvertedCall, callId } from './call';

/** An answer in Anthropic’s form as one of chat completions. What is refused is a fault of the provider. */
export function messagesAnswerToChat(answer: unknown, call: ConvertedCall): Converted<ChatAnswer> {
  return convertBody(answer, (field) => {
    const { content, stop_reason, stop_details } = membersOf(field.value);
    if (!Array.isArray(content)) refuse(field, 'The provider’s answer has no content.');

    const blocks = itemsOf(content).map(membersOf);
    const text = blocks.map((block) => (block.type === 'text' ? stringOf(block.text) : '')).join('');
    const calls = blocks.filter(({ type }) => type === 'tool_use').map((block, index) => toolCall(block, index, call));
    return {
      id: callId('chatcmpl', call),
      object: 'chat.completion',
      created: call.created,
      model: call.model,
      choices: [
        {
          index: 0,
          finish_reason: chatFinishOf(stop_reason),
          logprobs: null,
          message: {
            role: 'assistant',
            content: text === '' ? null : text,
            refusal: refusalText(stop_reason, stop_details),
            ...chatReasoning(blocks.flatMap(reasoningOfBlock)),
            ...(calls.length > 0 && { tool_calls: calls }),
          },
        },
      ],
      usage: chatUsage(readTokenUsage('messages', field.value) ?? NO_USAGE),
    };
  });
}

function toolCall({ id, name, input }: JsonMembers, index: number, call: ConvertedCall): ChatToolCall {
  return {
    id: stringOf(id) || callId('call', call, index),
    type: 'function',
    function: { name: stringOf(name), arguments: JSON.stringify(isMembers(input) ? input : {}) },
  };
}

export function reasoningOfBlock({ type, thinking, signature, data }: JsonMembers): ReasoningPart[] {
  if (type === 'redacted_thinking') return [{ encrypted: stringOf(data) }];
  if (type !== 'thinking') return [];
  return [withSignature(stringOf(thinking), stringOf(signature))];
}

export function chatFinishOf(stop: unknown): ChatFinish {
  switch (stop) {
    case 'tool_use':
      return 'tool_calls';
    case 'max_tokens':
    case 'model_context_window_exceeded':
      return 'length';
    case 'refusal':
      return 'content_filter';
    default:
      return 'stop';
  }
}

/** Why the model refused, where Anthropic says it. */
export const refusalText = (stop: unknown, details: unknown): string | null =>
  stop === 'refusal' ? stringOf(membersOf(details).explanation) || null : null;
