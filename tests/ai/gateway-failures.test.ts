import { afterAll, beforeEach, describe, expect, setSystemTime, test } from 'bun:test';

import OpenAI, { BadRequestError, InternalServerError, NotFoundError, RateLimitError } from 'openai';

import { restClient } from '../support/client';
import { chatAnswer, chatStream, type ProviderAnswer, stream } from '../support/model-provider';
import { until } from '../support/process';
import { eventTypes, HELLO, rowsOf, settledRow, startGateway } from './gateway-support';

const { p, q, server, caller, stop } = await startGateway();
afterAll(stop);

const { gateway } = server.services;
const TIMINGS = { ...gateway.timings };

beforeEach(() => {
  Object.assign(gateway.timings, TIMINGS);
  for (const slug of ['p', 'q', 'gone']) gateway.breaker.succeeded(slug, '');
  p.answer = () => chatAnswer('from p');
  q.answer = () => chatAnswer('from q');
});

const problem = (status: number, body: unknown = { error: { message: 'No.' } }, headers = {}): ProviderAnswer => ({
  status,
  headers,
  chunks: [typeof body === 'string' ? body : JSON.stringify(body)],
});

describe('an error of a provider becomes', () => {
  test.each([
    ['400', problem(400, { error: { message: 'Bad tool.' } }), 400, 'validation_failed', 'Bad tool.'],
    ['422', problem(422, { detail: 'Bad tool.' }), 400, 'validation_failed', 'Bad tool.'],
    [
      '401',
      problem(401, { error: { message: 'Wrong key sk-upstream-secret' } }),
      502,
      'upstream_error',
      'refused the key',
    ],
    ['403', problem(403), 502, 'upstream_error', 'refused the key'],
    ['404', problem(404), 404, 'not_found', 'does not have the model'],
    ['402', problem(402), 429, 'rate_limited', 'limits its calls'],
    ['429', problem(429, {}, { 'retry-after': '7' }), 429, 'rate_limited', 'limits its calls'],
    ['500', problem(500, 'boom http://10.0.0.1/internal'), 502, 'upstream_error', 'status 500'],
    ['a redirect', problem(302, '', { location: 'http://elsewhere.example' }), 502, 'upstream_error', 'status 302'],
    ['HTML', problem(200, '<html>', { 'content-type': 'text/html' }), 502, 'upstream_error', 'not JSON'],
    ['half JSON', problem(200, '{"choices":['), 502, 'upstream_error', 'not JSON'],
    ['an error with 200', problem(200, { error: { message: 'Busy.' } }), 502, 'upstream_error', 'Busy.'],
    ['a cut answer', { ...chatAnswer('x'), cutAt: 20 }, 502, 'upstream_error', 'closed'],
  ])('%s', async (_name, answer, status, code, said) => {
    p.answer = () => answer;
    const { secret, workspaceId } = await caller();
    const got = await restClient(server.url, secret)('POST', '/chat/completions', HELLO);
    expect(got).toMatchObject({ status, body: { code, error: { message: expect.stringContaining(said) } } });
    const text = JSON.stringify(got.body);
    for (const hidden of ['sk-upstream-secret', '10.0.0.1', p.url]) expect(text).not.toContain(hidden);
    if (status === 429) expect(got.headers.get('retry-after')).toBe(answer.headers?.['retry-after'] ?? '10');
    expect(await settledRow(workspaceId)).toMatchObject({ status, errorCode: code, costMicroUsd: 0 });
  });

  test('an overflow of the context has the code that clients look for', async () => {
    p.answer = () => problem(400, { error: { message: "This model's maximum context length is 8192 tokens." } });
    const { secret } = await caller();
    const { body } = await restClient(server.url, secret)('POST', '/chat/completions', HELLO);
    expect(body).toMatchObject({ code: 'validation_failed', error: { code: 'context_length_exceeded' } });
  });

  test('a stream that fails before its first event has the status of an error', async () => {
    for (const bad of [
      problem(500),
      stream(['data: {"error":{"message":"Busy."}}\n\n']),
      stream([]),
      stream(['<html>']),
      { ...chatAnswer('not a stream') },
    ]) {
      p.answer = () => bad;
      gateway.breaker.succeeded('p', '');
      const response = await (await caller()).send({ stream: true });
      expect(response.status).toBe(502);
      expect(response.headers.get('content-type')).toBe('application/problem+json');
    }
  });

  test('a silent provider is a timeout', async () => {
    Object.assign(gateway.timings, { firstByteMs: 100, totalMs: 100 });
    p.answer = () => ({ isDeaf: true });
    for (const isStream of [true, false]) {
      const { send, workspaceId } = await caller();
      const response = await send({ stream: isStream });
      expect(response.status).toBe(504);
      expect(await response.json()).toMatchObject({ code: 'upstream_timeout' });
      expect(await settledRow(workspaceId)).toMatchObject({ outcome: 'failed', errorCode: 'upstream_timeout' });
    }
  });

  test('the official client raises its own error classes', async () => {
    const client = async () =>
      new OpenAI({ baseURL: `${server.url}/api/v1`, apiKey: (await caller()).secret, maxRetries: 0 });
    const failure = async (answer: ProviderAnswer, model = 'p/m') => {
      p.answer = () => answer;
      return (await client()).chat.completions.create({ ...HELLO, model }).catch((error: unknown) => error);
    };
    expect(await failure(problem(400))).toBeInstanceOf(BadRequestError);
    expect(await failure(problem(429))).toBeInstanceOf(RateLimitError);
    expect(await failure(problem(401))).toBeInstanceOf(InternalServerError);
    const unknown = await failure(chatAnswer(''), 'p/nothing');
    expect(unknown).toBeInstanceOf(NotFoundError);
    expect(unknown).toMatchObject({ code: 'model_not_found', param: 'model' });
  });
});

