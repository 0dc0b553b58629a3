import { afterAll, beforeAll, describe, expect, test } from 'bun:test';

import type { AnalyticsGroup, LinkAnalytics } from '../../shared/links/analytics';
import type { Click } from '../../shared/links/clicks';
import { startServer } from '../support/app';
import { AGENTS, clickOn, recordClicks } from './clicks/recorded';
import { type LinkScene, linkScenes } from './support';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const ZONES = ['UTC', 'America/New_York', 'Asia/Kolkata', 'Asia/Kathmandu', 'Australia/Lord_Howe'];
const COUNTRIES = ['DE', 'US', 'BR', 'JP', null];
const DAYS_BACK = 20;
const RANDOM_CLICKS = 1500;
/** Above the number from which a day of a link has sums of its own. */
const HOT_CLICKS = 600;
/** Of the sparse link on each day; one of them is of a person on these days, and all others of bots. */
const SPARSE_CLICKS = 3;
const HUMAN_DAYS = new Set([2, 3, 9, 16]);

const server = await startServer({}, { unlimited: true });
afterAll(() => server.stop());
const scene = linkScenes(server);

/** The same numbers on every run. */
function dice(seed: number): (sides: number) => number {
  let state = seed;
  return (sides) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * sides);
  };
}

let place: LinkScene;
let links: { id: string; domain_id: string; url: string; tag_ids: string[] }[];
let sparse: (typeof links)[number];
/** Every click as the API lists it: what is counted is held against these. */
let clicks: Click[];
const now = Date.now();

beforeAll(async () => {
  place = await scene();
  const domain = await place.domain();
  links = [
    await place.link({ tags: ['one'] }),
    await place.link({ tags: ['one', 'two'], domain_id: domain.id }),
    await place.link({ url: 'https://example.org/?utm_source=paper' }),
    await place.link(),
  ];
  const roll = dice(7);
  const pick = <T>(all: readonly T[]): T => all[roll(all.length)] as T;
  const random = Array.from({ length: RANDOM_CLICKS + HOT_CLICKS }, (_, index) => {
    const isHot = index >= RANDOM_CLICKS;
    const link = (isHot ? links[0] : pick(links)) as (typeof links)[number];
    // The hot link has its many clicks on one day that is over.
    const at = isHot ? Math.floor(now / DAY - 3) * DAY + roll(DAY) : now - roll(DAYS_BACK * DAY);
    return clickOn(place.workspaceId, link, {
      at,
      address: `192.0.2.${roll(40)}`,
      userAgent: pick(Object.values(AGENTS)),
      country: pick(COUNTRIES),
      language: pick(['de-DE,de', 'en', '']),
      referrer: pick(['https://news.example.com/a', 'https://news.example.com/b', 'https://t.example/', '']),
      query: pick(['', 'utm_source=mail&utm_campaign=may', 'ref=friend']),
      targetKey: pick(['mobile', null]),
      trigger: pick(['link', 'qr'] as const),
      class: pick(['human', 'human', 'human', 'preview', 'crawler'] as const),
    });
  });
  sparse = await place.link();
  const ofSparse = Array.from({ length: DAYS_BACK * SPARSE_CLICKS }, (_, index) => {
    const day = Math.floor(index / SPARSE_CLICKS);
    const isHuman = HUMAN_DAYS.has(day) && index % SPARSE_CLICKS === 0;
    const at = now - day * DAY - roll(HOUR);
    return clickOn(place.workspaceId, sparse, { at, class: isHuman ? 'human' : 'crawler' });
  });
  await recordClicks(server, [...random, ...ofSparse]);
  const answer = await fetch(`${server.url}/api/v1/links/clicks/export?format=ndjson&bots=include`, {
    headers: { authorization: `Bearer ${place.secret}` },
  });
  expect(answer.status).toBe(200);
  clicks = (await answer.text())
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Click);
});

const ask = async (query: Record<string, string>, path = '/links/analytics'): Promise<LinkAnalytics> =>
  place.expectStatus(200, 'GET', `${path}?${new URLSearchParams(query)}`);

