import { afterAll, beforeEach, describe, expect, test } from 'bun:test';

import { MAX_RECORDINGS } from '../../server/ai/gateway/routes/transcriptions';
import { CallSlots } from '../../server/ai/gateway/slots';
import { ALL_WORKSPACES, forgetProviderFailures } from '../../server/ai/system/provider-health';
import { database } from '../support/app';
import { expecting, restClient } from '../support/client';
import { chatAnswer, chunk, delta, type ProviderAnswer, stream } from '../support/model-provider';
import { until } from '../support/process';
import { seedKey } from '../support/seed';
import { lasting, staysSo } from '../support/waiting';
import { eventTypes, HELLO, rowsOf, settledRow, startGateway } from './gateway-support';

const { p, q, server, caller, stop } = await startGateway();
afterAll(stop);

const { gateway } = server.services;
const TIMINGS = { ...gateway.timings };
beforeEach(async () => {
  Object.assign(gateway.timings, TIMINGS);
  for (const slug of ['p', 'q', 'gone']) {
    gateway.breaker.succeeded(slug, '');
    // A failure that another server of this database recorded would not be reported again.
    await forgetProviderFailures(database, slug, [ALL_WORKSPACES]);
  }
  p.answer = () => chatAnswer('from p');
  q.answer = () => chatAnswer('from q');
});

const failing = (status: number): ProviderAnswer => ({ status, chunks: ['{"error":{"message":"No."}}'] });
const FAILURES = 5;

describe('a pause of a provider', () => {
  test.each([
    ['errors', failing(500)],
    ['refusals of prompts', failing(403)],
    ['answers that are no JSON', { chunks: ['<html>'] }],
    ['failures with 200', { chunks: ['{"error":{"message":"Flagged."}}'] }],
  ])('that one workspace causes by %s is its own, as are the events', async (_name, answer) => {
    const [hostile, other] = [await caller(), await caller()];
    expect((await other.send({})).status).toBe(200);
    p.answer = () => answer;
    for (let call = 0; call < FAILURES; call += 1) expect((await hostile.send({})).status).toBe(502);
    expect((await hostile.send({})).status).toBe(503);
    await until(async () => (await eventTypes(hostile.workspaceId)).includes('ai.provider.failed'));

    p.answer = () => chatAnswer('from p');
    expect((await other.send({})).status).toBe(200);
    expect((await hostile.send({})).status).toBe(503);
    expect(await eventTypes(other.workspaceId)).toEqual([]);
  });

  test.each([
    ['that nobody can reach', { model: 'gone/m' }, () => undefined],
    ['that refuses the key of the operator', { model: 'q/m' }, () => failing(401)],
  ])('is one for all where no request can cause it: %s', async (_name, change, answer) => {
    const [first, other] = [await caller(), await caller()];
    q.answer = () => answer() ?? chatAnswer('from q');
    for (let call = 0; call < FAILURES; call += 1) expect((await first.send(change)).status).toBe(502);
    expect((await other.send(change)).status).toBe(503);
    await until(async () => (await eventTypes(first.workspaceId)).includes('ai.provider.failed'));
  });
});

test.each<[string, ProviderAnswer, object]>([
  ['a whole answer', { isDeaf: true }, {}],
  ['a stream before its first byte', { isDeaf: true }, { stream: true }],
  ['a stream', stream([chunk([delta('a')])], { hangs: true }), { stream: true }],
])('callers who leave %s give the provider no pause', async (_name, answer, request) => {
  const { send, workspaceId } = await caller();
  p.answer = () => answer;
  for (let call = 0; call < 2 * FAILURES; call += 1) {
    const leaving = new AbortController();
    const asked = p.requests.length;
    const sending = send(request, { signal: leaving.signal }).catch(() => undefined);
    await until(() => p.requests.length > asked);
    if (!answer.isDeaf) await (await sending)?.body?.getReader().read();
    leaving.abort();
    await sending;
    await p.last.over;
  }
  await until(() => gateway.slots.inUse('p') === 0);
  p.answer = () => chatAnswer('from p');
  expect((await send({})).status).toBe(200);
  await until(async () => (await rowsOf(workspaceId)).every(({ outcome }) => outcome !== 'running'));
  const outcomes: string[] = (await rowsOf(workspaceId)).map(({ outcome }) => outcome);
  expect(outcomes).toEqual([...Array.from({ length: 2 * FAILURES }, () => 'client_closed'), 'succeeded']);
  expect(await eventTypes(workspaceId)).toEqual([]);
});

