import { afterAll, expect, test } from 'bun:test';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { createSealer } from '../../../server/secrets/seal';
import type { DriverEvent } from '../../../server/whatsapp/drivers/driver-events';
import { claimInbox } from '../../../server/whatsapp/drivers/web/inbox-claim';
import type { Report } from '../../../server/whatsapp/drivers/web/protocol';
import { createOutbox } from '../../../server/whatsapp/drivers/web/worker/outbox';
import { openInbox, type Inbox } from '../../../server/whatsapp/drivers/web/worker/store/inbox';
import { until } from '../../support/until';
import { startStage } from './stage';

const folder = mkdtempSync(join(tmpdir(), 'whatsapp-web-inbox-'));
const sealer = createSealer(randomBytes(32), 'whatsapp-web');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const unreadable = (): void => {
  throw new Error('A row did not open.');
};
const newPath = (): string => join(folder, randomBytes(6).toString('hex'), 'inbox.db');
const online = (name: string): DriverEvent => ({
  kind: 'presence',
  person: { name },
  state: 'available',
  lastSeenAt: new Date(5),
});

/** An outbox over an inbox file, with what it reports. */
function openOutbox(inbox: Inbox) {
  const reports: Extract<Report, { type: 'events' }>[] = [];
  const nothing = (): void => {};
  const log = { debug: nothing, info: nothing, warn: nothing, error: nothing };
  const outbox = createOutbox({ inbox, log, report: (one) => reports.push(one) });
  const namesOf = (instanceId: string): (string | undefined)[] =>
    reports
      .filter((one) => one.instanceId === instanceId)
      .flatMap(({ events }) => events.map((event) => (event.kind === 'presence' ? event.person.name : undefined)));
  return {
    reports,
    outbox,
    namesOf,
    close: (): void => {
      outbox.close();
      inbox.close();
    },
  };
}

test('events that were not applied come again after a restart, in order, and with their dates', () => {
  const path = newPath();
  const before = openOutbox(openInbox(path, sealer, unreadable));
  for (const name of ['one', 'two', 'three']) before.outbox.add('wa_1', [online(name)]);
  before.outbox.add('wa_2', [online('other')]);
  before.outbox.applied('wa_1', before.reports[0]?.seq ?? 0);
  before.close();

  const after = openOutbox(openInbox(path, sealer, unreadable));
  expect(after.namesOf('wa_1')).toEqual(['two', 'three']);
  expect(after.namesOf('wa_2')).toEqual(['other']);
  expect(after.reports[0]?.events).toEqual([online('two')]);
  after.close();
});

test('numbers are not used again after everything was applied', () => {
  const path = newPath();
  const before = openOutbox(openInbox(path, sealer, unreadable));
  before.outbox.add('wa_1', [online('one')]);
  const first = before.reports[0]?.seq ?? 0;
  before.outbox.applied('wa_1', first);
  before.close();
  const after = openOutbox(openInbox(path, sealer, unreadable));
  after.outbox.add('wa_1', [online('two')]);
  expect(after.reports[0]?.seq).toBeGreaterThan(first);
  after.close();
});

test('what waits is on the disk at once, and sealed', () => {
  const path = newPath();
  const inbox = openInbox(path, sealer, unreadable);
  openOutbox(inbox).outbox.add('wa_1', [online('a name that nobody may read')]);
  const reader = openInbox(path, sealer, unreadable);
  expect(reader.read('wa_1', 0, 10)).toHaveLength(1);
  reader.close();
  const bytes = readdirSync(join(path, '..')).map((name) => readFileSync(join(path, '..', name), 'latin1'));
  expect(bytes.join('')).toContain('wa_1');
  expect(bytes.join('')).not.toContain('nobody may read');
  inbox.close();
});

test('an instance whose events cannot be applied does not stop another, and loses none of its own', () => {
  const { outbox, reports, namesOf, close } = openOutbox(openInbox(newPath(), sealer, unreadable));
  const names = Array.from({ length: 500 }, (_, at) => String(at));
  for (const name of names) outbox.add('wa_1', [online(name)]);
  outbox.add('wa_2', [online('other')]);
  expect(namesOf('wa_2')).toEqual(['other']);
  expect(namesOf('wa_1').length).toBeLessThan(names.length);

  for (let at = 0; at < reports.length; at += 1) {
    const { instanceId, seq } = reports[at] ?? { instanceId: '', seq: 0 };
    outbox.applied(instanceId, seq);
  }
  expect(namesOf('wa_1')).toEqual(names);
  close();
});

