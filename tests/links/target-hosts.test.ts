import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { queries } from '../../server/db/database';
import { createBlocklist } from '../../server/links/blocklist';
import { linkDomains } from '../../server/links/schema/links';
import { validateTargets, requireTargets } from '../../server/links/targets';
import { createLog } from '../../server/log';
import { newId } from '../../shared/ids';
import { database } from '../support/app';
import { seedWorkspace } from '../support/seed';
import { ctx, folder, validationOf } from './validated-targets';

const log = createLog('silent');
afterAll(() => rmSync(folder, { recursive: true }));

describe('self_target', () => {
  const own = `go${Date.now().toString(36)}.example.com`;
  const pending = `pending.${own}`;
  beforeAll(async () => {
    const workspaceId = await seedWorkspace();
    const now = new Date();
    for (const [hostname, status] of [
      [own, 'active'],
      [`${own}:8080`, 'active'],
      [pending, 'pending'],
    ] as const) {
      const row = { id: newId('dom'), workspaceId, hostname, status, token: 'x', createdAt: now, updatedAt: now };
      await queries(database).insert(linkDomains).values(row);
    }
  });

  test.each([
    'https://sho.rt:8443/spring',
    'https://SHO.rt.:8443/a/b?c#d',
    'http://sho.rt:8443/x',
    'https://app.example.com/spring',
    'https://app.example.com./%61pi',
    () => `https://${own}/spring`,
    () => `http://${own.toUpperCase()}./api`,
    () => `http://${own}:8080/x`,
  ])('%s', async (url) => {
    expect(await validationOf(typeof url === 'string' ? url : url(), true)).toBe('self_target');
  });

  test('is no URL of this service that is not a link', async () => {
    for (const url of [
      'https://app.example.com/',
      'https://app.example.com/user/api',
      'https://app.example.com/API/v1/links',
      'https://app.example.com/_next/x',
      'https://sho.rt:8443/',
      'https://sho.rt/spring',
      'https://www.sho.rt:8443/spring',
      `https://${own}/`,
      `https://${own}/robots.txt`,
      `https://${own}/.well-known/x`,
      `https://${own}:9/spring`,
      `https://${pending}/spring`,
      `https://www.${own}/spring`,
    ]) {
      expect(await validationOf(url)).not.toBe('self_target');
    }
  });

  test('is any loopback name where the service uses one', async () => {
    const local = {
      ...ctx,
      config: { baseUrl: 'http://localhost:3000', linksBaseUrl: 'http://localhost:3000' } as never,
    };
    const codes = await validateTargets(
      local,
      ['http://127.0.0.1:3000/x', 'http://[::1]:3000/x', 'http://localhost:3001/x', 'http://127.0.0.1:3000/user'].map(
        (url) => ({
          pointer: '/url',
          url,
          allowPrivate: true,
        }),
      ),
    );
    expect(codes.map((code) => (code.ok ? 'fine' : code.code))).toEqual(['self_target', 'self_target', 'fine', 'fine']);
  });
});

describe('private_target', () => {
  test.each([
    'http://127.0.0.1/',
    'http://127.1/',
    'http://2130706433/',
    'http://0x7f000001/',
    'http://0x7f.1/',
    'http://0177.0.0.1/',
    'http://017700000001/',
    'http://１２７.0.0.1/',
    'http://①②⑦.0.0.1/',
    'http://0x7F。0。0。1/',
    'http://127.0.0.1./',
    'http://0/',
    'http://0.0.0.0/',
    'http://10.1.2.3/',
    'http://172.16.0.1/',
    'http://172.31.255.255/',
    'http://192.168.1.1/',
    'http://169.254.169.254/latest/meta-data',
    'http://100.64.0.1/',
    'http://192.0.2.1/',
    'http://198.18.0.1/',
    'http://224.0.0.1/',
    'http://255.255.255.255/',
    'http://[::]/',
    'http://[::1]/',
    'http://[0:0:0:0:0:0:0:1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[::ffff:7f00:1]/',
    'http://[::ffff:10.0.0.1]/',
    'http://[::127.0.0.1]/',
    'http://[64:ff9b::7f00:1]/',
    'http://[64:ff9b::10.0.0.1]/',
    'http://[64:ff9b:1::1]/',
    'http://[fe80::1]/',
    'http://[fc00::1]/',
    'http://[fd12:3456::1]/',
    'http://[fec0::1]/',
    'http://[ff02::1]/',
    'http://[2001:db8::1]/',
    'http://[2002:7f00:1::]/',
    'http://[2001:0:7f00:1::]/',
    'http://localhost/',
    'http://LOCALHOST:3000/',
    'http://localhost./',
    'http://ｌｏｃａｌｈｏｓｔ/',
    'http://loc%61lhost/',
    'http://a.localhost/',
    'http://go/',
    'http://go./',
    'http://com/',
    'http://printer.local/',
    'http://printer.local./',
    'http://metadata.google.internal/',
    'http://nas.lan/',
    'http://router.home.arpa/',
  ])('%s, unless the workspace allows it', async (url) => {
    expect(await validationOf(url)).toBe('private_target');
    expect(await validationOf(url, true)).toBe(new URL(url).href);
  });

  test('is no name that only resembles one', async () => {
    for (const host of [
      'mylocal.com',
      'local.example.com',
      'localhost.example.com',
      '127.0.0.1.example.com',
      'plan.de',
    ]) {
      expect(await validationOf(`https://${host}/`)).toBe(`https://${host}/`);
    }
  });
});

