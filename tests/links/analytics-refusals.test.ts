import { afterAll, beforeAll, describe, expect, test } from 'bun:test';

import { startServer } from '../support/app';
import { clickOn, recordClicks } from './clicks/recorded';
import { type LinkScene, linkScenes } from './support';

const server = await startServer({}, { unlimited: true });
afterAll(() => server.stop());
const scene = linkScenes(server);

let place: LinkScene;
let link: { id: string; domain_id: string; url: string; tag_ids: string[] };
let onDomain: typeof link;

beforeAll(async () => {
  place = await scene();
  link = await place.link();
  onDomain = await place.link({ domain_id: (await place.domain()).id });
  await recordClicks(server, [
    clickOn(place.workspaceId, link),
    clickOn(place.workspaceId, onDomain),
    clickOn(place.workspaceId, onDomain),
    clickOn(place.workspaceId, onDomain, { class: 'crawler' }),
  ]);
});

const UNANSWERABLE: [string, Record<string, string>, string][] = [
  ['an unknown zone', { timezone: 'Mars/Base' }, '/timezone'],
  ['an empty range', { from: '2026-01-02T00:00:00Z', to: '2026-01-01T00:00:00Z' }, '/from'],
  ['a range of years', { from: '2020-01-01T00:00:00Z', to: '2026-01-01T00:00:00Z' }, '/from'],
  ['an end without a start', { to: '2026-01-01T00:00:00Z' }, '/from'],
  ['two ranges', { from: '2026-01-01T00:00:00Z', interval: '7d' }, '/interval'],
  ['too many points', { group_by: 'time', interval: '90d', granularity: '15m' }, '/granularity'],
];

describe('a query of clicks is refused', () => {
  test.each(UNANSWERABLE)('of %s', async (_, query, pointer) => {
    const { status, body } = await place.call('GET', `/links/analytics?${new URLSearchParams(query)}`);
    expect([status, body.code, body.errors[0].pointer]).toEqual([422, 'unprocessable', pointer]);
  });

  test('for a link of another workspace, like for an unknown one', async () => {
    const other = await scene();
    expect((await other.call('GET', `/links/${link.id}/analytics`)).status).toBe(404);
    const listed = await other.expectStatus(200, 'GET', `/links/analytics?link_ids=${link.id}&interval=90d`);
    expect(listed.totals).toEqual({ clicks: 0, unique_clicks: 0, bot_clicks: 0 });
    expect((await other.expectStatus(200, 'GET', '/links/clicks?bots=include')).data).toEqual([]);
  });

  test('for a key without the scope', async () => {
    const call = await place.keyOf({ scopes: ['links:read'] });
    for (const path of ['/links/analytics', `/links/${link.id}/analytics`, '/links/clicks', '/links/clicks/export']) {
      expect((await call('GET', path)).status).toBe(403);
    }
  });

  test('for a narrowed key, except for its domains', async () => {
    const call = await place.keyOf({ fullAccess: true, resources: { link_domains: [onDomain.domain_id] } });
    const { body } = await call('GET', '/links/analytics?interval=90d&bots=include');
    expect(body.totals).toEqual({ clicks: 2, unique_clicks: 1, bot_clicks: 1 });
    expect((await call('GET', `/links/${link.id}/analytics`)).status).toBe(404);
  });
});
