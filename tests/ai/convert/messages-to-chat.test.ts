import { expect, test } from 'bun:test';

import type Anthropic from '@anthropic-ai/sdk';
import type OpenAI from 'openai';

import { messagesToChat } from '../../../server/ai/gateway/convert/requests/messages-to-chat';
import { refusedPointers, valueOf } from './golden';

const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

const REQUEST = {
  model: 'claude',
  max_tokens: 1024,
  system: [
    { type: 'text', text: 'You are a guide.', cache_control: { type: 'ephemeral' } },
    { type: 'text', text: 'Answer in French.' },
  ],
  messages: [
    {
      role: 'user',
      content: [
        { type: 'text', text: 'Where is this?' },
        { type: 'image', source: { type: 'base64', media_type: 'image/png', data: PIXEL } },
        { type: 'image', source: { type: 'url', url: 'https://example.test/a.jpg' } },
      ],
    },
    {
      role: 'assistant',
      content: [
        { type: 'thinking', thinking: 'A mountain.', signature: 'c2ln' },
        { type: 'text', text: 'I check both.' },
        { type: 'tool_use', id: 'toolu_1', name: 'get_weather', input: { city: 'Zürich' } },
        { type: 'tool_use', id: 'toolu_2', name: 'get_time', input: {} },
      ],
    },
    {
      role: 'user',
      content: [
        { type: 'tool_result', tool_use_id: 'toolu_1', content: 'Rain' },
        {
          type: 'tool_result',
          tool_use_id: 'toolu_2',
          is_error: true,
          content: [
            { type: 'text', text: 'No clock' },
            { type: 'image', source: { type: 'base64', media_type: 'image/png', data: PIXEL } },
          ],
        },
        { type: 'text', text: 'Well?' },
      ],
    },
  ],
  tools: [
    {
      name: 'get_weather',
      description: 'Weather of a city',
      input_schema: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
      cache_control: { type: 'ephemeral' },
    },
    { name: 'get_time', input_schema: { type: 'object' }, strict: true },
  ],
  tool_choice: { type: 'any', disable_parallel_tool_use: true },
  stop_sequences: ['END'],
  thinking: { type: 'enabled', budget_tokens: 8000 },
  output_config: { format: { type: 'json_schema', schema: { type: 'object' } } },
  metadata: { user_id: 'u1' },
  stream: true,
} satisfies Anthropic.MessageCreateParams;

/** Servers that have thoughts take them back in these members. */
const THOUGHT = {
  reasoning_content: 'A mountain.',
  reasoning_details: [{ type: 'reasoning.text', text: 'A mountain.', signature: 'c2ln', index: 0 }],
};

test('a full request in Anthropic’s form is converted to chat completions', () => {
  const image = { type: 'image_url', image_url: { url: `data:image/png;base64,${PIXEL}` } } as const;
  const chat = valueOf(messagesToChat({ ...REQUEST, temperature: 0.5, top_p: 0.9, top_k: 40 }));
  const expected: OpenAI.ChatCompletionCreateParams & { top_k: number } = {
    model: 'claude',
    messages: [
      { role: 'system', content: 'You are a guide.\n\nAnswer in French.' },
      {
        role: 'user',
        content: [
          { type: 'text', text: 'Where is this?' },
          image,
          { type: 'image_url', image_url: { url: 'https://example.test/a.jpg' } },
        ],
      },
      {
        role: 'assistant',
        content: 'I check both.',
        ...THOUGHT,
        tool_calls: [
          { id: 'toolu_1', type: 'function', function: { name: 'get_weather', arguments: '{"city":"Zürich"}' } },
          { id: 'toolu_2', type: 'function', function: { name: 'get_time', arguments: '{}' } },
        ],
      },
      { role: 'tool', tool_call_id: 'toolu_1', content: 'Rain' },
      { role: 'tool', tool_call_id: 'toolu_2', content: 'Error: No clock' },
      { role: 'user', content: [image, { type: 'text', text: 'Well?' }] },
    ],
    tools: [
      {
        type: 'function',
        function: {
          name: 'get_weather',
          description: 'Weather of a city',
          parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
        },
      },
      { type: 'function', function: { name: 'get_time', parameters: { type: 'object' }, strict: true } },
    ],
    tool_choice: 'required',
    parallel_tool_calls: false,
    response_format: { type: 'json_schema', json_schema: { name: 'answer', schema: { type: 'object' }, strict: true } },
    reasoning_effort: 'medium',
    max_tokens: 1024,
    temperature: 0.5,
    top_p: 0.9,
    top_k: 40,
    stop: ['END'],
    user: 'u1',
    stream: true,
    stream_options: { include_usage: true },
  };
  expect(chat).toEqual(JSON.parse(JSON.stringify(expected)));
});