describe('the next model', () => {
  test.each([
    ['cannot be reached', 'gone/m', undefined],
    ['is limited', 'p/m', problem(429)],
    ['fails', 'p/m', problem(500)],
    ['does not exist there', 'p/m', problem(404)],
  ])('answers when the first one %s', async (_name, model, answer) => {
    if (answer) p.answer = () => answer;
    const { secret, workspaceId } = await caller();
    const got = await restClient(server.url, secret)('POST', '/chat/completions', { ...HELLO, model, models: ['q/m'] });
    expect(got.status).toBe(200);
    expect(got.headers.get('x-model-used')).toBe('q/m');
    expect(got.body.choices[0].message.content).toBe('from q');
    expect(q.last.body['models']).toBeUndefined();
    expect(await settledRow(workspaceId)).toMatchObject({
      modelId: 'q/m',
      requestedModel: model,
      attempts: answer ? 2 : 3,
    });
  });

  test('answers a stream whose first event is an error', async () => {
    p.answer = () => stream(['data: {"error":{"message":"Busy."}}\n\n']);
    q.answer = () => stream(chatStream(['from q']));
    const response = await (await caller()).send({ stream: true, models: ['q/m'] });
    expect(response.headers.get('x-model-used')).toBe('q/m');
    expect(await response.text()).toBe(chatStream(['from q'], null).join(''));
  });

  test('is not called when the request itself is wrong', async () => {
    p.answer = () => problem(400);
    const asked = q.requests.length;
    const response = await (await caller()).send({ models: ['q/m'] });
    expect(response.status).toBe(400);
    expect(q.requests.length).toBe(asked);
  });
});

describe('a provider', () => {
  test('that keeps failing is paused, with one event for the pause and one for the recovery', async () => {
    const { send, workspaceId } = await caller();
    p.answer = () => problem(500);
    for (let call = 0; call < 5; call += 1) expect((await send({})).status).toBe(502);
    const asked = p.requests.length;
    const refused = await send({});
    expect(refused.status).toBe(503);
    expect(Number(refused.headers.get('retry-after'))).toBeWithin(20, 31);
    expect(p.requests.length).toBe(asked);
    await until(async () => (await eventTypes(workspaceId)).includes('ai.provider.failed'));

    p.answer = () => chatAnswer('back');
    setSystemTime(new Date(Date.now() + 31_000));
    expect((await send({})).status).toBe(200);
    setSystemTime();
    expect((await send({})).status).toBe(200);
    await until(async () => (await eventTypes(workspaceId)).includes('ai.provider.recovered'));
    expect(await eventTypes(workspaceId)).toEqual(['ai.provider.failed', 'ai.provider.recovered']);
  });

  test('at its maximum of calls queues others, and then refuses them', async () => {
    Object.assign(gateway.timings, { slotMs: 50 });
    const held = Promise.withResolvers<ProviderAnswer>();
    q.answer = () => held.promise;
    const { send } = await caller();
    const running = [send({ model: 'q/m' }), send({ model: 'q/m' })];
    await until(() => gateway.slots.inUse('q') === 2);
    const refused = await send({ model: 'q/m' });
    expect(refused.status).toBe(503);
    expect(await refused.json()).toMatchObject({ code: 'overloaded' });
    expect(refused.headers.get('retry-after')).toBe('5');

    Object.assign(gateway.timings, TIMINGS);
    const waiting = send({ model: 'q/m' });
    held.resolve(chatAnswer('late'));
    for (const response of await Promise.all([...running, waiting])) expect(response.status).toBe(200);
    expect(gateway.slots.inUse('q')).toBe(0);
  });
});

describe('an Idempotency-Key', () => {
  test('runs a call at most once', async () => {
    const { send, workspaceId } = await caller();
    const headers = { 'idempotency-key': 'order-1' };
    const held = Promise.withResolvers<ProviderAnswer>();
    p.answer = () => held.promise;
    const asked = p.requests.length;
    const first = send({}, { headers });
    await until(() => p.requests.length > asked);
    const second = await send({}, { headers });
    expect(second.status).toBe(409);
    expect(await second.json()).toMatchObject({ code: 'idempotency_in_progress' });
    held.resolve(chatAnswer('once'));
    expect((await first).status).toBe(200);

    const third = await send({}, { headers });
    expect(third.status).toBe(409);
    expect(third.headers.get('x-should-retry')).toBe('false');
    expect(await third.json()).toMatchObject({
      code: 'conflict',
      conflicting_id: (await settledRow(workspaceId)).id,
    });
    expect(p.requests.length).toBe(asked + 1);
  });

  test('can be reused if the provider was not reached, and is ignored for streams', async () => {
    const { send, workspaceId } = await caller();
    const headers = { 'idempotency-key': 'order-2' };
    expect((await send({ model: 'gone/m' }, { headers })).status).toBe(502);
    expect((await send({}, { headers })).status).toBe(200);
    p.answer = () => stream(chatStream(['x']));
    for (let time = 0; time < 2; time += 1) {
      const response = await send({ stream: true }, { headers });
      expect(response.status).toBe(200);
      await response.text();
    }
    expect((await rowsOf(workspaceId)).length).toBe(4);
  });
});
