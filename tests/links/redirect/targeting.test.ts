import { afterAll, beforeAll, describe, expect, test } from 'bun:test';

import { chooseTarget } from '../../../server/links/redirect/targeting';
import { createVisitor, type VisitorLocation } from '../../../server/links/redirect/visitor';
import { TargetCondition } from '../../../shared/links/targeting';
import { startServer } from '../../support/app';
import { seedWorkspace } from '../../support/seed';
import { BROWSER, seedLink, TARGET, visitor } from './support';

const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1';
/** A Saturday, 12:30 in Berlin and 06:30 in New York. */
const NOON = Date.parse('2026-11-21T11:30:00Z');
const NOWHERE: VisitorLocation = { country: null, continent: null, region: null, city: null };
const MUNICH: VisitorLocation = { country: 'DE', continent: 'EU', region: 'DE-BY', city: 'München' };
const NOBODY = { address: '', userAgent: '', referrer: '', language: '', country: null, at: NOON };

interface Given {
  condition: object;
  visitor?: Partial<typeof NOBODY> & { location?: VisitorLocation; query?: string };
}

/** Whether a rule of one condition is chosen. */
function isChosen({ condition, visitor: given = {} }: Given, op: 'in' | 'not_in'): boolean {
  const { location = NOWHERE, query = '', ...asked } = given;
  const parsed = TargetCondition.parse({ ...condition, op });
  const rule = { key: 'a', conditions: [parsed], url: TARGET };
  return (
    chooseTarget(
      [rule],
      createVisitor({ ...NOBODY, ...asked }, query, () => location),
    ) === rule
  );
}

test('all conditions share one parsed query, which can be long', () => {
  const asked = createVisitor(NOBODY, 'a=1', () => NOWHERE);
  expect(asked.query()).toBe(asked.query());
});

const INSIDE: Record<string, Given> = {
  country: { condition: { type: 'country', values: ['FR', 'DE'] }, visitor: { location: MUNICH } },
  continent: { condition: { type: 'continent', values: ['EU'] }, visitor: { location: MUNICH } },
  region: { condition: { type: 'region', values: ['DE-BY'] }, visitor: { location: MUNICH } },
  city: { condition: { type: 'city', values: ['mÜNCHEN'] }, visitor: { location: MUNICH } },
  device: { condition: { type: 'device', values: ['mobile', 'tablet'] }, visitor: { userAgent: PHONE } },
  os: { condition: { type: 'os', values: ['iOS'] }, visitor: { userAgent: PHONE } },
  browser: { condition: { type: 'browser', values: ['Safari'] }, visitor: { userAgent: PHONE } },
  'device of a desktop': { condition: { type: 'device', values: ['desktop'] }, visitor: { userAgent: BROWSER } },
  language: { condition: { type: 'language', values: ['pt-BR'] }, visitor: { language: 'pt-br,en;q=0.8' } },
  'language by its first part': { condition: { type: 'language', values: ['pt'] }, visitor: { language: 'pt-BR' } },
  'language of the highest q': {
    condition: { type: 'language', values: ['de'] },
    visitor: { language: 'en;q=0.5, de;q=0.9, *;q=1' },
  },
  referrer: {
    condition: { type: 'referrer_host', values: ['news.example'] },
    visitor: { referrer: 'https://news.example/a' },
  },
  'referrer below a host': {
    condition: { type: 'referrer_host', values: ['*.news.example'] },
    visitor: { referrer: 'https://m.news.example/' },
  },
  'query by name': { condition: { type: 'query', name: 'ref' }, visitor: { query: 'a=1&ref' } },
  'query by value': {
    condition: { type: 'query', name: 'ref', values: ['x y', 'z'] },
    visitor: { query: 'ref=q&ref=x%20y' },
  },
  'after a time': { condition: { type: 'time', after: '2026-11-21T11:30:00Z' } },
  'before a time': { condition: { type: 'time', before: '2026-11-21T11:30:00.001Z' } },
  'days of the week': { condition: { type: 'time', days: [6] } },
  'hours of a zone': { condition: { type: 'time', from: '12:30', to: '12:31', timezone: 'Europe/Berlin' } },
  'hours of another zone': {
    condition: { type: 'time', days: [6], from: '06:00', to: '07:00', timezone: 'America/New_York' },
  },
  'hours over midnight, late': { condition: { type: 'time', days: [6], from: '11:00', to: '02:00' } },
  'hours over midnight, early': { condition: { type: 'time', days: [5], from: '20:00', to: '12:00' } },
};
const OUTSIDE: Record<string, Given> = {
  country: { condition: { type: 'country', values: ['FR'] }, visitor: { location: MUNICH } },
  continent: { condition: { type: 'continent', values: ['AS'] }, visitor: { location: MUNICH } },
  region: { condition: { type: 'region', values: ['DE-BE'] }, visitor: { location: MUNICH } },
  city: { condition: { type: 'city', values: ['Berlin'] }, visitor: { location: MUNICH } },
  device: { condition: { type: 'device', values: ['desktop'] }, visitor: { userAgent: PHONE } },
  os: { condition: { type: 'os', values: ['Android'] }, visitor: { userAgent: PHONE } },
  browser: { condition: { type: 'browser', values: ['Chrome'] }, visitor: { userAgent: PHONE } },
  language: { condition: { type: 'language', values: ['pt-BR'] }, visitor: { language: 'pt' } },
  'language that begins alike': { condition: { type: 'language', values: ['en'] }, visitor: { language: 'eng' } },
  referrer: {
    condition: { type: 'referrer_host', values: ['news.example'] },
    visitor: { referrer: 'https://m.news.example/' },
  },
  'referrer of the bare host': {
    condition: { type: 'referrer_host', values: ['*.news.example'] },
    visitor: { referrer: 'https://news.example/' },
  },
  'referrer that ends alike': {
    condition: { type: 'referrer_host', values: ['*.news.example'] },
    visitor: { referrer: 'https://evilnews.example/' },
  },
  'query without the parameter': { condition: { type: 'query', name: 'ref' }, visitor: { query: 'xref=1' } },
  'query of another value': { condition: { type: 'query', name: 'ref', values: ['z'] }, visitor: { query: 'ref=Z' } },
  'after a time': { condition: { type: 'time', after: '2026-11-21T11:30:00.001Z' } },
  'before a time': { condition: { type: 'time', before: '2026-11-21T11:30:00Z' } },
  'days of the week': { condition: { type: 'time', days: [1, 2, 3, 4, 5, 7] } },
  'hours that are over': { condition: { type: 'time', from: '12:29', to: '12:30', timezone: 'Europe/Berlin' } },
  'hours over midnight of the day before': { condition: { type: 'time', days: [6], from: '20:00', to: '12:00' } },
};
const UNKNOWN: Record<string, object> = {
  country: { type: 'country', values: ['DE'] },
  continent: { type: 'continent', values: ['EU'] },
  region: { type: 'region', values: ['DE-BY'] },
  city: { type: 'city', values: ['München'] },
  device: { type: 'device', values: ['mobile'] },
  os: { type: 'os', values: ['iOS'] },
  browser: { type: 'browser', values: ['Safari'] },
  language: { type: 'language', values: ['pt'] },
  referrer: { type: 'referrer_host', values: ['news.example'] },
};

describe('a condition', () => {
  test.each(Object.entries(INSIDE))('holds by `in`: %s', (_, given) => {
    expect([isChosen(given, 'in'), isChosen(given, 'not_in')]).toEqual([true, false]);
  });
  test.each(Object.entries(OUTSIDE))('holds by `not_in`: %s', (_, given) => {
    expect([isChosen(given, 'in'), isChosen(given, 'not_in')]).toEqual([false, true]);
  });
  test.each(Object.entries(UNKNOWN))('holds neither way when it is unknown: %s', (_, condition) => {
    expect([isChosen({ condition }, 'in'), isChosen({ condition }, 'not_in')]).toEqual([false, false]);
  });
});

describe('a link with rules', () => {
  let server: Awaited<ReturnType<typeof startServer>>;
  let visit: ReturnType<typeof visitor>;
  let slug: string;
  beforeAll(async () => {
    server = await startServer({ trustedProxies: ['127.0.0.0/8'], geoCountryHeader: 'CF-IPCountry' });
    visit = visitor(server.url);
    const rule = (key: string, ...conditions: object[]) => ({
      key,
      conditions: conditions.map((condition) => TargetCondition.parse(condition)),
      url: `https://example.com/${key}`,
    });
    const targeting = [
      rule('swiss-phone', { type: 'country', values: ['CH'] }, { type: 'device', values: ['mobile'] }),
      rule('swiss', { type: 'country', values: ['CH'] }),
      rule('german', { type: 'language', values: ['de'] }),
      rule('news', { type: 'referrer_host', values: ['news.example'] }),
      rule('campaign', { type: 'query', name: 'c', values: ['1'] }),
    ];
    ({ slug } = await seedLink(await seedWorkspace(), { targeting }));
  });
  afterAll(() => server.stop());

  test.each([
    [{ 'cf-ipcountry': 'ch', 'user-agent': PHONE }, '', 'https://example.com/swiss-phone'],
    [{ 'cf-ipcountry': 'CH' }, '', 'https://example.com/swiss'],
    [{ 'accept-language': 'de-AT' }, '', 'https://example.com/german'],
    [{ referer: 'https://news.example/x?y' }, '', 'https://example.com/news'],
    [{}, '?c=1', 'https://example.com/campaign?c=1'],
    [{ 'cf-ipcountry': 'XX', 'accept-language': 'en' }, '?c=2', `${TARGET}?c=2`],
  ])('uses the first that matches: %p %s', async (headers, query, wanted) => {
    expect((await visit(`/${slug}${query}`, { headers })).location).toBe(wanted);
  });

  test('trusts only the country header of a trusted proxy', async () => {
    const open = await startServer({ geoCountryHeader: 'CF-IPCountry' });
    expect((await visitor(open.url)(`/${slug}`, { headers: { 'cf-ipcountry': 'CH' } })).location).toBe(TARGET);
    await open.stop();
  });
});