type Sum = [number, number, number];
const sumUp = (all: readonly Click[]): Sum => [
  all.filter(({ bot }) => !bot).length,
  all.filter(({ unique }) => unique).length,
  all.filter(({ bot }) => bot).length,
];
const keyOf: Partial<Record<AnalyticsGroup, (click: Click) => (string | null | undefined)[]>> = {
  country: (click) => [click.country],
  continent: (click) => [click.continent],
  device: (click) => [click.device],
  os: (click) => [click.os],
  browser: (click) => [click.browser],
  language: (click) => [click.language],
  referrer_host: (click) => [click.referrer_host],
  referrer: (click) => [click.referrer],
  destination: (click) => [click.destination],
  target_key: (click) => [click.target_key],
  trigger: (click) => [click.trigger],
  utm_source: (click) => [click.utm.source],
  utm_campaign: (click) => [click.utm.campaign],
  utm_ref: (click) => [click.utm.ref],
  link: (click) => [click.link.id],
  domain: (click) => [click.link.domain_id],
  tag: (click) => click.link.tag_ids,
  bot_reason: (click) => [click.bot_reason],
};

function counted(all: readonly Click[], group: AnalyticsGroup): Record<string, Sum> {
  const groups: Record<string, Click[]> = {};
  for (const click of all) for (const key of keyOf[group]?.(click) ?? []) if (key) (groups[key] ??= []).push(click);
  return Object.fromEntries(Object.entries(groups).map(([key, ofKey]) => [key, sumUp(ofKey)]));
}

const rowsOf = (answer: LinkAnalytics): Record<string, Sum> =>
  Object.fromEntries(answer.rows.map((row) => [row.key, [row.clicks, row.unique_clicks, row.bot_clicks]]));
const totalsOf = ({ totals }: LinkAnalytics): Sum => [totals.clicks, totals.unique_clicks, totals.bot_clicks];
const within = (all: readonly Click[], { range }: LinkAnalytics): Click[] =>
  all.filter(({ created_at }) => created_at >= range.from && created_at < range.to);

/** Sums from each start to the next one. */
function sumsBetween(starts: readonly number[], all: readonly Click[]): Sum[] {
  const between = starts.map((): Click[] => []);
  for (const click of all) {
    const at = Date.parse(click.created_at);
    between[starts.findLastIndex((start) => start <= at)]?.push(click);
  }
  return between.map(sumUp);
}

test('every click is listed once', () => {
  expect(clicks.length).toBe(RANDOM_CLICKS + HOT_CLICKS + DAYS_BACK * SPARSE_CLICKS);
  expect(new Set(clicks.map(({ id }) => id)).size).toBe(clicks.length);
});

