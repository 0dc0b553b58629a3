import { afterAll, beforeAll, expect, test } from 'bun:test';

import { startServer } from '../support/app';
import { ruleScenes } from './rules-support';

let server: Awaited<ReturnType<typeof startServer>>;
let scene: ReturnType<typeof ruleScenes>;

beforeAll(async () => {
  server = await startServer();
  scene = ruleScenes(server);
});
afterAll(() => server.stop());

test('rules that are run by hand while events set them off do not wait for each other for ever', async () => {
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
