import { afterAll, beforeAll, expect, test } from 'bun:test';

import { batchLimitsOf, openCapacity } from '../../../server/whatsapp/queue/pacing';
import { DEFAULT_SETTINGS, type InstanceSettings } from '../../../shared/whatsapp/instance';
import { database } from '../../support/app';
import { memberOf } from '../../support/people';
import { seedWorkspace } from '../../support/seed';
import { insertInstance } from '../insert-instance';
import { freshName } from '../support';
import { freshPhone, startWebServer } from './server';

let web: Awaited<ReturnType<typeof startWebServer>>;

beforeAll(async () => {
  web = await startWebServer();
});
afterAll(() => web[Symbol.asyncDispose]());

const pacing = (perMinute: number, newChatsPerDay: number | null = null) => ({
  settings: { pacing: { max_per_minute: perMinute, jitter_ms: [0, 0], new_chats_per_day: newChatsPerDay } },
});

test('pacing above 60 messages a minute or 200 new chats a day needs an administrator, and is audited', async () => {
  const { workspaceId, keyOf, expectStatus, web: make } = await web.scene();
  const { id, at } = await make({ settings: {} });
  const scopes = ['whatsapp.instances:read', 'whatsapp.instances:write'] as const;
  const key = await keyOf({ scopes: [...scopes] });
  for (const allowed of [pacing(60, 200), pacing(1)]) expect((await key('PATCH', at, allowed)).status).toBe(200);
  for (const raised of [pacing(61), pacing(60, 201)]) {
    const { status, body } = await key('PATCH', at, raised);
    expect([status, body.code]).toEqual([403, 'grant_exceeds_caller']);
  }
  const order = { name: freshName(), driver: 'web', connect: false, web: { acknowledge_unofficial: true } };
  expect((await key('POST', '/whatsapp/instances', { ...order, ...pacing(61) })).body.code).toBe(
    'grant_exceeds_caller',
  );
  expect((await expectStatus(200, 'GET', at)).settings.pacing).toMatchObject({ max_per_minute: 1 });

  const [developer, admin] = [
    await memberOf(web.server, workspaceId, 'developer'),
    await memberOf(web.server, workspaceId, 'admin'),
  ];
  const raise = {
    instance_id: id,
    settings: { pacing: { max_per_minute: 90, jitter_ms: [0, 0] as [number, number] } },
  };
  const refusal = await developer.rpc.whatsapp.instances.update.mutate(raise).catch(String);
  expect(refusal).toContain('needs the role owner or admin');
  await admin.rpc.whatsapp.instances.update.mutate(raise);
  expect((await key('PATCH', at, pacing(80))).status).toBe(200);

  const { data } = await expectStatus(200, 'GET', `/audit-entries?target_id=${id}`);
  const raised = data.filter(({ action }: { action: string }) => action === 'whatsapp.instance.pacing_raised');
  expect(raised).toMatchObject([
    { actor: { type: 'user' }, changes: { before: { max_per_minute: 1 }, after: { max_per_minute: 90 } } },
  ]);
});

const NOW = Date.now();
const FAST = { max_per_minute: 600, jitter_ms: [0, 0], new_chats_per_hour: null, new_chats_per_day: null };

/** When the next of many messages may be sent, in milliseconds from now, if the first one is sent now. */
async function nextAfter(settings: InstanceSettings['pacing'], batchId: string | null, isNewChat = false) {
  const row = await insertInstance(await seedWorkspace(), {
    driver: 'web',
    settings: { ...DEFAULT_SETTINGS, pacing: settings },
  });
  const capacity = await openCapacity(database, row, [], { now: NOW, random: () => 0 });
  const message = { batchId, chatId: 'chat', groupId: null, simulateTypingMs: 0 };
  for (let sent = 0; sent < 1000; sent += 1) {
    const wait = capacity.ask(message, isNewChat);
    if (wait !== undefined) return { sent, reason: wait.reason, afterMs: wait.until - NOW };
  }
  throw new Error('Nothing has to wait.');
}

test('a batch keeps to its bounds when the pacing is raised after it was accepted, and to a lower one', async () => {
  expect(await nextAfter(FAST, null)).toEqual({ sent: 1, reason: 'pacing', afterMs: 100 });
  expect(await nextAfter(FAST, 'batch')).toEqual({ sent: 1, reason: 'pacing', afterMs: 1000 });
  expect(await nextAfter({ ...FAST, max_per_minute: 6 }, 'batch')).toMatchObject({ afterMs: 10_000 });
});

test('new chats of a batch keep to the bound of a day, or to a lower one of the instance', async () => {
  const row = await insertInstance(await seedWorkspace(), { driver: 'web' });
  const newDay = (perDay: number) => {
    const settings = { ...row.settings, pacing: { ...FAST, new_chats_per_day: perDay } };
    return batchLimitsOf({ ...row, settings }).newDay?.burst;
  };
  expect([newDay(1000), newDay(200), newDay(7)]).toEqual([200, 200, 7]);
});

test('a batch needs pacing that was not raised', async () => {
  const { web: make, link, call, expectStatus } = await web.scene();
  const { id, at } = await make(pacing(61));
  await link(id);
  const batch = { content: { type: 'text', text: 'News' }, recipients: [{ to: `+${freshPhone()}` }] };
  const refused = await call('POST', `${at}/batches`, batch);
  expect([refused.status, refused.body.errors[0].code]).toEqual([422, 'pacing_required']);
  await expectStatus(200, 'PATCH', at, pacing(60));
  expect((await call('POST', `${at}/batches`, batch)).status).toBeLessThan(300);
});
