import { expect, test } from 'bun:test';

import type Anthropic from '@anthropic-ai/sdk';
import type OpenAI from 'openai';

import { messagesAnswerToChat } from '../../../server/ai/gateway/convert/answers/messages-to-chat';
import { chatToMessages } from '../../../server/ai/gateway/convert/requests/chat-to-messages';
import { CALL, goldenJson, refusedPointers, valueOf } from './golden';

const OPTIONS = { defaultMaxTokens: 4096 };

const REQUEST = {
  model: 'm',
  messages: [
    { role: 'developer', content: 'You are a guide.' },
    { role: 'system', content: [{ type: 'text', text: 'Answer in French.' }] },
    {
      role: 'user',
      content: [
        { type: 'text', text: 'Where is this?' },
        { type: 'image_url', image_url: { url: 'data:image/jpg;base64,/9j/4AAQ' } },
        { type: 'image_url', image_url: { url: 'https://example.test/a.webp', detail: 'low' } },
        { type: 'file', file: { filename: 'a.pdf', file_data: 'data:application/pdf;base64,JVBERi0=' } },
      ],
    },
    {
      role: 'assistant',
      content: 'I check both.',
      tool_calls: [
        {
          id: 'functions.get_weather:0',
          type: 'function',
          function: { name: 'get_weather', arguments: '{"city":"Zürich"}' },
        },
        { id: 'call_2', type: 'function', function: { name: 'get_time', arguments: '' } },
      ],
    },
    { role: 'tool', tool_call_id: 'functions.get_weather:0', content: 'Rain' },
    { role: 'tool', tool_call_id: 'call_2', content: [{ type: 'text', text: 'Noon' }] },
    { role: 'user', content: 'Well?' },
  ],
  tools: [
    { type: 'function', function: { name: 'get_weather', description: 'Weather', parameters: { type: 'object' } } },
    { type: 'function', function: { name: 'get_time', strict: true } },
  ],
  tool_choice: 'required',
  parallel_tool_calls: false,
  response_format: {
    type: 'json_schema',
    json_schema: { name: 'place', description: 'A place', schema: { type: 'object' } },
  },
  reasoning_effort: 'high',
  max_completion_tokens: 2000,
  temperature: 1,
  top_p: 0.9,
  stop: 'END',
  user: 'u1',
  n: 1,
  frequency_penalty: 0,
  store: false,
  stream: true,
  stream_options: { include_usage: true },
} satisfies OpenAI.ChatCompletionCreateParams;

test('a full request of chat completions is converted to Anthropic’s form', () => {
  const expected: Anthropic.MessageCreateParams & Record<string, unknown> = {
    model: 'm',
    max_tokens: 2000,
    system: 'You are a guide.\n\nAnswer in French.',
    messages: [
      {
        role: 'user',
        content: [
          { type: 'text', text: 'Where is this?' },
          { type: 'image', source: { type: 'base64', media_type: 'image/jpeg', data: '/9j/4AAQ' } },
          { type: 'image', source: { type: 'url', url: 'https://example.test/a.webp' } },
          {
            type: 'document',
            source: { type: 'base64', media_type: 'application/pdf', data: 'JVBERi0=' },
            title: 'a.pdf',
          },
        ],
      },
      {
        role: 'assistant',
        content: [
          { type: 'text', text: 'I check both.' },
          { type: 'tool_use', id: 'functions_get_weather_0', name: 'get_weather', input: { city: 'Zürich' } },
          { type: 'tool_use', id: 'call_2', name: 'get_time', input: {} },
        ],
      },
      {
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: 'functions_get_weather_0', content: 'Rain' },
          { type: 'tool_result', tool_use_id: 'call_2', content: 'Noon' },
        ],
      },
      { role: 'user', content: 'Well?' },
    ],
    tools: [
      { name: 'get_weather', description: 'Weather', input_schema: { type: 'object' } },
      { name: 'get_time', input_schema: { type: 'object', properties: {} }, strict: true },
    ],
    tool_choice: { type: 'any', disable_parallel_tool_use: true },
    output_config: {
      effort: 'high',
      format: { type: 'json_schema', schema: { description: 'A place', type: 'object' } },
    },
    thinking: { type: 'adaptive' },
    stop_sequences: ['END'],
    temperature: 1,
    top_p: 0.9,
    metadata: { user_id: 'u1' },
    stream: true,
    top_k: 5,
  };
  expect(valueOf(chatToMessages({ ...REQUEST, top_k: 5 }, OPTIONS))).toEqual(JSON.parse(JSON.stringify(expected)));
});