describe('counts equal those of the raw clicks', () => {
  for (const group of Object.keys(keyOf) as AnalyticsGroup[]) {
    for (const [name, query] of [
      ['of the workspace', {}],
      ['of two links', { link_ids: 'two' }],
      ['with a filter', { device: 'desktop' }],
      ['with an excluded filter', { country: '!DE' }],
    ] as const) {
      test(`by ${group} ${name}`, async () => {
        const ids = [links[0]?.id, links[1]?.id].join();
        const answer = await ask({
          group_by: group,
          interval: '90d',
          bots: 'include',
          limit: '100',
          ...query,
          ...('link_ids' in query ? { link_ids: ids } : {}),
        });
        const chosen = within(clicks, answer).filter(
          (click) =>
            (!('link_ids' in query) || ids.includes(click.link.id)) &&
            (!('device' in query) || click.device === 'desktop') &&
            (!('country' in query) || click.country !== 'DE'),
        );
        expect(totalsOf(answer)).toEqual(sumUp(chosen));
        const rows = counted(chosen, group);
        if (group === 'bot_reason') expect(rowsOf(answer)).toEqual(rows);
        else expect(rowsOf(answer)).toEqual(rows);
      });
    }
  }

  for (const timezone of ZONES) {
    for (const query of [{}, { link_ids: 'hot' }, { os: 'iOS' }] as const) {
      test(`by hour and by day in ${timezone} ${JSON.stringify(query)}`, async () => {
        const narrow = 'link_ids' in query ? { link_ids: links[0]?.id ?? '' } : query;
        const chosen = clicks.filter(
          (click) =>
            (!('link_ids' in query) || click.link.id === links[0]?.id) && (!('os' in query) || click.os === 'iOS'),
        );
        for (const granularity of ['hour', 'day', 'week']) {
          const answer = await ask({ group_by: 'time', interval: '30d', granularity, timezone, ...narrow });
          const starts = answer.rows.map(({ key }) => Date.parse(key));
          const expected = sumsBetween(starts, within(chosen, answer));
          expect(Object.values(rowsOf(answer))).toEqual(expected);
          expect(answer.rows.length).toBeGreaterThan(granularity === 'week' ? 4 : 29);
        }
      });
    }

    test(`by weekday and hour in ${timezone}`, async () => {
      const answer = await ask({ group_by: 'weekday_hour', interval: '30d', timezone });
      const clock = new Intl.DateTimeFormat('en', {
        weekday: 'short',
        hour: '2-digit',
        hourCycle: 'h23',
        timeZone: timezone,
      });
      const expected: Record<string, Click[]> = {};
      for (const click of within(clicks, answer)) {
        const parts = Object.fromEntries(
          clock.formatToParts(new Date(click.created_at)).map((part) => [part.type, part.value]),
        );
        const day = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'].indexOf(parts['weekday'] ?? '') + 1;
        (expected[`${day}-${parts['hour']}`] ??= []).push(click);
      }
      expect(answer.rows.length).toBe(168);
      for (const [key, row] of Object.entries(rowsOf(answer)))
        expect([key, row]).toEqual([key, sumUp(expected[key] ?? [])]);
    });
  }

  test('of any range between quarter hours, from every source', async () => {
    const roll = dice(11);
    for (let round = 0; round < 12; round += 1) {
      const from = Math.floor((now - roll(DAYS_BACK * DAY)) / 900_000) * 900_000;
      const to = from + (1 + roll(6 * 96)) * 900_000;
      const range = { from: new Date(from).toISOString(), to: new Date(to).toISOString() };
      const chosen = clicks.filter(({ created_at }) => created_at >= range.from && created_at < range.to);
      for (const narrow of [{}, { link_ids: links[0]?.id ?? '' }, { trigger: 'qr' }] as Record<string, string>[]) {
        const answer = await ask({ ...range, group_by: 'country', bots: 'include', ...narrow });
        const own = chosen.filter(
          ({ link, trigger }) =>
            (!narrow['link_ids'] || link.id === narrow['link_ids']) && (!narrow['trigger'] || trigger === 'qr'),
        );
        expect([narrow, totalsOf(answer)]).toEqual([narrow, sumUp(own)]);
        expect(rowsOf(answer)).toEqual(counted(own, 'country'));
      }
    }
  });
});

test('the previous period is compared', async () => {
  const answer = await ask({ interval: '7d', compare: 'previous' });
  const { from, to } = answer.range;
  const start = Date.parse(from);
  // The end of the range may have been rounded up by five seconds, and the start is that of a quarter hour.
  const expected = [0, 5000].map((rounded) => {
    const begin = Math.floor((2 * start - Date.parse(to) - rounded) / 900_000) * 900_000;
    return sumUp(
      clicks.filter(({ created_at }) => Date.parse(created_at) >= begin && Date.parse(created_at) < start),
    )[0];
  });
  expect(expected).toContain(answer.previous?.clicks as number);
});

