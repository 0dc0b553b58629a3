import { afterAll, expect, test } from 'bun:test';

import type { Analyst } from '../../server/links/clicks/analytics/reader';
import { startServer } from '../support/app';
import { linkScenes } from './support';

const server = await startServer();
afterAll(() => server.stop());
const scene = linkScenes(server);
const { analyst } = server.services;
afterAll(() => Object.assign(server.services, { analyst }));

/** Holds every question to the reader until `open`; `asked` settles once there are so many. */
function holdReader(most: number) {
  const gate = Promise.withResolvers<void>();
  const asked = Promise.withResolvers<void>();
  const asks: string[] = [];
  const ask: Analyst['ask'] = (kind, what) => {
    asks.push(kind);
    if (asks.length === most) asked.resolve();
    return gate.promise.then(() => analyst.ask(kind, what));
  };
  Object.assign(server.services, { analyst: { ...analyst, ask } });
  return { asks, asked: asked.promise, open: gate.resolve };
}

test('while links are counted or searched, other requests are answered', async () => {
  const place = await scene();
  const { expectStatus } = place;
  const domain = await place.domain();
  const link = await place.link({ domain_id: domain.id, tags: ['spring'] });
  const read = [
    '/link-domains',
    `/link-domains/${domain.id}`,
    '/link-tags',
    '/link-tags?sort=name',
    `/link-tags/${link.tag_ids[0]}`,
    '/links?q=example',
    '/links/count',
  ];
  const { asks, asked, open } = holdReader(read.length + 1);
  const file = fetch(`${server.url}/api/v1/links/export?q=example`, {
    headers: { authorization: `Bearer ${place.secret}` },
  });
  const answers = Promise.all([file, ...read.map((path) => expectStatus(200, 'GET', path))]);

  await Promise.race([asked, answers]);
  expect(asks.toSorted()).toEqual([
    'count_links',
    'domain_links',
    'domain_links',
    'link_ids',
    'link_ids',
    'tag_links',
    'tag_links',
    'tag_links',
  ]);
  await expectStatus(200, 'GET', `/links/${link.id}`);
  open();
  await answers;
  expect(await (await file).text()).toContain(link.id);
});

test('links of an export are counted and read there too', async () => {
  const place = await scene();
  const items = Array.from({ length: 501 }, (_, at) => ({ url: `https://example.com/${at}` }));
  await place.expectStatus(200, 'POST', '/links/bulk', { items });
  const { asks, open } = holdReader(0);
  open();
  const file = await fetch(`${server.url}/api/v1/links/export`, {
    headers: { authorization: `Bearer ${place.secret}` },
  });
  const lines = (await file.text()).trimEnd().split('\r\n');
  expect(lines).toHaveLength(502);
  expect(asks).toEqual(['link_ids', 'count_links', 'link_ids']);
});
