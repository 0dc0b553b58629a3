import { afterAll, beforeAll, expect, test } from 'bun:test';

import type { LinkAnalytics } from '../../shared/links/analytics';
import type { Click } from '../../shared/links/clicks';
import { startServer } from '../support/app';
import { clickOn, recordClicks } from './clicks/recorded';
import { type LinkScene, linkScenes } from './support';

const DAY = 86_400_000;
/** More than are read by one statement. */
const LINKS = 80;
const DAYS = 4;
const COUNTRIES = ['DE', 'US', 'BR'];
const REFERRERS = ['https://a.example/1', 'https://a.example/2', 'https://b.example/'];

const server = await startServer({}, { unlimited: true });
afterAll(() => server.stop());
const scene = linkScenes(server);

const midnight = Math.floor(Date.now() / DAY) * DAY;
/** From one noon to another: each link has days that are cut and days that are whole. */
const range = { from: midnight - DAYS * DAY + DAY / 2, to: midnight - DAY / 2 };

let place: LinkScene;
let ids: string[];
let clicks: Click[];

beforeAll(async () => {
  place = await scene();
  const items = Array.from({ length: LINKS }, (_, index) => ({ url: `https://example.com/${index}` }));
  const { results } = await place.expectStatus(200, 'POST', '/links/bulk', { items });
  const links = (results as { link: { id: string; domain_id: string; url: string; tag_ids: string[] } }[]).map(
    ({ link }) => link,
  );
  ids = links.map(({ id }) => id);
  const all = links.flatMap((link, no) =>
    Array.from({ length: DAYS * 2 }, (_, half) =>
      clickOn(place.workspaceId, link, {
        at: midnight - DAYS * DAY + (half * DAY) / 2 + no * 1000 + 60_000,
        address: `192.0.2.${no}`,
        country: COUNTRIES[(no + half) % COUNTRIES.length] ?? null,
        referrer: REFERRERS[(no * half) % REFERRERS.length] ?? '',
        class: no % 5 === 0 ? 'crawler' : 'human',
      }),
    ),
  );
  await recordClicks(server, all);
  const { secret } = place;
  const answer = await fetch(`${server.url}/api/v1/links/clicks/export?format=ndjson&bots=include`, {
    headers: { authorization: `Bearer ${secret}` },
  });
  const lines = (await answer.text()).split('\n').filter((line) => line !== '');
  clicks = lines.map((line) => JSON.parse(line) as Click).filter(isWithin);
});

const isWithin = ({ created_at }: Click): boolean => {
  const at = Date.parse(created_at);
  return at >= range.from && at < range.to;
};
const ask = (query: Record<string, string>): Promise<LinkAnalytics> => {
  const { from, to } = { from: new Date(range.from).toISOString(), to: new Date(range.to).toISOString() };
  return place.expectStatus(200, 'GET', `/links/analytics?${new URLSearchParams({ from, to, ...query })}`);
};
const sumsOf = (all: readonly Click[]): number[] => [
  all.filter(({ bot }) => !bot).length,
  all.filter(({ unique }) => unique).length,
  all.filter(({ bot }) => bot).length,
];
const byKey = (keyOf: (click: Click) => string): Record<string, number[]> =>
  Object.fromEntries([...Map.groupBy(clicks, keyOf)].map(([key, all]) => [key, sumsOf(all)]));
/** A row of time is named by where it starts, the first one by where the range does. */
const rowsOf = ({ rows }: LinkAnalytics, nameOf: (key: string) => string): Record<string, number[]> =>
  Object.fromEntries(
    rows
      .map((row): [string, number[]] => [nameOf(row.key), [row.clicks, row.unique_clicks, row.bot_clicks]])
      .filter(([, sums]) => sums.some((sum) => sum > 0)),
  );

for (const [group, keyOf] of [
  ['country', (click: Click) => click.country ?? ''],
  ['referrer', (click: Click) => click.referrer ?? ''],
  ['link', (click: Click) => click.link.id],
  ['time', ({ created_at }: Click) => created_at.slice(0, 10)],
] as const) {
  test(`clicks of many links by ${group} include those of partial days`, async () => {
    expect(clicks.length).toBe(LINKS * (DAYS * 2 - 2));
    const answer = await ask({
      group_by: group,
      granularity: 'day',
      link_ids: ids.join(),
      bots: 'include',
      limit: '100',
    });
    const { totals } = answer;
    expect([totals.clicks, totals.unique_clicks, totals.bot_clicks]).toEqual(sumsOf(clicks));
    const rows = rowsOf(answer, (key) => (group === 'time' ? key.slice(0, 10) : key));
    expect(rows).toEqual(byKey(keyOf));
  });
}

test.each(['created_at', '-created_at'])('clicks with the same timestamp are on one page each, by %s', async (sort) => {
  const own = await scene();
  const link = await own.link();
  const at = Date.now() - 60_000;
  const made = Array.from({ length: 5 }, () => clickOn(own.workspaceId, link, { at }));
  await recordClicks(server, made);
  const seen: string[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const page = await own.expectStatus(200, 'GET', `/links/clicks?sort=${sort}&limit=2${cursor}`);
    seen.push(...page.data.map(({ id }: Click) => id));
    cursor = page.next_cursor === null ? null : `&cursor=${page.next_cursor}`;
  }
  expect(seen.toSorted()).toEqual(made.map(({ id }) => id).toSorted());
});
