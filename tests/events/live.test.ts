import { afterAll, expect, test } from 'bun:test';

import { eq } from 'drizzle-orm';

import { sessions } from '../../server/access/schema/accounts';
import { queries } from '../../server/db/database';
import { database, startServer } from '../support/app';
import { restClient, rpcClient } from '../support/client';
import { until } from '../support/process';
import { seedKey, seedMember, seedUser, seedWorkspace } from '../support/seed';
import { emitEvents } from '../webhooks/dispatcher/support';

const server = await startServer();
afterAll(() => server.stop());
const { baseUrl } = server.services.config;

async function watch(role: 'owner' | 'viewer' = 'owner') {
  const workspaceId = await seedWorkspace();
  const user = await seedUser();
  await seedMember(workspaceId, user.id, role);
  const { secret } = await seedKey(workspaceId);
  const cookie = user.cookieFor(baseUrl);
  return {
    workspaceId,
    cookie,
    sessionId: user.sessionId,
    rest: restClient(server.url, secret),
    stream: (id?: string) => open(workspaceId, cookie, id),
  };
}

/** The stream as the browser’s EventSource asks for it; `next` is its next message. */
async function open(workspaceId: string, cookie: string, lastEventId?: string) {
  const input = encodeURIComponent(
    JSON.stringify({ workspace_id: workspaceId, ...(lastEventId ? { lastEventId } : {}) }),
  );
  const response = await fetch(`${server.url}/trpc/events.subscribe?input=${input}`, {
    headers: { cookie, 'sec-fetch-site': 'same-origin', accept: 'text/event-stream' },
  });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  const next = async (): Promise<{ id?: string; data: Record<string, never> & { kind?: string } } | undefined> => {
    for (;;) {
      const end = text.indexOf('\n\n');
      if (end >= 0) {
        const frame = text.slice(0, end);
        text = text.slice(end + 2);
        const data = /^data: (.*)$/m.exec(frame)?.[1];
        const id = /^id: (.*)$/m.exec(frame)?.[1];
        if (data && !/^event: (connected|ping)/m.test(frame)) return { ...(id ? { id } : {}), data: JSON.parse(data) };
        continue;
      }
      const part = await reader?.read();
      if (!part || part.done) return undefined;
      text += part.value;
    }
  };
  return { status: response.status, next, close: () => reader?.cancel() };
}

const create = { kind: 'lk', name: 'Live', scopes: ['links:read'] };

test('an event arrives with its number, and a signal announces the request that caused it', async () => {
  const { rest, stream } = await watch();
  const live = await stream();
  await rest('POST', '/keys', create);
  const messages = [await live.next(), await live.next()];
  expect(messages).toContainEqual({
    id: '1',
    data: expect.objectContaining({
      kind: 'event',
      event: expect.objectContaining({ type: 'api_key.created', sequence: 1 }),
    }),
  });
  expect(messages).toContainEqual({ data: expect.objectContaining({ kind: 'signal', topic: 'request' }) });
  await live.close();
});

test('a reconnected stream resumes after its last number', async () => {
  const { rest, stream } = await watch();
  for (let times = 0; times < 3; times += 1) await rest('POST', '/keys', create);
  const live = await stream('1');
  expect([(await live.next())?.id, (await live.next())?.id]).toEqual(['2', '3']);
  await live.close();
});

test('what the role may not read does not come', async () => {
  const { rest, stream } = await watch('viewer');
  const live = await stream('0');
  await rest('POST', '/keys', create);
  expect((await live.next())?.data.kind).toBe('signal');
  await live.close();
});

test('a stream ends with its session, and another workspace has none', async () => {
  const { cookie, stream } = await watch();
  const live = await stream();
  const foreign = await open(await seedWorkspace(), cookie);
  expect(JSON.stringify(await foreign.next())).toContain('"code":"not_found"');
  await rpcClient(server.url, { cookie }).auth.sign_out.mutate();
  expect(await live.next()).toBeUndefined();
  expect(JSON.stringify(await (await stream()).next())).toContain('"code":"session_required"');
});