const MINIMAL = { model: 'm', max_tokens: 10, messages: [{ role: 'user', content: 'Hello' }] };

test('the output limit has the name that the provider knows', () => {
  expect(valueOf(messagesToChat(MINIMAL, { outputLimit: 'max_completion_tokens' }))).toEqual({
    model: 'm',
    messages: [{ role: 'user', content: 'Hello' }],
    max_completion_tokens: 10,
  });
});

test.each([
  [{ ...MINIMAL, tools: [{ type: 'web_search_20250305', name: 'web_search' }] }, ['/tools/0/type']],
  [{ ...MINIMAL, tools: [{ type: 'computer_20250124', name: 'computer' }] }, ['/tools/0/type']],
  [{ ...MINIMAL, mcp_servers: [{ url: 'https://x.test' }] }, ['/mcp_servers']],
  [{ ...MINIMAL, container: 'c1' }, ['/container']],
  [
    { ...MINIMAL, context_management: { edits: [{ type: 'clear_tool_uses_20250919' }] } },
    ['/context_management/edits/0'],
  ],
  [{ ...MINIMAL, thinking: { type: 'between_tools' } }, ['/thinking/type']],
  [{ ...MINIMAL, metadata: { user_id: 'u', team: 't' } }, ['/metadata/team']],
  [{ ...MINIMAL, messages: [...MINIMAL.messages, { role: 'assistant', content: '{' }] }, ['/messages/1']],
  [{ ...MINIMAL, messages: [{ role: 'user', content: [{ type: 'search_result' }] }] }, ['/messages/0/content/0/type']],
  [
    { ...MINIMAL, messages: [{ role: 'user', content: [{ type: 'image', source: { type: 'file', file_id: 'f' } }] }] },
    ['/messages/0/content/0/source/type'],
  ],
  [
    {
      ...MINIMAL,
      messages: [
        {
          role: 'user',
          content: [
            { type: 'document', source: { type: 'text', data: 'a' }, citations: { enabled: true } },
            { type: 'text', text: 'b', invented: 1 },
          ],
        },
      ],
    },
    ['/messages/0/content/0/citations', '/messages/0/content/1/invented'],
  ],
  [
    { ...MINIMAL, messages: 'Hello', max_tokens: 'many', stop_sequences: [1] },
    ['/messages', '/max_tokens', '/stop_sequences/0'],
  ],
  [
    { ...MINIMAL, messages: [null, { role: 'robot', content: 'a' }, { role: 'user' }] },
    ['/messages/0', '/messages/1/role', '/messages/2/content'],
  ],
  [[], ['']],
])('a field that cannot be converted is refused with its path: %j', (body, pointers) => {
  expect(refusedPointers(messagesToChat(body))).toEqual(pointers);
});

test('fields without meaning for the model are left out', () => {
  const hints = {
    service_tier: 'auto',
    thinking: { type: 'disabled' },
    context_management: { edits: [{ type: 'clear_thinking_20251015', keep: 'all' }] },
    container: null,
    tools: [],
    tool_choice: { type: 'auto' },
  };
  expect(valueOf(messagesToChat({ ...MINIMAL, ...hints }))).toEqual(valueOf(messagesToChat(MINIMAL)));
});
