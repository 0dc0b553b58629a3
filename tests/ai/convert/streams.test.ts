import { describe, expect, test } from 'bun:test';

import Anthropic from '@anthropic-ai/sdk';
import OpenAI from 'openai';

import { chatAnswerToMessages } from '../../../server/ai/gateway/convert/answers/chat-to-messages';
import { chatAnswerToResponses } from '../../../server/ai/gateway/convert/answers/chat-to-responses';
import { messagesAnswerToChat } from '../../../server/ai/gateway/convert/answers/messages-to-chat';
import { messagesAnswerToResponses } from '../../../server/ai/gateway/convert/answers/messages-to-responses';
import { chatStreamToMessages } from '../../../server/ai/gateway/convert/streams/chat-to-messages';
import { chatStreamToResponses } from '../../../server/ai/gateway/convert/streams/chat-to-responses';
import type { StreamConverter } from '../../../server/ai/gateway/convert/streams/converter';
import {
  messagesStreamToChat,
  messagesStreamToResponses,
} from '../../../server/ai/gateway/convert/streams/messages-to-chat';
import { answering, CALL, eventsOf, goldenJson, goldenText, piped, streamOf, valueOf } from './golden';

type Target = 'chat' | 'responses' | 'messages';

const CONVERSIONS: readonly {
  from: string;
  to: Target;
  convert: () => StreamConverter<object>;
}[] = [
  { from: 'chat-tools', to: 'messages', convert: () => chatStreamToMessages(CALL) },
  { from: 'chat-tools', to: 'responses', convert: () => chatStreamToResponses(CALL) },
  { from: 'messages-tools', to: 'chat', convert: () => messagesStreamToChat(CALL) },
  { from: 'messages-tools', to: 'responses', convert: () => messagesStreamToResponses(CALL) },
];

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

const converted = async (from: string, to: Target): Promise<string> => {
  const conversion = CONVERSIONS.find((one) => one.from === from && one.to === to);
  if (conversion === undefined) throw new Error(`${from} to ${to}`);
  return piped({ converter: conversion.convert(), to }, [bytes(await goldenText(`${from}.sse`))]);
};

describe('golden streams', () => {
  for (const { from, to, convert } of CONVERSIONS) {
    test(`${from} as ${to} is the recorded stream`, async () => {
      expect(await converted(from, to)).toBe(await goldenText(`${from}.as-${to}.sse`));
    });

    test(`${from} as ${to} is the same wherever its bytes are split`, async () => {
      const whole = bytes(await goldenText(`${from}.sse`));
      const expected = await goldenText(`${from}.as-${to}.sse`);
      for (let offset = 1; offset < whole.length; offset += 1) {
        const text = piped({ converter: convert(), to }, [whole.subarray(0, offset), whole.subarray(offset)]);
        if (text !== expected) expect({ offset, text }).toEqual({ offset, text: expected });
      }
      const single = [...whole].map((byte) => Uint8Array.of(byte));
      expect(piped({ converter: convert(), to }, single)).toBe(expected);
    });

    test(`${from} as ${to}, cut after any byte, never looks complete`, async () => {
      const whole = bytes(await goldenText(`${from}.sse`));
      const expected = await goldenText(`${from}.as-${to}.sse`);
      let completed = 0;
      for (let offset = 0; offset < whole.length; offset += 1) {
        const converter = convert();
        const text = piped({ converter, to }, [whole.subarray(0, offset)]);
        if (converter.status() === 'completed') {
          completed += 1;
          continue;
        }
        expect(converter.status()).toBe('failed');
        expect(text).not.toContain('[DONE]');
        expect(eventsOf(text).at(-1)).toMatchObject(FAILED[to]);
        // All before the failure is what an uncut stream has.
        if (to === 'chat') expect(expected).toStartWith(text.slice(0, text.lastIndexOf('data: ')));
      }
      // Complete without `[DONE]`: after the finish reason; Anthropic’s form only with its last event.
      if (from.startsWith('messages')) expect(completed).toBeLessThanOrEqual(3);
      else expect(completed).toBeGreaterThan(0);
    });
  }
});

const FAILED: Record<Target, Record<string, unknown>> = {
  chat: { error: { type: 'server_error', code: 'upstream_error' }, choices: [{ finish_reason: 'error' }] },
  responses: { type: 'response.failed', response: { status: 'failed', error: { code: 'server_error' } } },
  messages: { type: 'error', error: { type: 'api_error' } },
};

