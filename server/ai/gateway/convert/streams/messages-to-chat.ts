import { isJsonObject, asObject, type JsonObject } from '../../../../json-object';
import { type ConvertedCall, callId } from '../answers/call';
import type { ResponsesEvent } from '../answers/chat-to-responses';
import { chatFinishOf, reasoningOfBlock, refusalText } from '../answers/messages-to-chat';
import { stringOf } from '../fields';
import type { ChatChunk, ChatDelta } from '../forms';
import { detailOf, withSignature } from '../reasoning';
import { chatUsage, createUsageReader, NO_USAGE } from '../usage';
import { chatStreamToResponses } from './chat-to-responses';
import { chain, failureFrom, type StreamConverter, streamConverter, type StreamFailure } from './converter';

interface CallBlock {
  position: number;
  /** Of `content_block_start`; servers that send no deltas put the input here. */
  input: unknown;
  hasArguments: boolean;
}

/** The last chunk is pure usage; `[DONE]` is the caller’s. */
export function messagesStreamToChat(call: ConvertedCall): StreamConverter<ChatChunk> {
  const usage = createUsageReader('messages');
  const calls = new Map<unknown, CallBlock>();
  let stop: JsonObject | undefined;
  let isOver = false;

  const push = (event: JsonObject): ChatDelta[] => {
    const { type, index } = event;
    switch (type) {
      case 'message_start':
        return [{ role: 'assistant', content: '' }];
      case 'content_block_start':
        return startBlock(asObject(event.content_block), index, call, calls);
      case 'content_block_delta':
        return blockDelta(asObject(event.delta), index, calls.get(index));
      case 'content_block_stop':
        return missingArguments(calls.get(index));
      case 'message_delta':
        stop = { ...stop, ...asObject(event.delta) };
        return refusalDelta(stop);
      case 'message_stop':
        isOver = true;
        return [];
      default:
        return [];
    }
  };
  return streamConverter<ChatChunk>({
    push: (event) => {
      usage.push(event);
      return push(event).map((delta) => chunk(call, delta, null));
    },
    failureOf: ({ type, error }) => (type === 'error' ? failureFrom(error) : undefined),
    isFinished: () => typeof stop?.stop_reason === 'string' && isOver,
    isOver: () => isOver,
    finish: () => [
      chunk(call, {}, chatFinishOf(stop?.stop_reason)),
      { ...chunkHead(call), choices: [], usage: chatUsage(usage.usage() ?? NO_USAGE) },
    ],
    fail: (failure) => [chatErrorChunk(call, failure)],
  });
}

export const messagesStreamToResponses = (call: ConvertedCall): StreamConverter<ResponsesEvent> =>
  chain(messagesStreamToChat(call), chatStreamToResponses(call));

function startBlock(
  block: JsonObject,
  index: unknown,
  call: ConvertedCall,
  calls: Map<unknown, CallBlock>,
): ChatDelta[] {
  if (block.type === 'text') return stringOf(block.text) === '' ? [] : [{ content: stringOf(block.text) }];
  if (block.type === 'tool_use') {
    const position = calls.size;
    calls.set(index, { position, input: block.input, hasArguments: false });
    const id = stringOf(block.id) || callId('call', call, position);
    const called = { name: stringOf(block.name), arguments: '' };
    return [{ tool_calls: [{ index: position, id, type: 'function', function: called }] }];
  }
  return reasoningOfBlock(block)
    .filter((part) => 'encrypted' in part || part.text !== '' || part.signature !== undefined)
    .map((part) => thoughtDelta('text' in part ? part.text : '', detailOf(part, Number(index))));
}

const thoughtDelta = (text: string, detail: ReturnType<typeof detailOf>): ChatDelta => ({
  ...(text !== '' && { reasoning_content: text }),
  reasoning_details: [detail],
});

function blockDelta(delta: JsonObject, index: unknown, block: CallBlock | undefined): ChatDelta[] {
  switch (delta.type) {
    case 'text_delta':
      return [{ content: stringOf(delta.text) }];
    case 'thinking_delta': {
      const text = stringOf(delta.thinking);
      return text === '' ? [] : [thoughtDelta(text, detailOf({ text }, Number(index)))];
    }
    case 'signature_delta':
      return [thoughtDelta('', detailOf(withSignature('', stringOf(delta.signature)), Number(index)))];
    case 'input_json_delta': {
      const text = stringOf(delta.partial_json);
      if (block === undefined || text === '') return [];
      block.hasArguments = true;
      return [{ tool_calls: [{ index: block.position, function: { arguments: text } }] }];
    }
    default:
      return [];
  }
}

/** A call without arguments has no deltas, while chat completions have `{}`. */
function missingArguments(block: CallBlock | undefined): ChatDelta[] {
  if (block === undefined || block.hasArguments) return [];
  const text = JSON.stringify(isJsonObject(block.input) ? block.input : {});
  return [{ tool_calls: [{ index: block.position, function: { arguments: text } }] }];
}

function refusalDelta({ stop_reason, stop_details }: JsonObject): ChatDelta[] {
  const refusal = refusalText(stop_reason, stop_details);
  return refusal === null ? [] : [{ refusal }];
}

const chunkHead = (call: ConvertedCall): Omit<ChatChunk, 'choices'> => ({
  id: callId('chatcmpl', call),
  object: 'chat.completion.chunk',
  created: call.created,
  model: call.model,
});

const chunk = (
  call: ConvertedCall,
  delta: ChatDelta,
  finish_reason: ChatChunk['choices'][number]['finish_reason'],
): ChatChunk => ({ ...chunkHead(call), choices: [{ index: 0, delta, finish_reason, logprobs: null }] });

/** `[DONE]` does not follow it. */
const chatErrorChunk = (call: ConvertedCall, { code, message }: StreamFailure): ChatChunk => ({
  ...chunk(call, {}, 'error'),
  error: { message, type: code === 'rate_limited' ? 'rate_limit_error' : 'server_error', code, param: null },
});
