import { asObject, asList, type JsonObject } from '../../../../json-object';
import { convertBody, type Converted, refuse, stringOf } from '../fields';
import type { ChatAnswer, ChatFinish, ChatToolCall } from '../forms';
import { chatReasoning, type ReasoningPart, withSignature } from '../reasoning';
import { chatUsage, NO_USAGE, readTokenUsage } from '../usage';
import { type ConvertedCall, callId } from './call';

export function messagesAnswerToChat(answer: unknown, call: ConvertedCall): Converted<ChatAnswer> {
  return convertBody(answer, (field) => {
    const { content, stop_reason, stop_details } = asObject(field.value);
    if (!Array.isArray(content)) refuse(field, 'The provider’s answer has no content.');

    const blocks = asList(content).map(asObject);
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

function toolCall({ id, name, input }: JsonObject, index: number, call: ConvertedCall): ChatToolCall {
  return {
    id: stringOf(id) || callId('call', call, index),
    type: 'function',
    function: { name: stringOf(name), arguments: JSON.stringify(asObject(input)) },
  };
}

export function reasoningOfBlock({ type, thinking, signature, data }: JsonObject): ReasoningPart[] {
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

export const refusalText = (stop: unknown, details: unknown): string | null =>
  stop === 'refusal' ? stringOf(asObject(details).explanation) || null : null;
