import { afterAll, beforeEach, describe, expect, test } from 'bun:test';
import { connect } from 'node:net';

import OpenAI, { APIError } from 'openai';

import { HOUR_MS } from '../../shared/durations';
import { chatStream, chunk, delta, DONE, type ProviderAnswer, stream, usage } from '../support/model-provider';
import { until } from '../support/process';
import { comesToRest } from '../support/waiting';
import { budget, HELLO, rowsOf, seedBudget, settledRow, startGateway } from './gateway-support';

const { p, server, caller, stop } = await startGateway();
afterAll(stop);

const TIMINGS = { ...server.services.gateway.timings };
beforeEach(() => void Object.assign(server.services.gateway.timings, TIMINGS));
/** Only the caller ends a call. */
const withoutLimits = (): void => {
  Object.assign(server.services.gateway.timings, { firstByteMs: HOUR_MS, silenceMs: HOUR_MS, totalMs: HOUR_MS });
};

const STREAM = { stream: true };
/** More than is read without a place among the large answers. */
const LARGE = 8 * 1024 * 1024;
const WITH_USAGE = { stream: true, stream_options: { include_usage: true } };

/** What a caller gets of these chunks. */
async function received(chunks: readonly (string | Uint8Array)[], request: object = STREAM, more?: ProviderAnswer) {
  p.answer = () => stream(chunks, more);
  const { send, workspaceId } = await caller();
  const response = await send(request);
  return { response, text: await response.text(), workspaceId };
}

const withoutComments = (text: string): string => text.replaceAll(': keepalive\n\n', '');

describe('a stream', () => {
  test('has the provider’s bytes, without usage that was not requested', async () => {
    const chunks = [
      ': provider comment\n\n',
      chunk([delta('Grüße ')], { vendor: 'x' }),
      `data:   {"choices":[{"index":0,"delta":{"content":"äöü 🎈"}}],"usage":null}\r\n\r\n`,
      `event: message\nid: 4\ndata: {"choices":[\ndata: ]}\n\n`,
      chunk([delta('', 'stop')]),
    ];
    const { response, text } = await received([...chunks, chunk([], { usage: usage(10, 3) }), DONE]);
    expect(text).toBe([...chunks, DONE].join(''));
    expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('x-accel-buffering')).toBe('no');
    expect(response.headers.get('x-model-used')).toBe('p/m');
    expect(p.last.body).toMatchObject({ stream: true, stream_options: { include_usage: true } });
  });

  test('has tokens and cost when they are requested', async () => {
    const { text } = await received(chatStream(['a', 'b'], usage(10, 2)), WITH_USAGE);
    const [last, end] = text.trim().split('\n\n').slice(-2);
    expect(end).toBe('data: [DONE]');
    expect(JSON.parse(last?.slice(6) ?? '')).toMatchObject({
      choices: [],
      usage: { ...usage(10, 2), cost: '0.000014', cost_status: 'exact' },
    });
  });

  test('loses only the usage member where a chunk with usage has choices', async () => {
    const last = [delta('b', 'stop')];
    const { text, workspaceId } = await received([chunk([delta('a')]), chunk(last, { usage: usage(10, 2) }), DONE]);
    expect(text).toBe([chunk([delta('a')]), chunk(last), DONE].join(''));
    expect(await settledRow(workspaceId)).toMatchObject({ promptTokens: 10, completionTokens: 2, estimated: false });
  });

  test('is estimated and flagged where the provider reports no tokens', async () => {
    const { text, workspaceId } = await received(chatStream(['four', 'more'], null), WITH_USAGE);
    expect(text).toContain('"cost_status":"estimated"');
    expect(await settledRow(workspaceId)).toMatchObject({ completionTokens: 2, estimated: true, outcome: 'succeeded' });
  });

  test('survives any cut of its bytes into packets', async () => {
    const whole = Buffer.from(chatStream(['Grüße ', '🎈', 'ende']).join(''));
    const expected = [...chatStream(['Grüße ', '🎈', 'ende'], null)].join('');
    for (const size of [1, 2, 3, 7]) {
      const pieces = Array.from({ length: Math.ceil(whole.length / size) }, (_, at) =>
        whole.subarray(at * size, (at + 1) * size),
      );
      const { text } = await received(pieces, STREAM, { pauseMs: 0 });
      expect(text).toBe(expected);
    }
  });

  test('ends with its last event, even if the provider keeps the connection open', async () => {
    const { text, workspaceId } = await received(chatStream(['a']), STREAM, { hangs: true });
    expect(text).toBe(chatStream(['a'], null).join(''));
    expect(await p.last.over).toEqual({ byCaller: true });
    expect(await settledRow(workspaceId)).toMatchObject({ outcome: 'succeeded' });
  });

  test('costs the same as the answer without streaming', async () => {
    const { send, workspaceId } = await caller();
    p.answer = ({ body }) =>
      body['stream'] === true
        ? stream(
            chatStream(['a', 'b', 'c'], { ...usage(1234, 77), completion_tokens_details: { reasoning_tokens: 5 } }),
          )
        : {
            chunks: [
              JSON.stringify({
                choices: [{ index: 0, message: { role: 'assistant', content: 'abc' } }],
                usage: { ...usage(1234, 77), completion_tokens_details: { reasoning_tokens: 5 } },
              }),
            ],
          };
    await (await send(STREAM)).text();
    await (await send({})).text();
    const [streamed, whole] = await rowsOf(workspaceId);
    expect(streamed).toMatchObject({
      costMicroUsd: 1388,
      promptTokens: 1234,
      completionTokens: 77,
      reasoningTokens: 5,
    });
    for (const name of [
      'costMicroUsd',
      'promptTokens',
      'completionTokens',
      'reasoningTokens',
      'priceVersion',
    ] as const) {
      expect(whole?.[name]).toBe(streamed?.[name] as never);
    }
  });
});

