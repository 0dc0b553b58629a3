import { expect, test } from 'bun:test';

import { joinEgress } from '../../../server/egress/egress';
import { createGuard } from '../../../server/egress/guard';
import type { Resolver } from '../../../server/egress/resolver';
import { createLog } from '../../../server/log';
import type { DriverInstance } from '../../../server/whatsapp/drivers/driver';
import type { DriverEvent } from '../../../server/whatsapp/drivers/driver-events';
import { createWebDriver } from '../../../server/whatsapp/drivers/web/driver';
import type { WebHost, WebHostOptions } from '../../../server/whatsapp/drivers/web/host';
import { DEFAULT_WEB } from '../../../shared/whatsapp/drivers/web';
import { DEFAULT_SETTINGS } from '../../../shared/whatsapp/instance';
import { until } from '../../support/until';
import { staysSo } from '../../support/waiting';

type Addresses = readonly [string, ...string[]];

/** The driver with the real guard, before a host that notes what it is to start. */
function startDriver() {
  const names = new Map<string, Addresses>([
    ['proxy.example.com', ['8.8.8.8']],
    ['six.example.com', ['2600::1']],
  ]);
  let answers = Promise.withResolvers<void>();
  answers.resolve();
  let failures = 0;
  const resolver: Resolver = {
    async resolve(name) {
      await answers.promise;
      return { ok: true, addresses: names.get(name) ?? ['127.0.0.1'] };
    },
    close() {},
  };
  const settings = { allowPrivate: [], allowHttp: false, host: '127.0.0.1', port: 1, baseUrl: 'http://localhost:1' };
  const guard = createGuard({ ...settings, dns: [], proxied: false }, resolver);
  const started: (string | null)[] = [];
  const applied: DriverEvent[] = [];
  let host: WebHostOptions | undefined;
  const driver = createWebDriver(
    {
      config: { whatsappAllowPrivateProxy: false },
      log: createLog('silent'),
      secretKey: new Uint8Array(32),
      egress: joinEgress(guard, {} as never),
      apply: async (_id: string, events: DriverEvent[]) => void applied.push(...events),
      sockets: {},
    } as never,
    (options) => {
      host = options;
      return {
        async start({ proxyUrl }: { proxyUrl: string | null }) {
          failures -= 1;
          if (failures >= 0) throw new Error('The database is away.');
          started.push(proxyUrl);
        },
        async stop() {},
      } as unknown as WebHost;
    },
  );
  return {
    started,
    applied,
    setAddresses: (...addresses: Addresses) => void names.set('proxy.example.com', addresses),
    open: (proxyUrl: string | null) => driver.socket?.open(instanceWith(proxyUrl), 1),
    close: () => driver.socket?.close('wa_1', 1),
    holdAnswers: () => void (answers = Promise.withResolvers<void>()),
    giveAnswers: () => answers.resolve(),
    failStarts: (count: number) => void (failures = count),
    reports: (event: object) =>
      host?.apply('wa_1', [{ kind: 'connection', generation: 1, reason: null, ...event } as DriverEvent]),
  };
}

const instanceWith = (proxyUrl: string | null) =>
  ({
    id: 'wa_1',
    workspaceId: 'ws_1',
    generation: 1,
    proxyUrl,
    settings: DEFAULT_SETTINGS,
    web: DEFAULT_WEB,
  }) as unknown as DriverInstance;

test('the connection goes to the address of the proxy that was checked, and its name is not resolved again', async () => {
  const driver = startDriver();
  await driver.open('http://user:secret@proxy.example.com:3128');
  await driver.open('http://six.example.com:3128');
  await driver.open('http://user:secret@9.9.9.9:3128');
  await driver.open(null);
  expect(driver.started).toEqual([
    'http://user:secret@8.8.8.8:3128/',
    'http://[2600::1]:3128/',
    'http://user:secret@9.9.9.9:3128/',
    null,
  ]);
});

test('a proxy that leads to a private address, or whose certificate would be checked against an address, is refused', async () => {
  const driver = startDriver();
  await driver.open('https://proxy.example.com:3128');
  driver.setAddresses('8.8.8.8', '10.0.0.1');
  await driver.open('http://proxy.example.com:3128');
  expect(driver.started).toEqual([]);
  expect(driver.applied).toMatchObject([
    { status: 'disconnected', reason: 'network' },
    { status: 'disconnected', reason: 'network' },
  ]);
});

test('a proxy that moved is found when its connection fails, and one that moved to a private address is not', async () => {
  const driver = startDriver();
  await driver.open('http://proxy.example.com:3128');
  driver.setAddresses('8.8.4.4');
  await driver.reports({ status: 'connected' });
  await driver.reports({ status: 'reconnecting' });
  await until(() => driver.started.length === 2);
  driver.setAddresses('10.0.0.1');
  await driver.reports({ status: 'reconnecting', reason: 'network' });
  driver.setAddresses('8.8.8.8');
  await driver.reports({ status: 'reconnecting', reason: 'network' });
  await until(() => driver.started.length === 3);
  expect(driver.started.map((url) => url && new URL(url).hostname)).toEqual(['8.8.8.8', '8.8.4.4', '8.8.8.8']);
});

test('a socket that is closed while the name of its proxy is resolved is not started', async () => {
  const driver = startDriver();
  driver.holdAnswers();
  const opened = driver.open('http://proxy.example.com:3128');
  await driver.close();
  driver.giveAnswers();
  await opened;
  expect(driver.started).toEqual([]);

  await driver.open('http://proxy.example.com:3128');
  driver.holdAnswers();
  driver.setAddresses('8.8.4.4');
  await driver.reports({ status: 'reconnecting' });
  await driver.close();
  driver.giveAnswers();
  await staysSo(() => driver.started.length, 100);
  expect(driver.started).toEqual(['http://8.8.8.8:3128/']);
});

test('a socket that does not start at the new address of its proxy is started again', async () => {
  const driver = startDriver();
  await driver.open('http://proxy.example.com:3128');
  driver.setAddresses('8.8.4.4');
  driver.failStarts(1);
  await driver.reports({ status: 'reconnecting' });
  await until(() => driver.started.length === 2);
  expect(driver.started).toEqual(['http://8.8.8.8:3128/', 'http://8.8.4.4:3128/']);
});