test.each(['expiresAt', 'idleExpiresAt'] as const)('a stream ends at the %s of its session', async (column) => {
  const { stream, sessionId } = await watch();
  const end = new Date(Date.now() + 4000);
  await queries(database)
    .update(sessions)
    .set({ [column]: end })
    .where(eq(sessions.id, sessionId));
  const live = await stream();
  expect(await live.next()).toBeUndefined();
  expect(Date.now()).toBeGreaterThanOrEqual(end.getTime());
  expect(JSON.stringify(await (await stream()).next())).toContain('"code":"session_required"');
});

test('of more events at once than are read together, each comes, in order', async () => {
  const { workspaceId, rest, stream } = await watch();
  await rest('POST', '/keys', create);
  const live = await stream('0');
  // With its backlog told, it listens.
  expect((await live.next())?.id).toBe('1');
  await emitEvents(server.services, workspaceId, 1200);
  for (let last = 1; last < 1202;) {
    const message = await live.next();
    if (message?.data.kind === 'signal') continue;
    expect(message?.id).toBe(String((last += 1)));
    // Something to come next, should the rest be left out.
    if (last === 1000) await emitEvents(server.services, workspaceId, 1);
  }
  await live.close();
});

test('a signal keeps its topic, and those of one topic come together', async () => {
  const { workspaceId, rest, stream } = await watch();
  await rest('POST', '/keys', create);
  const live = await stream('0');
  // With its backlog told, it listens.
  expect((await live.next())?.id).toBe('1');
  const { hub } = server.services;
  hub.signal(workspaceId, { topic: 'webhook_delivery', ids: ['dlv_1', 'dlv_2'] });
  hub.signal(workspaceId, { topic: 'request', ids: ['req_1'] });
  hub.signal(workspaceId, { topic: 'webhook_delivery', ids: ['dlv_2', 'dlv_3'] });
  const signaledIds = new Map<unknown, string[]>();
  while (signaledIds.size < 2 || !signaledIds.get('request')?.includes('req_1')) {
    const message = await live.next();
    if (!message) throw new Error('The stream ended.');
    const { topic, ids } = message.data as { topic?: string; ids?: string[] };
    signaledIds.set(topic, [...(signaledIds.get(topic) ?? []), ...(ids ?? [])]);
  }
  expect(signaledIds.get('webhook_delivery')).toEqual(['dlv_1', 'dlv_2', 'dlv_3']);
  expect(signaledIds.get('request')?.some((id) => id.startsWith('dlv_'))).toBe(false);
  await live.close();
});

test('a person has thirty streams at once, and one more when one is closed', async () => {
  const { rest, stream, workspaceId } = await watch();
  await rest('POST', '/keys', create);
  const all = await Promise.all(Array.from({ length: 30 }, () => stream('0')));
  for (const one of all) expect((await one.next())?.id).toBe('1');

  expect(JSON.stringify(await (await stream('0')).next())).toContain('"code":"rate_limited"');
  const colleague = await seedUser();
  await seedMember(workspaceId, colleague.id, 'owner');
  const other = await open(workspaceId, colleague.cookieFor(baseUrl), '0');
  expect((await other.next())?.id).toBe('1');

  const before = server.services.limits.streams.taken;
  await all[0]?.close();
  await until(() => server.services.limits.streams.taken < before);
  const again = await stream('0');
  expect((await again.next())?.id).toBe('1');
  for (const one of [...all.slice(1), again, other]) await one.close();
});

test('a reader that falls far behind the signals is asked to reload everything', async () => {
  const { workspaceId, rest, stream } = await watch();
  await rest('POST', '/keys', create);
  const live = await stream('0');
  expect((await live.next())?.id).toBe('1');
  const ids = Array.from({ length: 5001 }, (_, index) => `req_${index}`);
  server.services.hub.signal(workspaceId, { topic: 'request', ids });
  for (;;) {
    const message = await live.next();
    if (message?.data.kind === 'reset') break;
    // Only the one of the request that made the key may come before it.
    expect(message?.data['ids']).toHaveLength(1);
  }
  await live.close();
});
