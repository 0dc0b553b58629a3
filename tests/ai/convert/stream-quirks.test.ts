import { describe, expect, test } from 'bun:test';

import { chatStreamToMessages } from '../../../server/ai/gateway/convert/streams/chat-to-messages';
import { chatStreamToResponses } from '../../../server/ai/gateway/convert/streams/chat-to-responses';
import type { StreamConverter } from '../../../server/ai/gateway/convert/streams/converter';
import { messagesStreamToChat } from '../../../server/ai/gateway/convert/streams/messages-to-chat';
import { createUsageReader } from '../../../server/ai/gateway/convert/usage';
import { CALL, eventsOf, goldenText, piped } from './golden';
import { createStreamPipe } from './pipe';

const chunk = (delta: object, finish_reason: string | null = null): object => ({ choices: [{ delta, finish_reason }] });
const calls = (...tool_calls: object[]): object => chunk({ tool_calls });

function run<Out>(converter: StreamConverter<Out>, events: readonly object[]): Out[] {
  return [...events.flatMap((event) => converter.push(event)), ...converter.end()];
}

/** Calls as a client of Anthropic’s form reads them. */
function readCalls(chunks: readonly object[]): unknown[] {
  const blocks: { id: unknown; name: unknown; text: string }[] = [];
  for (const event of run(chatStreamToMessages(CALL), [...chunks, chunk({}, 'tool_calls')])) {
    const { content_block, delta } = event as {
      content_block?: Record<string, unknown>;
      delta?: Record<string, unknown>;
    };
    if (content_block?.type === 'tool_use') blocks.push({ id: content_block.id, name: content_block.name, text: '' });
    const last = blocks.at(-1);
    if (delta?.type === 'input_json_delta' && last !== undefined) last.text += String(delta.partial_json);
  }
  return blocks.map(({ id, name, text }) => [id, name, text]);
}

describe('servers that stream tool calls in their own way', () => {
  const two = [
    ['a', 'f', '{"x":1}'],
    ['b', 'g', '{"y":2}'],
  ];
  test.each([
    [
      'interleaved deltas',
      [
        calls({ index: 0, id: 'a', function: { name: 'f', arguments: '' } }),
        calls({ index: 1, id: 'b', function: { name: 'g', arguments: '{"y"' } }),
        calls({ index: 0, function: { arguments: '{"x":1}' } }),
        calls({ index: 1, function: { arguments: ':2}' } }),
      ],
    ],
    [
      'all calls with the index 0',
      [
        calls({ index: 0, id: 'a', function: { name: 'f', arguments: '{"x":1}' } }),
        calls({ index: 0, id: 'b', function: { name: 'g', arguments: '{"y":2}' } }),
      ],
    ],
    [
      'no index',
      [
        calls({ id: 'a', function: { name: 'f', arguments: '{"x"' } }),
        calls({ function: { arguments: ':1}' } }),
        calls({ id: 'b', function: { name: 'g', arguments: { y: 2 } } }),
      ],
    ],
    [
      'id and name repeated in every delta',
      [
        calls({ index: 0, id: 'a', function: { name: 'f', arguments: '{"x"' } }),
        calls({ index: 0, id: 'a', function: { name: 'f', arguments: ':1}' } }),
        calls({ index: 1, id: 'b', function: { name: 'g', arguments: '{"y":2}' } }),
      ],
    ],
    [
      'text between calls',
      [
        calls({ index: 0, id: 'a', function: { name: 'f', arguments: '{"x"' } }),
        chunk({ content: 'and' }),
        calls(
          { index: 0, function: { arguments: ':1}' } },
          { index: 1, id: 'b', function: { name: 'g', arguments: '{"y":2}' } },
        ),
      ],
    ],
  ])('%s', (_, chunks) => {
    expect(readCalls(chunks)).toEqual(two);

    const final = run(chatStreamToResponses(CALL), [...chunks, chunk({}, 'tool_calls')]).at(-1);
    const { output } = (final as unknown as { response: { output: Record<string, unknown>[] } }).response;
    const functions = output.filter(({ type }) => type === 'function_call');
    expect(functions.map((item) => [item.call_id, item.name, item.arguments])).toEqual(two);
  });

  test('a call without an id gets the same one as in an answer without streaming', () => {
    expect(readCalls([calls({ index: 0, function: { name: 'f', arguments: '{}' } })])).toEqual([
      ['call_req1_0', 'f', '{}'],
    ]);
  });
});

