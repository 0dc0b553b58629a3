import { afterAll, expect, test } from 'bun:test';

import { eq } from 'drizzle-orm';

import { nextTime } from '../../server/automation/rules/engine/schedule-times';
import { zoneOf } from '../../server/automation/schedule/local-time';
import { inboundEndpoints, inboundEndpointVersions } from '../../server/automation/schema/inbound';
import { publications } from '../../server/automation/schema/publications';
import { queries } from '../../server/db/database';
import { chooseTarget } from '../../server/links/redirect/targeting';
import { createVisitor } from '../../server/links/redirect/visitor';
import { links } from '../../server/links/schema/links';
import { TargetCondition } from '../../shared/links/targeting';
import { database, startServer } from '../support/app';
import { publicationScenes } from './publication-scenes';

const server = await startServer();
const makeScene = publicationScenes(server);
const db = queries(database);
afterAll(() => server.stop());

/** A zone that another runtime knew. */
const GONE = 'Mars/Olympus';
const WEEKDAYS = { mode: 'next_slot' as const, slots: ['0 9 * * 1-5'], timezone: GONE };

test('publications are listed and read although the runtime no longer knows their zone', async () => {
  const { call, create } = await makeScene();
  const { id } = await create({ schedule: { ...WEEKDAYS, timezone: 'Europe/Berlin' } });
  await db.update(publications).set({ schedule: WEEKDAYS }).where(eq(publications.id, id));

  for (const path of ['/publications', `/publications/${id}`]) {
    const answer = await call('GET', path);
    const body = answer.body.data?.[0] ?? answer.body;
    expect([path, answer.status, body.schedule?.timezone]).toEqual([path, 200, GONE]);
  }
  expect((await call('POST', `/publications/${id}/cancel`, {})).status).toBe(202);
});

test('inbound endpoints and their versions are read although the runtime no longer knows their zone', async () => {
  const { call, expectStatus } = await makeScene();
  const { id } = await expectStatus(201, 'POST', '/inbound-endpoints', { name: 'Releases', schedule: { mode: 'now' } });
  const [row] = await db.select().from(inboundEndpoints).where(eq(inboundEndpoints.id, id));
  if (!row) throw new Error('There is no endpoint.');
  const config = { ...row.config, schedule: WEEKDAYS };
  await db.update(inboundEndpoints).set({ config }).where(eq(inboundEndpoints.id, id));
  await db.update(inboundEndpointVersions).set({ config }).where(eq(inboundEndpointVersions.endpointId, id));

  for (const path of ['', `/${id}`, `/${id}/versions`])
    expect([path, (await call('GET', `/inbound-endpoints${path}`)).status]).toEqual([path, 200]);
  expect((await call('PATCH', `/inbound-endpoints/${id}`, { name: 'Versions' })).status).toBe(200);
});

test('a link is read although the runtime no longer knows a zone of its rules', async () => {
  const { call, expectStatus } = await makeScene();
  const rule = (timezone: string) => ({
    key: 'open',
    conditions: [{ type: 'time' as const, op: 'in' as const, days: [1, 2, 3, 4, 5, 6, 7], timezone }],
    url: 'https://example.com/open',
  });
  const body = { url: 'https://example.com/1', targeting: [rule('Europe/Berlin')] };
  const { id } = await expectStatus(201, 'POST', '/links', body);
  const targeting = [rule(GONE)];
  await db.update(links).set({ targeting }).where(eq(links.id, id));

  for (const path of ['/links', `/links/${id}`]) expect([path, (await call('GET', path)).status]).toEqual([path, 200]);
});

test.each(['in', 'not_in'] as const)('a time in a zone that the runtime does not know matches no rule: %s', (op) => {
  const condition = TargetCondition.parse({ type: 'time', op, days: [1, 2, 3, 4, 5, 6, 7], timezone: GONE });
  const rule = { key: 'open', conditions: [condition], url: 'https://example.com/open' };
  const asked = { address: '', userAgent: '', referrer: '', language: '', country: null, at: Date.now() };
  const nowhere = { country: null, continent: null, region: null, city: null };
  expect(
    chooseTarget(
      [rule],
      createVisitor(asked, '', () => nowhere),
    ),
  ).toBeUndefined();
});

test('a schedule in a zone that the runtime does not know continues in UTC', () => {
  const trigger = { type: 'schedule', cron: '@daily', starts_at: null, ends_at: null } as const;
  const options = { timezone: GONE, catch_up: 'one', jitter_seconds: 0 } as const;
  const next = nextTime({ ...trigger, ...options }, new Date('2026-11-21T09:30:00Z'));
  expect(next?.toISOString()).toBe('2026-11-22T00:00:00.000Z');
  expect([zoneOf({ timezone: 'Europe/Berlin' }), zoneOf({ timezone: GONE })]).toEqual(['Europe/Berlin', 'UTC']);
});
