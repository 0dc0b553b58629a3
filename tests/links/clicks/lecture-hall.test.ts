import { afterAll, expect, test } from 'bun:test';

import type { LinkAnalytics } from '../../../shared/links/analytics';
import { MAX_CLICKS_PER_MINUTE } from '../../../shared/links/click-rate';
import { startServer } from '../../support/app';
import { linkScenes } from '../support';
import { AGENTS } from './recorded';

const server = await startServer({}, { unlimited: true });
afterAll(() => server.stop());
const scene = linkScenes(server);

test('a lecture hall that scans one QR code from one address with one kind of phone is counted as people', async () => {
  const place = await scene();
  const link = await place.link();
  const scanned = await Promise.all(
    Array.from({ length: 150 }, () =>
      fetch(`${server.url}/${link.slug}?qr=1`, { redirect: 'manual', headers: { 'user-agent': AGENTS.iPhone } }),
    ),
  );
  expect(new Set(scanned.map(({ status }) => status))).toEqual(new Set([302]));
  await server.services.clicks.drained();

  const answer = await fetch(`${server.url}/api/v1/links/${link.id}/analytics?group_by=trigger&interval=24h`, {
    headers: { authorization: `Bearer ${place.secret}` },
  });
  const { totals, rows } = (await answer.json()) as LinkAnalytics;
  expect(totals).toEqual({ clicks: 150, unique_clicks: 1, bot_clicks: 0 });
  expect(rows).toMatchObject([{ key: 'qr', clicks: 150 }]);
});

test('the reference and the guide say from how many clicks a minute on somebody counts as a bot', async () => {
  const document = (await (await fetch(`${server.url}/api/v1/openapi.json`)).json()) as {
    paths: Record<string, { get: { description: string } }>;
  };
  const { description } = document.paths['/links/analytics']?.get ?? { description: '' };
  expect(description).toContain(`after ${MAX_CLICKS_PER_MINUTE} clicks within a minute`);
  expect(description).toContain('QR');

  const guide = await Bun.file('web/docs/short-links.md').text();
  expect(guide).toContain(`more than ${MAX_CLICKS_PER_MINUTE} clicks per minute`);
  expect(guide).toContain('Clicks through a QR code');
});