test('blocks of Anthropic’s form never overlap, and text delayed by calls follows them', () => {
  const events = run(chatStreamToMessages(CALL), [
    chunk({ reasoning: 'Hm.' }),
    chunk({ content: 'One' }),
    calls({ index: 0, id: 'a', function: { name: 'f', arguments: '{}' } }),
    chunk({ content: 'Two' }),
    chunk({}, 'tool_calls'),
  ]);
  const blocks = events.flatMap((event) => {
    const { type, index, content_block } = event as { type: string; index?: number; content_block?: { type: string } };
    return type.startsWith('content_block_') ? [[type.slice(14), index, content_block?.type ?? '']] : [];
  });
  expect(blocks).toEqual(
    ['thinking', 'text', 'tool_use', 'text'].flatMap((type, index) => [
      ['start', index, type],
      ['delta', index, ''],
      ['stop', index, ''],
    ]),
  );
});

test('usage is read in a chunk that also has choices, in the choice, and under x_groq', () => {
  const usage = { prompt_tokens: 7, completion_tokens: 3 };
  for (const last of [
    { ...chunk({}, 'stop'), usage },
    { choices: [{ delta: {}, finish_reason: 'stop', usage }] },
    { ...chunk({}, 'stop'), x_groq: { usage } },
  ]) {
    const events = run(chatStreamToMessages(CALL), [chunk({ content: 'a' }), last]);
    expect(events.find(({ type }) => type === 'message_delta')?.usage).toMatchObject({
      input_tokens: 7,
      output_tokens: 3,
    });
  }
});

describe('failures', () => {
  test('an error in the middle ends the stream once', () => {
    const converter = chatStreamToMessages(CALL);
    const events = run(converter, [
      chunk({ content: 'a' }),
      { error: { message: 'Slow down', type: 'rate_limit_error' } },
      chunk({ content: 'b' }, 'stop'),
    ]);
    expect(events.at(-1)).toEqual({ type: 'error', error: { type: 'rate_limit_error', message: 'Slow down' } });
    expect(events.filter(({ type }) => type === 'error')).toHaveLength(1);
    expect(converter.status()).toBe('failed');
    expect(converter.fail({ code: 'upstream_error', message: 'again' })).toEqual([]);
  });

  test('a response that fails keeps what was complete', () => {
    const converter = chatStreamToResponses(CALL);
    const events = [
      ...converter.push(chunk({ reasoning_content: 'Hm.' })),
      ...converter.push(chunk({ content: 'a' })),
      ...converter.fail({ code: 'upstream_timeout', message: 'Silence for 60 s.' }),
    ];
    expect(events.map(({ sequence_number }) => sequence_number)).toEqual(events.map((_, index) => index));
    expect(events.at(-1)).toMatchObject({
      type: 'response.failed',
      response: {
        status: 'failed',
        error: { code: 'server_error', message: 'Silence for 60 s.' },
        output: [{ type: 'reasoning' }],
      },
    });
  });

  test('a finish reason of `error` is a failure', () => {
    const converter = chatStreamToMessages(CALL);
    run(converter, [chunk({ content: 'a' }), chunk({}, 'error')]);
    expect(converter.status()).toBe('failed');
  });

  test('an event that is not JSON fails the stream', () => {
    const converter = messagesStreamToChat(CALL);
    const pipe = createStreamPipe({ converter, to: 'chat' });
    const broken = new TextEncoder().encode('data: {"choices"\n\n');
    const out = Buffer.concat([...pipe.push(broken), ...pipe.push(broken), ...pipe.end()]).toString();
    expect(eventsOf(out)).toMatchObject([{ choices: [{ finish_reason: 'error' }] }]);
    expect(out).not.toContain('[DONE]');
    expect(pipe.status()).toBe('failed');
  });
});

test('a pipe hands each event to the usage reader, also when the stream is cut', async () => {
  const usage = createUsageReader('messages');
  const text = await goldenText('messages-tools.sse');
  const cut = new TextEncoder().encode(text.slice(0, text.indexOf('event: message_delta')));
  piped({ converter: messagesStreamToChat(CALL), to: 'chat', onEvent: usage.push }, [cut]);
  expect(usage.usage()).toEqual({ input: 2012, output: 2, cached: 1500, cacheWrite: 100, reasoning: 0 });
});
