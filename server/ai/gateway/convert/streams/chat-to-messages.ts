import type { ConvertedCall } from '../answers/call';
import { emptyMessage, thinkingBlock } from '../answers/chat-to-messages';
import { messagesStopOf } from '../answers/read-chat';
import type { MessagesBlock, NamedEvent } from '../forms';
import { messagesUsage, NO_USAGE } from '../usage';
import { type AnswerWriter, chatStreamConverter } from './chat-reader';
import type { StreamConverter, StreamFailure } from './converter';
import type { ToolCallDelta } from './tool-calls';

interface ToMessagesStreamOptions {
  /** An estimate for `message_start`, since chat completions report the input only at the end. */
  inputTokens?: number;
}

export const chatStreamToMessages = (
  call: ConvertedCall,
  options: ToMessagesStreamOptions = {},
): StreamConverter<NamedEvent> => chatStreamConverter(call, messagesWriter(call, options));

interface OpenBlock {
  kind: 'text' | 'thinking' | 'tool';
  index: number;
  /** Of the reasoning, or the position of the call. */
  key: number;
}

/** Blocks cannot interleave as chat calls may: the first is written at once, the others after the answer. */
function messagesWriter(call: ConvertedCall, options: ToMessagesStreamOptions): AnswerWriter<NamedEvent> {
  const waitingCalls = new Map<number, ToolCallDelta>();
  const waitingParts: (() => NamedEvent[])[] = [];
  let open: OpenBlock | undefined;
  let count = 0;
  let isRefused = false;

  const close = (): NamedEvent[] => {
    if (open === undefined) return [];
    const { index } = open;
    open = undefined;
    return [{ type: 'content_block_stop', index }];
  };
  const start = (kind: OpenBlock['kind'], key: number, content_block: MessagesBlock): NamedEvent[] => {
    const events = close();
    open = { kind, index: count, key };
    count += 1;
    return [...events, { type: 'content_block_start', index: open.index, content_block }];
  };
  const delta = (change: Record<string, unknown>): NamedEvent[] =>
    open === undefined ? [] : [{ type: 'content_block_delta', index: open.index, delta: change }];
  const isOpen = (kind: OpenBlock['kind'], key: number): boolean => open?.kind === kind && open.key === key;
  const afterCalls = (write: () => NamedEvent[]): NamedEvent[] => {
    if (open?.kind !== 'tool') return write();
    waitingParts.push(write);
    return [];
  };

  const writeText = (text: string): NamedEvent[] => [
    ...(isOpen('text', 0) ? [] : start('text', 0, { type: 'text', text: '', citations: null })),
    ...delta({ type: 'text_delta', text }),
  ];
  const startCall = ({ position, id, name }: ToolCallDelta): NamedEvent[] =>
    start('tool', position, { type: 'tool_use', id, name, input: {}, caller: { type: 'direct' } });
  const writeArguments = (text: string): NamedEvent[] =>
    text === '' ? [] : delta({ type: 'input_json_delta', partial_json: text });

  return {
    start: () => {
      const usage = messagesUsage({ ...NO_USAGE, input: options.inputTokens ?? 0 });
      return [{ type: 'message_start', message: { ...emptyMessage(call), usage } }];
    },
    reasoning: ({ part, key }) =>
      afterCalls(() => {
        if ('encrypted' in part) return [...start('thinking', -1, thinkingBlock(part)), ...close()];
        return [
          ...(isOpen('thinking', key) ? [] : start('thinking', key, thinkingBlock({ text: '' }))),
          ...(part.text === '' ? [] : delta({ type: 'thinking_delta', thinking: part.text })),
          ...(part.signature === undefined ? [] : delta({ type: 'signature_delta', signature: part.signature })),
        ];
      }),
    text: (text) => afterCalls(() => writeText(text)),
    refusal: (text) => {
      isRefused = true;
      return afterCalls(() => writeText(text));
    },
    toolCall: (entry) => {
      if (isOpen('tool', entry.position)) return writeArguments(entry.arguments);
      if (open?.kind !== 'tool') return [...startCall(entry), ...writeArguments(entry.arguments)];

      const waiting = waitingCalls.get(entry.position);
      const text = `${waiting?.arguments ?? ''}${entry.arguments}`;
      waitingCalls.set(entry.position, { ...(waiting ?? entry), arguments: text });
      return [];
    },
    finish: (finish, usage) => {
      const calls = [...waitingCalls.values()].flatMap((entry) => [
        ...startCall(entry),
        ...writeArguments(entry.arguments),
      ]);
      const callsEnd = open?.kind === 'tool' ? close() : [];
      return [
        ...calls,
        ...callsEnd,
        ...waitingParts.flatMap((write) => write()),
        ...close(),
        {
          type: 'message_delta',
          delta: {
            stop_reason: messagesStopOf(finish, isRefused),
            stop_sequence: finish.stopSequence,
            stop_details: null,
            container: null,
          },
          usage: messagesUsage(usage),
        },
        { type: 'message_stop' },
      ];
    },
    fail: (failure) => [messagesError(failure)],
  };
}

const ERROR_TYPES: Readonly<Record<string, string>> = {
  rate_limited: 'rate_limit_error',
  overloaded: 'overloaded_error',
  upstream_timeout: 'timeout_error',
};

const messagesError = ({ code, message }: StreamFailure): NamedEvent => ({
  type: 'error',
  error: { type: ERROR_TYPES[code] ?? 'api_error', message },
});