const MINIMAL = { model: 'm', messages: [{ role: 'user', content: 'Hello' }] };

test('a model without efforts gets a budget below the output limit', () => {
  const asked = { ...MINIMAL, reasoning_effort: 'high', max_tokens: 4000 };
  const options = { ...OPTIONS, reasoning: 'budget' as const };
  expect(valueOf(chatToMessages(asked, options)).thinking).toEqual({ type: 'enabled', budget_tokens: 3999 });
  expect(refusedPointers(chatToMessages({ ...asked, max_tokens: 500 }, options))).toEqual(['/reasoning_effort']);
});

test('without a limit the default is sent, and parallel calls are switched off with `auto`', () => {
  const tools = [{ type: 'function', function: { name: 'f' } }];
  const converted = valueOf(chatToMessages({ ...MINIMAL, tools, parallel_tool_calls: false }, OPTIONS));
  expect(converted).toMatchObject({ max_tokens: 4096, tool_choice: { type: 'auto', disable_parallel_tool_use: true } });
});

test('an answer of Anthropic is sent back unchanged, thinking with its signature', async () => {
  const answer = await goldenJson('messages-tools.json');
  const { message } = valueOf(messagesAnswerToChat(answer, CALL)).choices[0] ?? {};
  const results = ['toolu_01', 'toolu_02'].map((tool_call_id) => ({ role: 'tool', tool_call_id, content: 'x' }));
  const next = valueOf(chatToMessages({ ...MINIMAL, messages: [...MINIMAL.messages, message, ...results] }, OPTIONS));
  expect(next.messages[1]).toEqual({ role: 'assistant', content: answer.content } as never);
});

test.each([
  [{ n: 2 }, ['/n']],
  [{ seed: 0 }, ['/seed']],
  [
    { frequency_penalty: 0.5, logit_bias: { 5: 1 }, logprobs: true },
    ['/frequency_penalty', '/logit_bias', '/logprobs'],
  ],
  [{ temperature: 1.2 }, ['/temperature']],
  [{ response_format: { type: 'json_object' } }, ['/response_format/type']],
  [{ store: true, metadata: { a: 'b' } }, ['/metadata', '/store']],
  [{ tools: [{ type: 'custom', custom: { name: 'c' } }] }, ['/tools/0/type']],
  [{ modalities: ['text', 'audio'] }, ['/modalities/1']],
  [{ messages: [{ role: 'user', content: [{ type: 'input_audio' }] }] }, ['/messages/0/content/0/type']],
  [
    { messages: [{ role: 'user', content: [{ type: 'image_url', image_url: { url: 'data:image/tiff;base64,AA' } }] }] },
    ['/messages/0/content/0/image_url/url'],
  ],
  [{ messages: [{ role: 'user', name: 'Ann', content: 'a' }] }, ['/messages/0/name']],
  [
    {
      messages: [
        { role: 'user', content: 'a' },
        { role: 'assistant', content: 'b' },
      ],
    },
    ['/messages/1'],
  ],
  [
    {
      messages: [
        {
          role: 'assistant',
          content: null,
          tool_calls: [{ id: '1', type: 'function', function: { name: 'f', arguments: '[1]' } }],
        },
        { role: 'tool', tool_call_id: '1', content: 'a' },
      ],
    },
    ['/messages/0/tool_calls/0/function/arguments'],
  ],
  [
    {
      messages: [
        { role: 'assistant', content: 'b', reasoning_content: 'unsigned' },
        { role: 'user', content: 'a' },
      ],
    },
    ['/messages/0/reasoning_content'],
  ],
  [{ messages: null }, ['/messages']],
])('a field that cannot be converted is refused with its path: %j', (change, pointers) => {
  expect(refusedPointers(chatToMessages({ ...MINIMAL, ...change }, OPTIONS))).toEqual(pointers);
});