test('values beyond the limit are counted as other', async () => {
  const answer = await ask({ group_by: 'country', interval: '90d', limit: '1' });
  const all = await ask({ group_by: 'country', interval: '90d' });
  expect(answer.rows).toEqual(all.rows.slice(0, 1));
  expect(answer.other?.clicks).toBe(all.rows.slice(1).reduce((sum, { clicks: own }) => sum + own, 0));
  expect(answer.rows[0]?.label).toMatch(/Germany|United States|Brazil|Japan/);
});

test('clicks per day of links, for sparklines', async () => {
  const ids = [links[1]?.id, links[0]?.id].join();
  const answer = await place.expectStatus(200, 'GET', `/links/daily-clicks?link_ids=${ids}&days=10`);
  expect(answer.data.map(({ link_id }: { link_id: string }) => link_id).join()).toBe(ids);
  for (const { link_id, clicks: days } of answer.data as { link_id: string; clicks: number[] }[]) {
    const expected = Array.from({ length: 10 }, (_, index) => {
      const day = new Date(Date.parse(answer.from) + index * DAY).toISOString().slice(0, 10);
      return clicks.filter((click) => !click.bot && click.link.id === link_id && click.created_at.startsWith(day))
        .length;
    });
    expect(days).toEqual(expected);
  }
});

describe('the pages together contain every click', () => {
  const WANTED = { include: () => true, exclude: ({ bot }: Click) => !bot, only: ({ bot }: Click) => bot };
  for (const bots of ['include', 'exclude', 'only'] as const) {
    for (const sort of ['created_at', '-created_at']) {
      test(`${bots} bots, by ${sort}`, async () => {
        for (const [id, limit] of [
          [links[3]?.id, 100],
          [sparse.id, 3],
        ]) {
          const seen: Click[] = [];
          let cursor = '';
          do {
            const path = `/links/${id}/clicks?bots=${bots}&sort=${sort}&limit=${limit}${cursor}`;
            const page = await place.expectStatus(200, 'GET', path);
            seen.push(...page.data);
            cursor = page.has_more ? `&cursor=${page.next_cursor}` : '';
          } while (cursor !== '');
          const expected = clicks.filter((click) => click.link.id === id && WANTED[bots](click));
          const times = expected.map(({ created_at }) => created_at).toSorted();
          expect(seen.map(({ created_at }) => created_at)).toEqual(sort === 'created_at' ? times : times.toReversed());
          expect(new Set(seen.map((click) => click.id))).toEqual(new Set(expected.map((click) => click.id)));
        }
      });
    }
  }
});

describe('the results stay the same', () => {
  const GROUPS: AnalyticsGroup[] = ['link', 'country', 'tag', 'referrer', 'utm_source', 'bot_reason', 'domain'];
  const same = async (): Promise<void> => {
    for (const group of GROUPS) {
      for (const narrow of [{}, { link_ids: links[0]?.id ?? '' }] as Record<string, string>[]) {
        const answer = await ask({ group_by: group, interval: '30d', bots: 'include', limit: '100', ...narrow });
        const own = within(clicks, answer).filter(({ link }) => !narrow['link_ids'] || link.id === narrow['link_ids']);
        expect([group, totalsOf(answer)]).toEqual([group, sumUp(own)]);
        expect([group, rowsOf(answer)]).toEqual([group, counted(own, group)]);
      }
    }
    const hot = await ask({ group_by: 'time', interval: '30d', granularity: 'hour', link_ids: links[0]?.id ?? '' });
    expect(hot.rows.reduce((sum, row) => sum + row.clicks, 0)).toBe(hot.totals.clicks);
  };

  test('once days are closed', async () => {
    await server.services.clicks.maintain(new AbortController().signal);
    await same();
  });

  test('once raw clicks are deleted', async () => {
    await place.expectStatus(200, 'PATCH', '/link-settings', { click_retention_days: 2 });
    await server.services.clicks.maintain(new AbortController().signal);
    const left = await place.expectStatus(200, 'GET', '/links/clicks?bots=include&sort=created_at&limit=1');
    expect(Date.parse(left.data[0].created_at)).toBeGreaterThan(now - 3 * DAY);
    await same();
  });
});