describe('the slots of a provider', () => {
  const MAX = 8;
  const enterOf =
    (slots: CallSlots) =>
    (workspaceId: string, waitMs = 0) =>
      slots.enter('p', { workspaceId, max: MAX, waitMs, signal: new AbortController().signal });
  const several = (count: number, work: () => Promise<() => void>) => Promise.all(Array.from({ length: count }, work));

  test('are all available to a workspace that calls alone', async () => {
    const slots = new CallSlots();
    await several(MAX, () => enterOf(slots)('one'));
    expect(slots.inUse('p')).toBe(MAX);
  });

  test('are shared while several workspaces call', async () => {
    let now = 0;
    const slots = new CallSlots(() => now);
    const enter = enterOf(slots);
    (await enter('other'))();
    const taken = await several(6, () => enter('one'));
    expect(await enter('one').catch(({ error }) => error.code)).toBe('overloaded');
    await enter('other');

    taken[0]?.();
    await enter('one');
    now = 11 * 60_000;
    // The other one has a call, so that it still keeps its part.
    expect(await enter('one').catch(({ error }) => error.code)).toBe('overloaded');
    expect(slots.inUse('p')).toBe(7);
  });

  test('go to the workspace with the fewest calls, however many others wait', async () => {
    const slots = new CallSlots();
    const enter = enterOf(slots);
    const taken = await several(MAX, () => enter('one'));
    const order: string[] = [];
    const waiting = ['one', 'one', 'one', 'other'].map((workspaceId) =>
      enter(workspaceId, 60_000).then((leave) => {
        order.push(workspaceId);
        return leave;
      }),
    );
    taken[0]?.();
    await until(() => order.length === 1);
    expect(order).toEqual(['other']);
    for (const leave of taken.slice(1)) leave();
    for (const leave of await Promise.all(waiting)) leave();
    expect(slots.inUse('p')).toBe(0);
  });

  test('of a caller who leaves the queue are given to the next', async () => {
    const slots = new CallSlots();
    const taken = await several(MAX, () => enterOf(slots)('one'));
    const leaving = new AbortController();
    const left = slots
      .enter('p', { workspaceId: 'other', max: MAX, waitMs: 60_000, signal: leaving.signal })
      .catch(({ error }) => error.code);
    const next = enterOf(slots)('third', 60_000);
    leaving.abort();
    expect(await left).toBe('overloaded');
    taken[0]?.();
    (await next)();
  });
});

test('large answers are read a few at a time, so that they do not fill the memory', async () => {
  const { send } = await caller();
  p.answer = () => ({ chunks: [`{"x":"${'y'.repeat(5 * 1024 * 1024)}`], hangs: true });
  const asked = p.requests.length;
  const leaving = new AbortController();
  const running = Array.from({ length: 6 }, () => send({}, { signal: leaving.signal }).catch(() => undefined));
  await until(() => p.requests.length === asked + 6 && gateway.largeAnswers.inUse('') === 4);
  await staysSo(() => gateway.largeAnswers.inUse(''), 300);
  leaving.abort();
  await Promise.all(running);
  await until(() => gateway.largeAnswers.inUse('') === 0 && gateway.slots.inUse('p') === 0);
});

test('recordings are received a few at a time, so that they do not fill the disk', async () => {
  Object.assign(gateway.timings, { slotMs: 50 });
  const { secret } = await caller();
  const upload = () => {
    const form = new FormData();
    form.set('model', 'switchboard/echo');
    form.set('file', new File(['recording'], 'note.ogg'));
    const headers = { authorization: `Bearer ${secret}` };
    return fetch(`${server.url}/api/v1/audio/transcriptions`, { method: 'POST', headers, body: form });
  };
  const { signal } = new AbortController();
  const place = { workspaceId: 'another', max: MAX_RECORDINGS, waitMs: 0, signal };
  const taken = await Promise.all(Array.from({ length: MAX_RECORDINGS }, () => gateway.recordings.enter('', place)));
  const refused = await upload();
  expect(refused.status).toBe(503);
  expect(await refused.json()).toMatchObject({ code: 'overloaded', error: { code: 'overloaded' } });
  for (const leave of taken) leave();
  expect((await upload()).status).toBe(200);
  await until(() => gateway.recordings.inUse('') === 0);
});

