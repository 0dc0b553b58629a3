import { convertBody, type Converted } from '../fields';
import type { ChatToolCall, NamedEvent, ResponsesItem, ResponsesPart, ResponsesUsage } from '../forms';
import type { ReasoningPart } from '../reasoning';
import { responsesUsage } from '../usage';
import { type ConvertedCall, callId, repeatedSettings } from './call';
import { type FinishOutcome, readChatAnswer } from './read-chat';

export interface ResponsesAnswer {
  id: string;
  object: 'response';
  created_at: number;
  status: 'in_progress' | 'completed' | 'incomplete' | 'failed';
  error: { code: 'server_error' | 'rate_limit_exceeded'; message: string } | null;
  incomplete_details: { reason: 'max_output_tokens' | 'content_filter' } | null;
  output: ResponsesItem[];
  usage: ResponsesUsage | null;
  [setting: string]: unknown;
}

export function chatAnswerToResponses(answer: unknown, call: ConvertedCall): Converted<ResponsesAnswer> {
  return convertBody(answer, (field) => {
    const { text, refusal, reasoning, calls, finish, usage } = readChatAnswer(field, call);
    const status = itemStatus(finish);
    const content: ResponsesPart[] = [
      ...(text === '' ? [] : [textPart(text)]),
      ...(refusal === '' ? [] : [{ type: 'refusal' as const, refusal }]),
    ];
    const builders: ((index: number) => ResponsesItem)[] = [
      ...reasoning.map((part) => (index: number) => reasoningItem(part, callId('rs', call, index), 'completed')),
      ...(content.length === 0
        ? []
        : [
            (index: number) =>
              messageItem(content, callId('msg', call, index), calls.length > 0 ? 'completed' : status),
          ]),
      ...calls.map((entry) => (index: number) => functionItem(entry, callId('fc', call, index), status)),
    ];
    return {
      ...openResponse(call),
      ...outcomeOf(finish),
      output: builders.map((build, index) => build(index)),
      usage: responsesUsage(usage),
    };
  });
}

export const openResponse = (call: ConvertedCall): ResponsesAnswer => ({
  ...repeatedSettings(call),
  id: callId('resp', call),
  object: 'response',
  created_at: call.created,
  status: 'in_progress',
  error: null,
  incomplete_details: null,
  output: [],
  usage: null,
});

export function outcomeOf({ reason }: FinishOutcome): Pick<ResponsesAnswer, 'status' | 'incomplete_details'> {
  if (reason === 'length') return { status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' } };
  if (reason === 'content_filter') return { status: 'incomplete', incomplete_details: { reason } };
  return { status: 'completed', incomplete_details: null };
}

type ItemStatus = ResponsesItem['status'];

/** Only the last items may be incomplete. */
export const itemStatus = (finish: FinishOutcome): ItemStatus =>
  outcomeOf(finish).status === 'incomplete' ? 'incomplete' : 'completed';

export const textPart = (text: string): ResponsesPart => ({ type: 'output_text', text, annotations: [], logprobs: [] });

export const messageItem = (content: ResponsesPart[], id: string, status: ItemStatus): ResponsesItem => ({
  type: 'message',
  id,
  role: 'assistant',
  status,
  content,
});

export const functionItem = (call: ChatToolCall, id: string, status: ItemStatus): ResponsesItem => ({
  type: 'function_call',
  id,
  call_id: call.id,
  name: call.function.name,
  arguments: call.function.arguments,
  status,
});

/** A signature stands in `encrypted_content`, so that the provider gets it back with the next call. */
export function reasoningItem(part: ReasoningPart, id: string, status: ItemStatus): ResponsesItem {
  const item = { type: 'reasoning' as const, id, summary: [] as [], status };
  if ('encrypted' in part) return { ...item, encrypted_content: part.encrypted };
  const content = [{ type: 'reasoning_text' as const, text: part.text }];
  return { ...item, content, ...(part.signature !== undefined && { encrypted_content: part.signature }) };
}

export type ResponsesEvent = NamedEvent & { sequence_number: number };