test('events that the disk refuses are stored once it accepts them, before the later ones', async () => {
  const inbox = openInbox(newPath(), sealer, unreadable);
  let isFull = true;
  const fullDisk: Inbox = {
    ...inbox,
    add(instanceId, events) {
      if (isFull) throw new Error('disk full');
      return inbox.add(instanceId, events);
    },
  };
  const { outbox, namesOf, close } = openOutbox(fullDisk);
  outbox.add('wa_1', [online('one')]);
  isFull = false;
  outbox.add('wa_1', [online('two')]);
  await until(() => namesOf('wa_1').length === 2);
  expect(namesOf('wa_1')).toEqual(['one', 'two']);
  close();
});

test('two processes of a machine have an inbox each, and the one that is left takes over the other’s events', () => {
  const path = newPath();
  const [first, second] = [claimInbox(path), claimInbox(path)];
  expect(second.path).not.toBe(first.path);
  for (const { path: own } of [first, second]) {
    const { outbox, close } = openOutbox(openInbox(own, sealer, unreadable));
    outbox.add('wa_1', [online(own)]);
    close();
  }
  second.release();
  first.release();

  const next = claimInbox(path);
  expect(next.path).toBe(first.path);
  const { namesOf, close } = openOutbox(openInbox(next.path, sealer, unreadable));
  expect(namesOf('wa_1')).toEqual([first.path, second.path]);
  close();
  next.release();
});

test('the server applies events in order, again and again until it can', async () => {
  let failures = 3;
  await using stage = await startStage({
    async apply(instanceId) {
      if (instanceId === 'wa_1' && failures > 0) {
        failures -= 1;
        throw new Error('the database is away');
      }
    },
  });
  await stage.link('wa_1', '15550001111');
  expect(failures).toBe(0);
  expect(stage.statuses('wa_1')).toEqual(['pairing', 'connected']);
});

test('events that the server has not applied survive the end of the worker and are applied once', async () => {
  const open = Promise.withResolvers<void>();
  await using stage = await startStage({ apply: (instanceId) => (instanceId === 'wa_1' ? open.promise : resolved) });
  await stage.start('wa_1');
  await stage.start('wa_2');
  await stage.eventOf('wa_2', 'pairing');
  stage.host.crash();
  await until(() => stage.crashes === 1);
  await stage.eventOf('wa_2', 'pairing', ({ raw }) => raw !== firstQr());
  open.resolve();
  await stage.until('wa_1', (events) =>
    events.filter(({ kind }) => kind === 'pairing').length >= 2 ? true : undefined,
  );
  const codes = stage.of('wa_1').flatMap((event) => (event.kind === 'pairing' ? [event.raw] : []));
  expect(new Set(codes).size).toBe(codes.length);

  function firstQr(): string | undefined {
    return stage.of('wa_2').flatMap((event) => (event.kind === 'pairing' ? [event.raw] : []))[0];
  }
});

const resolved = Promise.resolve();

test('a row that does not open is removed, and holds up no others', () => {
  const path = newPath();
  const before = openOutbox(openInbox(path, sealer, unreadable));
  before.outbox.add('wa_1', [online('one')]);
  before.close();
  const other = openInbox(path, createSealer(randomBytes(32), 'whatsapp-web'), unreadable);
  other.add('wa_1', [online('sealed with another key')]);
  other.close();

  const skipped: number[] = [];
  const after = openOutbox(openInbox(path, sealer, (seq) => skipped.push(seq)));
  after.outbox.add('wa_1', [online('two')]);
  expect(after.namesOf('wa_1')).toEqual(['one', 'two']);
  expect(skipped).toHaveLength(1);
  expect(after.reports.map(({ events }) => events.length)).toEqual([1, 0, 1]);
  after.close();
});
