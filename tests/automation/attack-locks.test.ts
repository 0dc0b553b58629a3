import { afterAll, beforeAll, expect, spyOn, test } from 'bun:test';

import { startServer } from '../support/app';
import { ruleScenes } from './rules-support';

let server: Awaited<ReturnType<typeof startServer>>;
let scene: ReturnType<typeof ruleScenes>;

beforeAll(async () => {
  server = await startServer();
  scene = ruleScenes(server);
});
afterAll(() => server.stop());

test('manual runs beside runs by events cause no deadlock', async () => {
  const { rule, call } = await scene();
  const trigger = { type: 'event', events: ['link.created'] };
  const ids: string[] = [];
  for (const name of ['One', 'Two', 'Three', 'Four'])
    ids.push((await rule({ name, trigger, actions: [{ type: 'delay', seconds: 3600 }] })).id);
  const made = async (n: number) => (await call('POST', '/links', { url: `https://example.com/${n}` })).status;
  const runs = async (id: string) => (await call('POST', `/rules/${id}/run`, { input: { order: '1' } })).status;
  const statuses: number[] = [];
  for (let round = 0; round < 12; round += 1) {
    statuses.push(
      ...(await Promise.all([...ids.toReversed().map(runs), ...[1, 2, 3].map((n) => made(round * 10 + n))])),
    );
  }
  expect(statuses.filter((status) => status >= 500)).toEqual([]);
});

test('pausing and resuming a debounced rule while events arrive causes no deadlock', async () => {
  const { rule, call, idle } = await scene();
  const logged = spyOn(server.services.log, 'error');
  const { id } = await rule({
    name: 'Quiet',
    trigger: { type: 'event', events: ['link.created'] },
    debounce: { seconds: 3600, key: '{{ event.data.title }}' },
    actions: [{ type: 'delay', seconds: 3600 }],
  });
  const made = async (n: number) =>
    (await call('POST', '/links', { url: `https://example.com/quiet/${n}`, title: `Key ${n % 7}` })).status;
  const turned = async (status: string) => (await call('PATCH', `/rules/${id}`, { status })).status;

  const statuses: number[] = [];
  for (let round = 0; round < 10; round += 1) {
    const links = Array.from({ length: 10 }, (_, n) => made(round * 10 + n));
    const turns = (async () => {
      for (const status of ['paused', 'active', 'paused', 'active']) statuses.push(await turned(status));
    })();
    statuses.push(...(await Promise.all(links)));
    await turns;
  }
  await Promise.all([turned('paused'), ...Array.from({ length: 10 }, (_, n) => made(n))]);
  await idle();
  expect(statuses.filter((status) => status >= 500)).toEqual([]);
  // What was being taken in when the rule was paused waits for nothing either.
  expect((await call('GET', `/rule-runs?rule_id=${id}&status=waiting`)).body.data).toEqual([]);
  expect(logged.mock.calls).toEqual([]);
  logged.mockRestore();
});
