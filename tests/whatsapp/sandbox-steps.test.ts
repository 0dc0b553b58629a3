import { afterAll, expect, test } from 'bun:test';

import type { OpenStore } from '../../server/db/database';
import { Unavailable } from '../../server/db/faults';
import { DEFAULT_SANDBOX } from '../../shared/whatsapp/drivers/sandbox';
import { freshDatabase } from '../support/app';
import { until } from '../support/process';
import { engineOn, enqueue, eventsOf, messagesOf, people, seedInstance } from './queue-support';

const fresh = await freshDatabase();
const { database } = fresh;
afterAll(() => fresh.close());

const SECOND = 1000;
const PEOPLE = 5;

test('statuses that are due together read their messages and people once', async () => {
  const clock = { ms: Date.now() };
  const delays = { sent: SECOND, delivered: SECOND, read: SECOND };
  const instance = await seedInstance(database, {
    driver: 'sandbox',
    sandbox: { ...DEFAULT_SANDBOX, delays_ms: delays },
  });
  const engine = engineOn(database, { clock });
  await engine.start();
  await enqueue(engine, database, instance, people(PEOPLE));
  await engine.idle();
  expect((await messagesOf(database, instance.id)).map(({ status }) => status)).toEqual(
    Array.from({ length: PEOPLE }, () => 'sending'),
  );

  const texts: string[] = [];
  database.observe((text) => void texts.push(text));
  clock.ms += SECOND;
  await engine.idle();
  database.observe(undefined);
  await engine.stop();

  expect((await messagesOf(database, instance.id)).map(({ status }) => status)).toEqual(
    Array.from({ length: PEOPLE }, () => 'read'),
  );
  expect(await eventsOf(database, instance.workspaceId)).toEqual(
    Array.from({ length: PEOPLE }, () => ['sent', 'delivered', 'read'])
      .flat()
      .map((status) => `whatsapp.message.${status}`),
  );
  const readsOf = (table: string) => texts.filter((text) => text.startsWith('select "id"') && text.includes(table));
  expect([readsOf(' from "wa_messages"').length, readsOf(' from "wa_contacts"').length]).toEqual([1, 1]);
});

test('a status that the database cannot save is saved later', async () => {
  let refusals = 0;
  const refused = new Set<string>();
  const unreliable = Object.assign(Object.create(database) as typeof database, {
    transaction: (work: (tx: OpenStore) => Promise<unknown>, options?: object) =>
      database.transaction((tx) => {
        const run: OpenStore['run'] = async (text, params) => {
          if (!text.includes('delete from wa_sandbox_timers') || refusals === 0)
            return (tx as OpenStore).run(text, params);
          refusals -= 1;
          refused.add(text);
          throw new Unavailable(new Error('The disk is full.'));
        };
        return work(Object.assign(Object.create(tx) as OpenStore, { run }));
      }, options),
  });
  const clock = { ms: Date.now() };
  const instance = await seedInstance(database, {
    driver: 'sandbox',
    sandbox: { ...DEFAULT_SANDBOX, delays_ms: { sent: SECOND, delivered: SECOND, read: SECOND } },
  });
  const engine = engineOn(unreliable, { clock });
  await engine.start();
  await enqueue(engine, database, instance, people(1));
  await engine.idle();

  refusals = 2;
  clock.ms += SECOND;
  await until(async () => {
    await engine.idle();
    return (await messagesOf(database, instance.id)).every(({ status }) => status === 'read');
  });
  await engine.stop();
  expect(refused.size).toBeGreaterThan(0);
  expect(await eventsOf(database, instance.workspaceId)).toEqual(
    ['sent', 'delivered', 'read'].map((status) => `whatsapp.message.${status}`),
  );
});