describe('a stream that is cut', () => {
  test.each([
    ['the connection breaks', 'cutAt'],
    ['the answer ends', 'endAt'],
  ] as const)('at every byte, when %s: whole events, then an error, and never the end', async (_name, how) => {
    const events = chatStream(['Grüße ', '🎈']);
    const whole = Buffer.from(events.join(''));
    const shown = chatStream(['Grüße ', '🎈'], null).join('');
    const { send, workspaceId } = await caller();
    const last = whole.lastIndexOf('data: [DONE]') + 'data: [DONE]'.length;

    for (let at = 1; at < last; at += 1) {
      p.answer = () => stream([whole], { [how]: at });
      server.services.gateway.breaker.succeeded('p', workspaceId);
      const response = await send(STREAM);
      const text = await response.text();
      expect(text).not.toContain('[DONE]');
      const arrived = whole
        .subarray(0, at)
        .toString()
        .split(/(?<=\n\n)/);
      const complete = arrived.filter((part) => part.endsWith('\n\n') && !part.includes('"choices":[],'));
      // What a broken connection had already brought may be lost with it.
      const isExact = how === 'endAt';
      if (response.status !== 200) {
        expect({ at, status: response.status, complete: isExact ? complete : [] }).toEqual({
          at,
          status: 502,
          complete: [],
        });
        continue;
      }
      const parts = text.split(/(?<=\n\n)/);
      expect(JSON.parse(parts.pop()?.slice(6) ?? '')).toMatchObject({
        error: { type: 'server_error', code: 'upstream_error' },
        choices: [{ finish_reason: 'error' }],
      });
      expect(parts.every((part) => part.endsWith('\n\n'))).toBe(true);
      expect(shown.startsWith(parts.join(''))).toBe(true);
      if (isExact) expect(parts.length).toBeGreaterThanOrEqual(complete.length);
    }
    const rows = await rowsOf(workspaceId);
    expect(rows.length).toBe(last - 1);
    expect(rows.filter(({ outcome }) => outcome === 'succeeded' || outcome === 'running')).toEqual([]);
  });

  test('raises an error in the official client', async () => {
    const { secret, workspaceId } = await caller();
    const client = new OpenAI({ baseURL: `${server.url}/api/v1`, apiKey: secret, maxRetries: 0 });
    p.answer = () => stream([chunk([delta('half')])]);
    const parts: string[] = [];
    const reading = (async () => {
      for await (const one of await client.chat.completions.create({ ...HELLO, stream: true })) {
        parts.push(one.choices[0]?.delta.content ?? '');
      }
    })();
    const error = await reading.catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(APIError);
    expect(error).toMatchObject({ code: 'upstream_error' });
    expect(parts).toEqual(['half']);
    expect(await settledRow(workspaceId)).toMatchObject({ outcome: 'interrupted', errorCode: 'upstream_error' });
  });

  test.each([
    ['garbage', ['data: {"choices"\n\n']],
    ['not UTF-8', [Buffer.from([0x64, 0x61, 0x74, 0x61, 0x3a, 0xff, 0x0a, 0x0a])]],
    ['an error of the provider', ['data: {"error":{"message":"Overloaded. sk-proj-abcdefghijklmnopqrst"}}\n\n']],
  ])('by %s ends with an error event', async (_name, bad) => {
    server.services.gateway.breaker.succeeded('p', '');
    const { text, workspaceId } = await received([chunk([delta('a')]), ...bad, DONE], STREAM, { hangs: true });
    expect(await p.last.over).toEqual({ byCaller: true });
    expect(text).toStartWith(chunk([delta('a')]));
    expect(text).toContain('"finish_reason":"error"');
    expect(text).not.toContain('[DONE]');
    expect(text).not.toContain('sk-proj');
    expect(await settledRow(workspaceId)).toMatchObject({ outcome: 'interrupted' });
  });
});

