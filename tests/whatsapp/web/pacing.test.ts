import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';

import { memberOf } from '../../support/people';
import { freshName } from '../support';
import { freshPhone, startWebServer } from './server';

setDefaultTimeout(60_000);

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
