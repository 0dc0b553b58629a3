import { describe, expect, test } from 'bun:test';

import { chatAnswerToMessages } from '../../../server/ai/gateway/convert/answers/chat-to-messages';
import { chatAnswerToResponses } from '../../../server/ai/gateway/convert/answers/chat-to-responses';
import { messagesAnswerToChat } from '../../../server/ai/gateway/convert/answers/messages-to-chat';
import { chatStreamToMessages } from '../../../server/ai/gateway/convert/streams/chat-to-messages';
import { chatStreamToResponses } from '../../../server/ai/gateway/convert/streams/chat-to-responses';
import { CALL, goldenJson, refusedPointers, valueOf } from './golden';

const chatAnswer = (message: object, finish_reason: string, more: object = {}): object => ({
  choices: [{ index: 0, message: { role: 'assistant', content: null, ...message }, finish_reason, ...more }],
  usage: {
    prompt_tokens: 10,
    completion_tokens: 5,
    prompt_tokens_details: { cached_tokens: 4, cache_write_tokens: 1 },
  },
});

test('usage, ids and calls of chat completions are converted to Anthropic’s form', async () => {
  const message = valueOf(chatAnswerToMessages(await goldenJson('chat-tools.json'), CALL));
  expect(message).toMatchObject({
    id: 'msg_req1',
    model: 'local/weather',
    stop_reason: 'tool_use',
    content: [
      { type: 'thinking', thinking: 'Two cities: Zürich, 東京.', signature: '' },
      { type: 'text', text: 'I look up the weather ☔️ für Zürich.' },
      { type: 'tool_use', id: 'call_zurich', name: 'get_weather', input: { city: 'Zürich' } },
      { type: 'tool_use', id: 'call_tokyo', name: 'get_weather', input: { city: '東京' } },
    ],
    usage: {
      input_tokens: 56,
      cache_read_input_tokens: 64,
      output_tokens: 57,
      output_tokens_details: { thinking_tokens: 12 },
    },
  });
});

test('an answer of Anthropic’s form counts cached tokens as input', async () => {
  const chat = valueOf(messagesAnswerToChat(await goldenJson('messages-tools.json'), CALL));
  expect(chat.id).toBe('chatcmpl-req1');
  expect(chat.usage).toEqual({
    prompt_tokens: 2012,
    completion_tokens: 89,
    total_tokens: 2101,
    prompt_tokens_details: { cached_tokens: 1500, cache_write_tokens: 100 },
    completion_tokens_details: { reasoning_tokens: 21 },
  });
});

test('a response repeats the settings of its request', () => {
  const request = { instructions: 'Be brief.', metadata: { a: 'b' }, tools: [{ type: 'function', name: 'f' }] };
  const response = valueOf(chatAnswerToResponses(chatAnswer({ content: 'Hi' }, 'stop'), { ...CALL, request }));
  expect(response).toMatchObject({ ...request, id: 'resp_req1', status: 'completed', store: false });
});

describe('the reason why an answer ended', () => {
  test.each([
    ['stop', {}, 'end_turn', 'completed'],
    ['stop', { stop_reason: 'END' }, 'stop_sequence', 'completed'],
    ['length', {}, 'max_tokens', 'incomplete'],
    ['content_filter', {}, 'refusal', 'incomplete'],
  ])('%s %j is %s and %s, streamed or not', (finish, more, stop, status) => {
    const answer = chatAnswer({ content: 'Hi' }, finish, more);
    const message = valueOf(chatAnswerToMessages(answer, CALL));
    const response = valueOf(chatAnswerToResponses(answer, CALL));
    expect(message.stop_reason).toBe(stop as never);
    expect(response).toMatchObject({ status, output: [{ status }] });

    const chunk = { choices: [{ index: 0, delta: { content: 'Hi' }, finish_reason: finish, ...more }] };
    const usage = { choices: [], usage: (answer as { usage: object }).usage };
    for (const [converter, last] of [
      [chatStreamToMessages(CALL), { type: 'message_delta', delta: { stop_reason: stop }, usage: message.usage }],
      [chatStreamToResponses(CALL), { type: `response.${status}`, response }],
    ] as const) {
      const events = [...converter.push(chunk), ...converter.push(usage), ...converter.end()];
      expect(events.find(({ type }) => type === last.type)).toMatchObject(last);
    }
  });

  test.each([
    ['end_turn', 'stop'],
    ['stop_sequence', 'stop'],
    ['max_tokens', 'length'],
    ['model_context_window_exceeded', 'length'],
    ['tool_use', 'tool_calls'],
    ['refusal', 'content_filter'],
  ])('%s is %s', (stop_reason, finish) => {
    const answer = { content: [{ type: 'text', text: 'Hi' }], stop_reason };
    expect(valueOf(messagesAnswerToChat(answer, CALL)).choices[0]?.finish_reason).toBe(finish as never);
  });

  test('tool calls with the reason `stop` end as tool calls', () => {
    const tool_calls = [{ function: { name: 'f', arguments: { a: 1 } } }];
    const message = valueOf(chatAnswerToMessages(chatAnswer({ tool_calls }, 'stop'), CALL));
    expect(message.stop_reason).toBe('tool_use');
    expect(message.content).toEqual([
      { type: 'tool_use', id: 'call_req1_0', name: 'f', input: { a: 1 }, caller: { type: 'direct' } },
    ]);
  });
});

test('a refusal is converted to each form', () => {
  const answer = chatAnswer({ refusal: 'I cannot.' }, 'stop');
  expect(valueOf(chatAnswerToMessages(answer, CALL))).toMatchObject({
    stop_reason: 'refusal',
    content: [{ type: 'text', text: 'I cannot.' }],
  });
  expect(valueOf(chatAnswerToResponses(answer, CALL)).output).toMatchObject([
    { type: 'message', content: [{ type: 'refusal', refusal: 'I cannot.' }] },
  ]);
});

test('malformed arguments are an error of the provider, truncated ones are left out', () => {
  const tool_calls = [{ id: '1', type: 'function', function: { name: 'f', arguments: '{"a":' } }];
  const refused = chatAnswerToMessages(chatAnswer({ tool_calls }, 'tool_calls'), CALL);
  expect(refused).toMatchObject({
    ok: false,
    refused: [{ reason: expect.stringContaining('called f with arguments') }],
  });

  const cut = valueOf(chatAnswerToMessages(chatAnswer({ content: 'Hi', tool_calls }, 'length'), CALL));
  expect(cut.content.map(({ type }) => type)).toEqual(['text']);
  expect(cut.stop_reason).toBe('max_tokens');
});

test.each([[{}], [{ choices: [] }], [{ error: 'x' }], ['text'], [null]])('%j is not an answer', (answer) => {
  expect(refusedPointers(chatAnswerToMessages(answer, CALL))).toHaveLength(1);
  expect(refusedPointers(chatAnswerToResponses(answer, CALL))).toHaveLength(1);
  expect(refusedPointers(messagesAnswerToChat(answer, CALL))).toHaveLength(1);
});
