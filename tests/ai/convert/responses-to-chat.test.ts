import { expect, test } from 'bun:test';

import type OpenAI from 'openai';

import { responsesToChat } from '../../../server/ai/gateway/convert/requests/responses-to-chat';
import { responsesToMessages } from '../../../server/ai/gateway/convert/requests/responses-to-messages';
import { refusedPointers, valueOf } from './golden';

const REQUEST = {
  model: 'm',
  instructions: 'You are a guide.',
  input: [
    { role: 'developer', content: 'Answer in French.' },
    {
      type: 'message',
      role: 'user',
      content: [
        { type: 'input_text', text: 'Where is this?' },
        { type: 'input_image', image_url: 'https://example.test/a.jpg', detail: 'high' },
        { type: 'input_file', filename: 'a.pdf', file_data: 'data:application/pdf;base64,JVBERi0=' },
      ],
    },
    {
      type: 'reasoning',
      id: 'rs_1',
      summary: [],
      content: [{ type: 'reasoning_text', text: 'A mountain.' }],
      encrypted_content: 'c2ln',
    },
    {
      type: 'message',
      id: 'msg_1',
      role: 'assistant',
      status: 'completed',
      content: [{ type: 'output_text', text: 'I check both.', annotations: [] }],
    },
    { type: 'function_call', id: 'fc_1', call_id: 'call_1', name: 'get_weather', arguments: '{"city":"Zürich"}' },
    { type: 'function_call', call_id: 'call_2', name: 'get_time', arguments: '{}' },
    { type: 'function_call_output', call_id: 'call_1', output: 'Rain' },
    {
      type: 'function_call_output',
      call_id: 'call_2',
      output: [
        { type: 'input_text', text: 'Noon' },
        { type: 'input_image', image_url: 'data:image/png;base64,iVBORw0=', detail: 'auto' },
      ],
    },
  ],
  tools: [
    { type: 'function', name: 'get_weather', description: 'Weather', parameters: { type: 'object' }, strict: true },
    { type: 'function', name: 'get_time', parameters: null, strict: null },
  ],
  tool_choice: { type: 'function', name: 'get_weather' },
  parallel_tool_calls: false,
  text: {
    format: { type: 'json_schema', name: 'place', schema: { type: 'object' }, strict: true },
    verbosity: 'medium',
  },
  reasoning: { effort: 'high', summary: 'auto' },
  include: ['reasoning.encrypted_content'],
  max_output_tokens: 500,
  temperature: 0.5,
  store: false,
  stream: true,
  prompt_cache_key: 'k',
  metadata: { team: 't' },
} satisfies OpenAI.Responses.ResponseCreateParams;

/** Servers that have thoughts take them back in these members. */
const THOUGHT = {
  reasoning_content: 'A mountain.',
  reasoning_details: [{ type: 'reasoning.text', text: 'A mountain.', signature: 'c2ln', index: 0 }],
};

test('a full request in the Responses form is converted to chat completions', () => {
  const expected: OpenAI.ChatCompletionCreateParams & { vendor: number } = {
    model: 'm',
    messages: [
      { role: 'system', content: 'You are a guide.' },
      { role: 'system', content: 'Answer in French.' },
      {
        role: 'user',
        content: [
          { type: 'text', text: 'Where is this?' },
          { type: 'image_url', image_url: { url: 'https://example.test/a.jpg', detail: 'high' } },
          { type: 'file', file: { filename: 'a.pdf', file_data: 'data:application/pdf;base64,JVBERi0=' } },
        ],
      },
      {
        role: 'assistant',
        content: 'I check both.',
        ...THOUGHT,
        tool_calls: [
          { id: 'call_1', type: 'function', function: { name: 'get_weather', arguments: '{"city":"Zürich"}' } },
          { id: 'call_2', type: 'function', function: { name: 'get_time', arguments: '{}' } },
        ],
      },
      { role: 'tool', tool_call_id: 'call_1', content: 'Rain' },
      { role: 'tool', tool_call_id: 'call_2', content: 'Noon' },
      { role: 'user', content: [{ type: 'image_url', image_url: { url: 'data:image/png;base64,iVBORw0=' } }] },
    ],
    tools: [
      {
        type: 'function',
        function: { name: 'get_weather', description: 'Weather', parameters: { type: 'object' }, strict: true },
      },
      { type: 'function', function: { name: 'get_time' } },
    ],
    tool_choice: { type: 'function', function: { name: 'get_weather' } },
    parallel_tool_calls: false,
    response_format: { type: 'json_schema', json_schema: { name: 'place', schema: { type: 'object' }, strict: true } },
    reasoning_effort: 'high',
    max_tokens: 500,
    temperature: 0.5,
    stream: true,
    stream_options: { include_usage: true },
    vendor: 1,
  };
  expect(valueOf(responsesToChat({ ...REQUEST, vendor: 1 }))).toEqual(JSON.parse(JSON.stringify(expected)));
});