describe('mixed_script_host', () => {
  test.each([
    ['https://аpple.com', 'a Cyrillic letter among Latin ones'],
    ['https://xn--pple-43d.com', 'the same in ASCII'],
    ['https://paypaΙ.com', 'a Greek letter among Latin ones'],
    ['https://www.gооgle.com', 'in a label below'],
    ['https://αбв.com', 'Greek and Cyrillic'],
    ['https://аррӏе.com', 'wholly Cyrillic look-alikes'],
    ['https://xn--80ak6aa92e.com', 'the same in ASCII'],
    ['https://XN--80AK6AA92E.com/', 'the same in capitals'],
    ['https://login.еріс.com', 'in one label'],
    ['https://сосо-24.com', 'with digits and a hyphen'],
    ['https://аррӏе.com.', 'with the dot of a full name'],
    ['https://ραγραι.com', 'wholly Greek look-alikes'],
    ['https://аррӏе.co.uk', 'under a second level'],
  ])('%s: %s', async (url) => {
    expect(await validationOf(url)).toBe('mixed_script_host');
    expect(await validationOf(url, true)).toBe('mixed_script_host');
  });

  test.each(['https://аррӏе.рф', 'https://xn--fiqs8s.com', 'https://tokyo東京.jp', 'https://xn--abc.example.com'])(
    '%s is none',
    async (url) => expect(await validationOf(url)).not.toBe('mixed_script_host'),
  );
});

describe('blocked_target', () => {
  test.each([
    'https://evil.example/',
    'https://EVIL.example./x',
    'https://a.b.evil.example/',
    'https://ads.example.net/',
    'https://www.bücher.example/',
    'https://worse.example/',
    'https://co.uk/',
  ])('%s', async (url) => expect(await validationOf(url)).toBe('blocked_target'));

  test.each(['https://notevil.example/', 'https://example.net/', 'https://shop.co.uk/', 'https://evil.example.com/'])(
    '%s is none',
    async (url) => expect(await validationOf(url)).toBe(url),
  );

  test('follows the file, and keeps its hosts when the file is missing', async () => {
    const file = join(folder, 'changing.txt');
    writeFileSync(file, 'first.example\n');
    const blocklist = createBlocklist([file], log);
    expect(blocklist.has('first.example')).toBe(false);
    expect(await blocklist.refresh()).toBe(true);
    expect(await blocklist.refresh()).toBe(false);
    expect(blocklist.has('first.example')).toBe(true);

    writeFileSync(file, 'other.example\n');
    utimesSync(file, 1, 1);
    expect(await blocklist.refresh()).toBe(true);
    expect([blocklist.has('first.example'), blocklist.has('other.example')]).toEqual([false, true]);

    rmSync(file);
    expect(await blocklist.refresh()).toBe(false);
    expect(blocklist.has('other.example')).toBe(true);
  });
});

test('every field is validated, and each error has its code', async () => {
  const fields = [
    { pointer: '/url', url: 'https://example.com', allowPrivate: false },
    { pointer: '/expired_url', url: 'http://10.0.0.1', allowPrivate: false },
    { pointer: '/targeting/0/url', url: 'https://evil.example', allowPrivate: false },
  ];
  const refusal = await requireTargets(ctx, fields).catch((error: unknown) => error);
  expect(refusal).toMatchObject({
    code: 'unprocessable',
    details: {
      errors: [
        { in: 'body', pointer: '/expired_url', code: 'private_target' },
        { in: 'body', pointer: '/targeting/0/url', code: 'blocked_target' },
      ],
    },
  });
  expect(await requireTargets(ctx, fields.slice(0, 1))).toMatchObject([
    { href: 'https://example.com/', host: 'example.com' },
  ]);
});