describe('the time of a call', () => {
  test('ends early without a connection, and the next model answers', async () => {
    Object.assign(gateway.timings, { connectMs: 400 });
    const { models } = server.services;
    const target = models.catalogue.target({ id: 'p/m', provider: { slug: 'p' } });
    if (!target) throw new Error('There is no such provider.');
    const { acceptsConnections } = target.provider;
    target.provider.acceptsConnections = () => Promise.resolve(false);
    p.answer = () => ({ isDeaf: true });
    q.answer = () => chatAnswer('from q');
    try {
      const { send, workspaceId } = await caller();
      const answer = await send({ models: ['q/m'] });
      expect(answer.headers.get('x-model-used')).toBe('q/m');
      // Twice, since nothing was sent.
      expect(await settledRow(workspaceId)).toMatchObject({ attempts: 3, outcome: 'succeeded' });
      expect((await send({})).status).toBe(504);
    } finally {
      target.provider.acceptsConnections = acceptsConnections;
    }
  });

  test('is not cut short once a connection is made', async () => {
    Object.assign(gateway.timings, { connectMs: 400 });
    const held = Promise.withResolvers<ProviderAnswer>();
    q.answer = () => held.promise;
    const { send } = await caller();
    const sending = send({ model: 'q/m' });
    await lasting(600);
    held.resolve(chatAnswer('late'));
    expect((await sending).status).toBe(200);
  });

  test('is shared by all attempts', async () => {
    // A second attempt with a time of its own would not have begun its answer in time.
    Object.assign(gateway.timings, { totalMs: 2000, firstByteMs: 1900 });
    p.answer = async () => {
      await lasting(200);
      return failing(500);
    };
    q.answer = () => ({ isDeaf: true });
    const { send, workspaceId } = await caller();
    const answer = await send({ models: ['q/m'], stream: true });
    expect(answer.status).toBe(504);
    const { detail } = (await answer.json()) as { detail: string };
    expect(detail).toBe('The answer was not complete within 2 seconds.');
    expect(await settledRow(workspaceId)).toMatchObject({ attempts: 2, modelId: 'q/m', errorCode: 'upstream_timeout' });
  });

  test('starts no further attempt once it is over', async () => {
    Object.assign(gateway.timings, { totalMs: 1000 });
    p.answer = () => ({ isDeaf: true });
    const asked = q.requests.length;
    const { send, workspaceId } = await caller();
    expect((await send({ models: ['q/m'] })).status).toBe(504);
    expect(q.requests.length).toBe(asked);
    expect(await settledRow(workspaceId)).toMatchObject({ attempts: 1, modelId: 'p/m' });
  });
});

describe('a refused call is listed', () => {
  test.each([
    ['/chat/completions', { messages: HELLO.messages }],
    ['/messages', { messages: HELLO.messages, max_tokens: 5 }],
    ['/responses', { input: 'Hi' }],
    ['/embeddings', { input: 'Hi' }],
  ])('that names an unknown model: %s', async (path, body) => {
    const { secret, workspaceId, keyId } = await caller();
    const call = restClient(server.url, secret);
    const refused = await call('POST', path, { ...body, model: 'p/never' });
    expect(refused.status).toBe(404);
    const reader = expecting(restClient(server.url, (await seedKey(workspaceId, { fullAccess: true })).secret));
    const { data } = await reader(200, 'GET', '/ai/requests?model=p%2Fnever');
    expect(data).toMatchObject([
      {
        id: refused.headers.get('x-request-id'),
        key_id: keyId,
        outcome: 'refused',
        status: 404,
        error_code: 'not_found',
        requested_model: 'p/never',
        model_id: null,
        attempts: 0,
        cost_micro_usd: 0,
      },
    ]);
  });

  test('and counts once in the usage, however many names a caller invents', async () => {
    const { send, workspaceId } = await caller();
    for (let call = 0; call < 3; call += 1) expect((await send({ model: `never/${call}` })).status).toBe(404);
    const reader = expecting(restClient(server.url, (await seedKey(workspaceId, { fullAccess: true })).secret));
    const { data } = await reader(200, 'GET', '/ai/usage?group_by=model');
    expect(data).toMatchObject([{ model_id: 'unknown', requests: 3, failures: 3 }]);
  });

  test('and leaves its Idempotency-Key free', async () => {
    const { send } = await caller();
    const headers = { 'idempotency-key': 'once' };
    expect((await send({ model: 'p/never' }, { headers })).status).toBe(404);
    expect((await send({}, { headers })).status).toBe(200);
  });

  test('but not for another workspace', async () => {
    const [ours, theirs] = [await caller(), await caller()];
    await ours.send({ model: 'p/never' });
    expect(await rowsOf(theirs.workspaceId)).toEqual([]);
  });
});
