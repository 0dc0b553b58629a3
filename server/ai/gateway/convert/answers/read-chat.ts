import { isJsonObject, asObject, asList, type JsonObject } from '../../../../json-object';
import { type BodyField, refuse, stringOf } from '../fields';
import type { ChatToolCall, MessagesStop } from '../forms';
import { type ReasoningPart, reasoningOf } from '../reasoning';
import { NO_USAGE, readTokenUsage, type FormUsage } from '../usage';
import { type ConvertedCall, callId } from './call';

interface ReadChatAnswer {
  text: string;
  refusal: string;
  reasoning: ReasoningPart[];
  calls: ChatToolCall[];
  finish: FinishOutcome;
  usage: FormUsage;
}

export interface FinishOutcome {
  reason: 'stop' | 'length' | 'tool_calls' | 'content_filter';
  /** Reported by vLLM. */
  stopSequence: string | null;
}

export function readChatAnswer(field: BodyField, call: ConvertedCall): ReadChatAnswer {
  const { choices } = asObject(field.value);
  const [choice] = asList(choices);
  const message = asObject(choice).message;
  if (!isJsonObject(message)) refuse(field, 'The provider’s answer has no message.');
  if (asObject(choice).finish_reason === 'error') refuse(field, 'The provider’s answer ended with an error.');

  const { content, refusal, tool_calls } = asObject(message);
  const calls = asList(tool_calls).map((entry, index) => readCall(entry, index, call));
  return {
    text: typeof content === 'string' ? content : textOfParts(content),
    refusal: stringOf(refusal),
    reasoning: reasoningOf(message),
    calls,
    finish: finishOf(asObject(choice), calls.length > 0),
    usage: readTokenUsage('chat', field.value) ?? NO_USAGE,
  };
}

/** Some servers answer with parts. */
export const textOfParts = (content: unknown): string =>
  asList(content)
    .map((part) => stringOf(asObject(part).text))
    .join('');

function readCall(entry: unknown, index: number, call: ConvertedCall): ChatToolCall {
  const { id, function: called } = asObject(entry);
  const { name, arguments: text } = asObject(called);
  return {
    id: stringOf(id) || callId('call', call, index),
    type: 'function',
    function: { name: stringOf(name), arguments: argumentsOf(text) || '{}' },
  };
}

/** Some servers send an object. */
export const argumentsOf = (value: unknown): string => (isJsonObject(value) ? JSON.stringify(value) : stringOf(value));

/** Servers that say `stop` after calls mean `tool_calls`. */
export function finishOf(choice: JsonObject, hasCalls: boolean): FinishOutcome {
  const { finish_reason, stop_reason } = choice;
  const stopSequence = typeof stop_reason === 'string' && finish_reason === 'stop' ? stop_reason : null;
  if (finish_reason === 'length' || finish_reason === 'content_filter') return { reason: finish_reason, stopSequence };
  return hasCalls ? { reason: 'tool_calls', stopSequence: null } : { reason: 'stop', stopSequence };
}

export function messagesStopOf({ reason, stopSequence }: FinishOutcome, isRefused: boolean): MessagesStop {
  if (isRefused || reason === 'content_filter') return 'refusal';
  if (reason === 'length') return 'max_tokens';
  if (reason === 'tool_calls') return 'tool_use';
  return stopSequence === null ? 'end_turn' : 'stop_sequence';
}