test.each([
  [{ store: true }, ['/store']],
  [{ previous_response_id: 'resp_1' }, ['/previous_response_id']],
  [{ background: true }, ['/background']],
  [{ conversation: 'conv_1' }, ['/conversation']],
  [
    {
      tools: [
        { type: 'web_search' },
        { type: 'file_search', vector_store_ids: ['v'] },
        { type: 'computer_use_preview' },
        { type: 'function', name: 'f', parameters: {}, strict: null },
        { type: 'custom', name: 'apply_patch' },
      ],
    },
    ['/tools/0/type', '/tools/1/type', '/tools/2/type', '/tools/4/type'],
  ],
  [{ truncation: 'auto' }, ['/truncation']],
  [{ include: ['reasoning.encrypted_content', 'web_search_call.results'] }, ['/include/1']],
  [{ input: [{ type: 'item_reference', id: 'msg_1' }] }, ['/input/0/type']],
  [
    { input: [{ role: 'user', content: [{ type: 'input_image', file_id: 'f' }] }] },
    ['/input/0/content/0/file_id', '/input/0/content/0/image_url'],
  ],
  [
    { input: [{ role: 'user', content: [{ type: 'input_file', file_url: 'https://x.test/a' }] }] },
    ['/input/0/content/0/file_url', '/input/0/content/0'],
  ],
  [{ input: 5, max_output_tokens: '5' }, ['/input', '/max_output_tokens']],
  [{ reasoning: { effort: 'wild', mode: 'pro' } }, ['/reasoning/mode', '/reasoning/effort']],
])('a field that cannot be converted is refused with its path: %j', (change, pointers) => {
  expect(refusedPointers(responsesToChat({ model: 'm', input: 'Hello', ...change }))).toEqual(pointers);
});

test('calls and their results keep their order over turns, and text after calls joins them', () => {
  const { messages } = valueOf(
    responsesToChat({
      input: [
        { role: 'user', content: 'a' },
        { type: 'function_call', call_id: '1', name: 'f', arguments: '{}' },
        { role: 'assistant', content: 'wait' },
        { type: 'function_call_output', call_id: '1', output: 'x' },
        { type: 'reasoning', summary: [{ type: 'summary_text', text: 'Again.' }] },
        { type: 'function_call', call_id: '2', name: 'f', arguments: '{}' },
        { type: 'function_call_output', call_id: '2', output: 'y' },
      ],
    }),
  );
  const call = (id: string): object => ({ id, type: 'function', function: { name: 'f', arguments: '{}' } });
  expect(messages).toEqual([
    { role: 'user', content: 'a' },
    { role: 'assistant', content: 'wait', tool_calls: [call('1')] },
    { role: 'tool', tool_call_id: '1', content: 'x' },
    { role: 'assistant', content: null, reasoning_content: 'Again.', tool_calls: [call('2')] },
    { role: 'tool', tool_call_id: '2', content: 'y' },
  ] as never);
});

test('through chat completions a request is converted to Anthropic’s form, thinking with its signature', () => {
  const messages = valueOf(responsesToMessages(REQUEST, { defaultMaxTokens: 4096 }));
  expect(messages.system).toBe('You are a guide.\n\nAnswer in French.');
  expect(
    messages.messages.map(({ role, content }) => [
      role,
      Array.isArray(content) ? content.map(({ type }) => type) : content,
    ]),
  ).toEqual([
    ['user', ['text', 'image', 'document']],
    ['assistant', ['thinking', 'text', 'tool_use', 'tool_use']],
    ['user', ['tool_result', 'tool_result']],
    ['user', ['image']],
  ]);
  expect(messages.max_tokens).toBe(500);
});

test('paths of fields that Anthropic’s form lacks are those of the Responses form', () => {
  const body = {
    input: [
      { role: 'user', content: 'a' },
      { type: 'reasoning', content: [{ type: 'reasoning_text', text: 'unsigned' }] },
      { type: 'function_call', call_id: '1', name: 'f', arguments: '{' },
      { type: 'function_call_output', call_id: '1', output: 'x' },
    ],
    temperature: 1.5,
    text: { format: { type: 'json_object' }, verbosity: 'low' },
  };
  expect(refusedPointers(responsesToMessages(body, { defaultMaxTokens: 10 })).toSorted()).toEqual([
    '/input/1',
    '/input/1',
    '/temperature',
    '/text/format',
    '/text/verbosity',
  ]);
});
