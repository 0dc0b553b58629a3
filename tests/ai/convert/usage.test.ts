import { expect, test } from 'bun:test';

import { createUsageReader, type ModelForm, readTokenUsage } from '../../../server/ai/gateway/convert/usage';
import { estimateTokens } from '../../../server/ai/gateway/estimate';
import { eventsOf, goldenJson, goldenText } from './golden';

test.each([
  ['chat', 'chat-tools'],
  ['messages', 'messages-tools'],
  ['responses', 'chat-tools.as-responses'],
] as const)('a stream of %s has the usage of the answer without streaming', async (form, name) => {
  const reader = createUsageReader(form);
  for (const event of eventsOf(await goldenText(`${name}.sse`))) reader.push(event);
  const source = form === 'messages' ? 'messages-tools.json' : 'chat-tools.json';
  const whole = readTokenUsage(form === 'responses' ? 'chat' : form, await goldenJson(source));
  expect(whole).toBeDefined();
  expect(reader.usage()).toEqual(whole);
});

const ALL = { input: 100, output: 20, cached: 60, cacheWrite: 10, reasoning: 5 };
test.each<[ModelForm, unknown]>([
  [
    'chat',
    {
      usage: {
        prompt_tokens: 100,
        completion_tokens: 20,
        prompt_tokens_details: { cached_tokens: 60, cache_write_tokens: 10 },
        completion_tokens_details: { reasoning_tokens: 5 },
      },
    },
  ],
  [
    'responses',
    {
      type: 'response.completed',
      response: {
        usage: {
          input_tokens: 100,
          input_tokens_details: { cached_tokens: 60, cache_write_tokens: 10 },
          output_tokens: 20,
          output_tokens_details: { reasoning_tokens: 5 },
        },
      },
    },
  ],
  [
    'messages',
    {
      usage: {
        input_tokens: 30,
        cache_read_input_tokens: 60,
        cache_creation_input_tokens: 10,
        output_tokens: 20,
        output_tokens_details: { thinking_tokens: 5 },
      },
    },
  ],
])('every figure of %s is read', (form, value) => {
  expect(readTokenUsage(form, value)).toEqual(ALL);
});

test('a server that repeats zeros does not erase what was reported', () => {
  const reader = createUsageReader('messages');
  reader.push({ type: 'message_start', message: { usage: { input_tokens: 30, output_tokens: 1 } } });
  reader.push({ type: 'message_delta', usage: { input_tokens: 0, output_tokens: 9 } });
  expect(reader.usage()).toMatchObject({ input: 30, output: 9 });
});

test.each([
  [null],
  [{}],
  [{ usage: null }],
  [{ usage: {} }],
  [{ usage: { prompt_tokens: -1, completion_tokens: 1.5 } }],
  ['x'],
])('%j has no usage', (value) => {
  expect(readTokenUsage('chat', value)).toBeUndefined();
});

test('an estimate counts bytes of text, and images separately', () => {
  expect(estimateTokens({ model: 'long-name', max_tokens: 5, messages: [] })).toBe(0);
  // role, user, content and six bytes of text.
  expect(estimateTokens({ messages: [{ role: 'user', content: '東京' }] })).toBe(Math.ceil((4 + 4 + 7 + 6) / 3));

  const image = (data: string): object => ({
    messages: [{ content: [{ type: 'image', source: { type: 'base64', data } }] }],
  });
  expect(estimateTokens(image('a'.repeat(1_000_000)))).toBe(estimateTokens(image('a')));
  expect(estimateTokens(image('a'))).toBeGreaterThan(1000);
  expect(estimateTokens({ system: 'abc', tools: [{ name: 'def' }] })).toBe(Math.ceil((3 + 4 + 3) / 3));
});