describe('a slow stream', () => {
  test('is kept open by comments, and ends with an error after a long silence', async () => {
    Object.assign(server.services.gateway.timings, { keepaliveMs: 20, silenceMs: 2000 });
    const { text, workspaceId } = await received([chunk([delta('a')])], STREAM, { hangs: true });
    expect(text).toContain(': keepalive\n\n');
    expect(withoutComments(text)).toStartWith(chunk([delta('a')]));
    expect(text).toContain('"code":"upstream_timeout"');
    expect(await settledRow(workspaceId)).toMatchObject({ outcome: 'interrupted', errorCode: 'upstream_timeout' });
  });

  test('of a caller who leaves is aborted at the provider and settled with what was read', async () => {
    withoutLimits();
    p.answer = () => stream([chunk([delta('x'.repeat(400))])], { hangs: true });
    const { send, workspaceId } = await caller();
    const leaving = new AbortController();
    const response = await send(STREAM, { signal: leaving.signal });
    await response.body?.getReader().read();
    leaving.abort();
    expect(await p.last.over).toEqual({ byCaller: true });
    expect(await settledRow(workspaceId)).toMatchObject({
      outcome: 'client_closed',
      completionTokens: 100,
      estimated: true,
      errorCode: null,
    });
  });

  test('of a caller who leaves before the first byte is aborted too', async () => {
    withoutLimits();
    p.answer = () => ({ isDeaf: true });
    const { send, workspaceId } = await caller();
    const leaving = new AbortController();
    const asked = p.requests.length;
    const sending = send(STREAM, { signal: leaving.signal }).catch(() => 'left');
    await until(() => p.requests.length > asked);
    leaving.abort();
    expect(await sending).toBe('left');
    expect(await p.last.over).toEqual({ byCaller: true });
    expect(await settledRow(workspaceId)).toMatchObject({ outcome: 'client_closed' });
  });

  test.each<[string, ProviderAnswer, number]>([
    ['before it begins', { isDeaf: true }, 0],
    ['in its middle', { chunks: [`{"choices":[{"message":{"content":"${'x'.repeat(LARGE)}`], hangs: true }, LARGE / 8],
  ])('and a whole one that is left %s cost the prompt and what has arrived', async (_name, answer, least) => {
    withoutLimits();
    p.answer = () => answer;
    const { send, workspaceId } = await caller();
    const budgetId = await seedBudget(workspaceId, 1_000_000_000);
    const leaving = new AbortController();
    const asked = p.requests.length;
    const sending = send({ max_tokens: 5000 }, { signal: leaving.signal }).catch(() => 'left');
    await until(() => p.requests.length > asked);
    if (least > 0) await until(() => server.services.gateway.largeAnswers.inUse('') === 1);
    leaving.abort();
    expect(await sending).toBe('left');
    expect(await p.last.over).toEqual({ byCaller: true });
    const prompt = Math.ceil(p.last.raw.length / 4);
    const row = await settledRow(workspaceId);
    expect(row).toMatchObject({ outcome: 'client_closed', status: 499, promptTokens: prompt, estimated: true });
    expect(row.completionTokens).toBeWithin(least, LARGE / 4 + 100);
    expect(row.costMicroUsd).toBe(prompt + 2 * row.completionTokens);
    expect(await budget(budgetId)).toMatchObject({ spentMicroUsd: row.costMicroUsd, reservedMicroUsd: 0 });
  });

  test('of a caller who does not read slows the provider down', async () => {
    const piece = chunk([delta('y'.repeat(64 * 1024))]);
    let sent = 0;
    p.answer = () =>
      stream(
        (function* () {
          for (; sent < 4000; sent += 1) yield piece;
        })(),
      );
    const { secret } = await caller();
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
    const body = JSON.stringify({ ...HELLO, ...STREAM });
    socket.write(
      `POST /api/v1/chat/completions HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${secret}\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    );
    await new Promise((resolve) => {
      socket.once('data', resolve);
    });
    socket.pause();
    await comesToRest(() => sent);
    const stalled = sent;
    socket.destroy();
    await p.last.over;
    // What the kernel holds on both connections is most of it.
    expect(stalled * piece.length).toBeLessThan(64 * 1024 * 1024);
  });
});