describe('official clients read the streams like the answers without streaming', () => {
  const openai = (text: string): OpenAI =>
    new OpenAI({ apiKey: 'none', baseURL: 'http://gateway.test/v1', maxRetries: 0, fetch: answering(text) });
  const anthropic = (text: string): Anthropic =>
    new Anthropic({ apiKey: 'none', baseURL: 'http://gateway.test', maxRetries: 0, fetch: answering(text) });
  const asked = { model: CALL.model, max_tokens: 100, messages: [{ role: 'user' as const, content: 'Hello' }] };

  test('chat completions as messages', async () => {
    const stream = anthropic(await converted('chat-tools', 'messages')).messages.stream(asked);
    const message: Anthropic.Message = valueOf(chatAnswerToMessages(await goldenJson('chat-tools.json'), CALL));
    const { parsed_output, ...final } = await stream.finalMessage();
    expect(parsed_output).toBeNull();
    // The client gives blocks non-enumerable members of its own.
    expect(JSON.parse(JSON.stringify(final))).toEqual(message);
  });

  test('chat completions as responses', async () => {
    const stream = openai(await converted('chat-tools', 'responses')).responses.stream({ model: 'x', input: 'Hello' });
    const response = valueOf(chatAnswerToResponses(await goldenJson('chat-tools.json'), CALL));
    const final = await stream.finalResponse();
    const { output_text, ...rest } = final;
    expect(output_text).toBe('I look up the weather ☔️ für Zürich.');
    expect(final.output.map(({ type }) => type)).toEqual(['reasoning', 'message', 'function_call', 'function_call']);
    const plain = (value: unknown): unknown =>
      JSON.parse(
        JSON.stringify(value, (name, member: unknown) => (/^(?:output_)?parsed/.test(name) ? undefined : member)),
      );
    expect(plain(rest)).toEqual(plain(response));
  });

  test('messages as chat completions', async () => {
    const stream = openai(await converted('messages-tools', 'chat')).chat.completions.stream({
      model: CALL.model,
      messages: [{ role: 'user', content: 'Hello' }],
      stream_options: { include_usage: true },
    });
    const answer: OpenAI.ChatCompletion = valueOf(messagesAnswerToChat(await goldenJson('messages-tools.json'), CALL));
    const final = await stream.finalChatCompletion();
    const [choice] = final.choices;
    const [expected] = answer.choices;
    expect(choice?.message.content).toBe('This is Zürich 🏔. I check both.');
    expect(
      choice?.message.tool_calls?.map(
        (call) => call.type === 'function' && [call.id, call.function.name, call.function.arguments],
      ),
    ).toEqual([
      ['toolu_01', 'get_weather', '{"city":"Zürich"}'],
      ['toolu_02', 'get_time', '{}'],
    ]);
    expect(choice?.finish_reason).toBe(expected?.finish_reason ?? 'stop');
    expect(final.usage).toEqual(answer.usage);
  });

  test('messages as responses', async () => {
    const stream = openai(await converted('messages-tools', 'responses')).responses.stream({ model: 'x', input: 'a' });
    const response = valueOf(messagesAnswerToResponses(await goldenJson('messages-tools.json'), CALL));
    const final = await stream.finalResponse();
    expect(final.usage).toEqual(response.usage ?? undefined);
    expect(
      JSON.stringify(final.output, (name, member: unknown) => (/^(?:output_)?parsed/.test(name) ? undefined : member)),
    ).toBe(JSON.stringify(response.output));
  });

  test('a failure is an error of each client, not an answer', async () => {
    const failed = (converter: StreamConverter<object>, to: Target): string =>
      piped({ converter, to }, streamOf([{ error: { message: 'Overloaded', code: 'overloaded' } }]));
    const failures = await Promise.all(
      [
        anthropic(failed(chatStreamToMessages(CALL), 'messages'))
          .messages.stream(asked)
          .finalMessage(),
        openai(piped({ converter: messagesStreamToChat(CALL), to: 'chat' }, streamOf([ANTHROPIC_ERROR])))
          .chat.completions.stream({ model: 'x', messages: [] })
          .finalChatCompletion(),
      ].map((call) => call.then(() => 'answered', String)),
    );
    expect(failures).toEqual([expect.stringContaining('Overloaded'), expect.stringContaining('Overloaded')]);

    const events = eventsOf(failed(chatStreamToResponses(CALL), 'responses'));
    expect(events.map(({ type, sequence_number }) => [type, sequence_number])).toEqual([
      ['response.created', 0],
      ['response.in_progress', 1],
      ['response.failed', 2],
    ]);
  });
});

const ANTHROPIC_ERROR = { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } };
