import { afterAll, describe, expect, test } from 'bun:test';
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { enrich } from '../../../server/links/clicks/enrich/enrich';
import { createGeo } from '../../../server/links/clicks/enrich/geo';
import { referrerHost, languageOf, networkPrefix, clickUtm } from '../../../server/links/clicks/enrich/texts';
import { urlKey } from '../../../server/links/clicks/rollups/dimensions';
import { continentOf } from '../../../shared/continents';
import { newId } from '../../../shared/ids';
import { BROWSERS, CONTINENTS } from '../../../shared/links/clicks';
import { writeMmdb } from './mmdb';
import { click } from './support';

const folder = mkdtempSync(join(tmpdir(), 'switchboard-geo-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const BERLIN = {
  country: { iso_code: 'DE' },
  subdivisions: [{ iso_code: 'BE' }],
  city: { names: { en: 'Berlin', de: 'Berlin' } },
};
const failed: string[] = [];
const geoOf = (named: string[], dataFolder = folder) => createGeo({ named, dataFolder }, (file) => failed.push(file));
const nowhere = geoOf([], join(folder, 'none'));
const KEPT = { addressStorage: 'none', referrerStorage: 'path', countHttpClients: false } as const;
const workspaceId = newId('ws');

describe('locations', () => {
  test('come from the operator’s file, in each supported format', () => {
    const file = join(folder, 'forms.mmdb');
    writeMmdb(file, {
      '203.0.113.1': BERLIN,
      '203.0.113.2': { country: 'US', country_name: 'United States' },
      '203.0.113.3': { country_code: 'FR', city: 'Lyon' },
      '203.0.113.4': { registered_country: { iso_code: 'JP' } },
    });
    const geo = geoOf([file]);
    expect(geo.lookup('203.0.113.1')).toEqual({ country: 'DE', region: 'DE-BE', city: 'Berlin' });
    expect(geo.lookup('203.0.113.2')).toEqual({ country: 'US', region: null, city: null });
    expect(geo.lookup('203.0.113.3')).toEqual({ country: 'FR', region: null, city: 'Lyon' });
    expect(geo.lookup('203.0.113.4').country).toBe('JP');
    for (const unknown of ['203.0.113.9', '2001:db8::1', '', 'no address']) {
      expect(geo.lookup(unknown)).toEqual({ country: null, region: null, city: null });
    }
  });

  test('are reloaded when the file changes, and stay in use while it is broken', () => {
    const data = join(folder, 'data');
    const file = join(data, 'geoip', 'city.mmdb');
    mkdirSync(join(data, 'geoip'), { recursive: true });
    const geo = geoOf([], data);
    expect(geo.lookup('203.0.113.1').city).toBeNull();
    writeMmdb(file, { '203.0.113.1': BERLIN });
    geo.reload();
    expect(geo.lookup('203.0.113.1').city).toBe('Berlin');
    writeFileSync(file, 'half of it');
    geo.reload();
    expect(failed).toContain(file);
    expect(geo.lookup('203.0.113.1').city).toBe('Berlin');
    writeMmdb(file, { '203.0.113.1': { ...BERLIN, city: { names: { en: 'Potsdam' } } } });
    utimesSync(file, new Date(), new Date(Date.now() + 5000));
    geo.reload();
    expect(geo.lookup('203.0.113.1').city).toBe('Potsdam');
    rmSync(file);
    geo.reload();
    expect(geo.lookup('203.0.113.1').country).toBeNull();
  });

  test('the file is preferred to the headers of a proxy', () => {
    const file = join(folder, 'before.mmdb');
    writeMmdb(file, { '203.0.113.1': BERLIN });
    const options = { geo: geoOf([file]), ownHosts: new Set<string>() };
    const facts = (address: string) => enrich(click({ workspaceId, address, country: 'FR' }), KEPT, options);
    expect(facts('203.0.113.1')).toMatchObject({ country: 'DE', city: 'Berlin' });
    expect(facts('203.0.113.50')).toMatchObject({ country: 'FR', city: null });
  });

  test('each country lies on one continent', () => {
    expect(['DE', 'US', 'BR', 'JP', 'ZA', 'NZ', 'AQ'].map(continentOf)).toEqual([
      'EU',
      'NA',
      'SA',
      'AS',
      'AF',
      'OC',
      'AN',
    ]);
    expect(continentOf('ZZ')).toBeNull();
    expect(new Set(['DE', 'US', 'BR', 'JP', 'ZA', 'NZ', 'AQ'].map(continentOf)).size).toBe(CONTINENTS.length);
  });
});

describe('details of a request', () => {
  test.each([
    ['de-DE,de;q=0.9,en;q=0.8', 'de'],
    ['PT-br', 'pt'],
    ['fil', 'fil'],
    ['en;q=0.5', 'en'],
    ['*', null],
    ['', null],
    ['x', null],
    ['<script>', null],
  ])('language of %p is %p', (header, language) => expect(languageOf(header)).toBe(language));

  test.each([
    ['https://news.example.com/a/b', 'news.example.com'],
    ['https://NEWS.example.com:8443/', 'news.example.com:8443'],
    ['android-app://com.google.android.gm/', 'com.google.android.gm'],
    ['', null],
    ['about:blank', null],
    ['no address', null],
  ])('host of %p is %p', (referrer, host) => expect(referrerHost(referrer)).toBe(host));

  test.each([
    ['203.0.113.77', '203.0.113.0/24'],
    ['::ffff:203.0.113.77', '203.0.113.0/24'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
    ['2001:db8::6', '2001:db8:0::/48'],
    ['::1', '0:0:0::/48'],
    ['no address', null],
  ])('network of %p is %p', (address, prefix) => expect(networkPrefix(address)).toBe(prefix));

  test('the campaign is taken from the request, else from the destination', () => {
    const destination = 'https://example.com/?utm_source=shop&utm_campaign=spring&ref=a#utm_term=no';
    expect(clickUtm('', destination)).toEqual({ source: 'shop', campaign: 'spring', ref: 'a' });
    expect(clickUtm('utm_source=letter&x=1', destination)).toEqual({ source: 'letter' });
    expect(clickUtm('utm_source=', destination)).toEqual({ source: 'shop', campaign: 'spring', ref: 'a' });
    expect(clickUtm(`utm_term=${'x'.repeat(900)}`, '')).toEqual({ term: 'x'.repeat(255) });
    expect(clickUtm('utm_term=a%00b', '')).toEqual({ term: 'ab' });
    expect(clickUtm('?utm_medium=mail', '')).toEqual({ medium: 'mail' });
  });

  test('long URLs keep distinct keys', () => {
    const [one, other] = [`https://example.com/${'a'.repeat(3000)}1`, `https://example.com/${'a'.repeat(3000)}2`];
    expect(urlKey('https://example.com/')).toBe('https://example.com/');
    expect(urlKey(one)).not.toBe(urlKey(other));
    expect(urlKey(one).length).toBeLessThan(520);
  });
});

describe('stored details', () => {
  const options = { geo: nowhere, ownHosts: new Set(['own.example.com']) };
  const facts = (change: object, kept: object = {}) =>
    enrich(click({ workspaceId, ...change }), { ...KEPT, ...kept }, options);

  test('depend on the settings of the workspace', () => {
    const referrer = 'https://news.example.com/letters/7';
    expect(facts({ referrer })).toMatchObject({ referrerHost: 'news.example.com', referrer, addressPrefix: null });
    expect(facts({ referrer }, { referrerStorage: 'host' })).toMatchObject({
      referrerHost: 'news.example.com',
      referrer: null,
    });
    expect(facts({}, { addressStorage: 'prefix' }).addressPrefix).toBe('203.0.113.0/24');
    expect(facts({ class: 'http_client' }).botReason).toBe('http_client');
    expect(facts({ class: 'http_client' }, { countHttpClients: true }).botReason).toBeNull();
    expect(facts({ class: 'crawler' }, { countHttpClients: true }).botReason).toBe('crawler');
  });

  test('exclude referrers that are own pages', () => {
    expect(facts({ referrer: 'https://own.example.com/user/api' })).toMatchObject({
      referrerHost: null,
      referrer: null,
    });
  });

  test('exclude address and user agent', () => {
    const text = JSON.stringify(facts({ address: '203.0.113.77' }));
    expect(text).not.toContain('203.0.113.77');
    expect(text).not.toContain('Mozilla');
    expect(BROWSERS as readonly string[]).toContain(facts({}).browser ?? '');
  });

  test('a response without a redirect has no destination', () => {
    expect(facts({ destination: '' }).destination).toBeNull();
  });
});
