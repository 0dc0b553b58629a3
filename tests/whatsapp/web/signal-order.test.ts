import { expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { FEATURES } from '../../../server/whatsapp/drivers/web/worker/features';
import type { StoreDatabase } from '../../../server/whatsapp/drivers/web/worker/store/database';
import { openSqlite } from '../../../server/whatsapp/drivers/web/worker/store/sqlite';
import { staysSo } from '../../support/waiting';
import { startSessionStage } from './session-stage';
import { textJob } from './stage';

const PHONE = '15550001111';
const ADA = '15550002222';
const MESSAGES = 20;
const ACCOUNTS = ['15550001111', '15550001112', '15550001113', '15550001114'];
/** Each pair begins a session from both sides. */
const PEOPLE = ['15550003331', '15550003332', '15550003333'];

test('accounts of one process and people all write to each other at once from the first message on, and all is read', async () => {
  await using stage = await startSessionStage({ services: { features: FEATURES } });
  const people = PEOPLE.map((phone) => stage.peer.person(phone));
  const accounts = [];
  for (const [at, phone] of ACCOUNTS.entries()) accounts.push(await stage.link(`wa_${at}`, phone));

  const ours = accounts.flatMap((session) =>
    PEOPLE.map(async (phone) => {
      for (let turn = 0; turn < MESSAGES; turn += 1)
        expect(await session.send(textJob(phone, `Out ${turn}`))).toMatchObject({ outcome: 'sent' });
    }),
  );
  const theirs = people.map(async (person) => {
    for (let turn = 0; turn < MESSAGES; turn += 1) for (const to of ACCOUNTS) await person.sendText(to, `In ${turn}`);
  });
  await Promise.all([...ours, ...theirs]);
  await stage.peer.settled();
  for (const person of people) await person.receives(MESSAGES * ACCOUNTS.length);
  for (const at of ACCOUNTS.keys()) {
    const messages = stage.of(`wa_${at}`).filter(({ kind }) => kind === 'message');
    expect(messages).toHaveLength(MESSAGES * PEOPLE.length);
  }
  expect(stage.logged.join('')).not.toContain('cannot be decrypted');
  stage.peer.assertClean();
});

test('a message leaves only when the key that it used up is written', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'whatsapp-web-order-'));
  const database = openSqlite(join(folder, 'keys.db'));
  let gate = Promise.resolve();
  const held: StoreDatabase = {
    ...database,
    async write(owner, statements) {
      if (statements.some(({ values }) => values.includes('session'))) await gate;
      return database.write(owner, statements);
    },
  };
  {
    await using stage = await startSessionStage({ services: { features: FEATURES, database: held } });
    const session = await stage.link('wa_1', PHONE);
    const ada = stage.peer.person(ADA);
    await session.send(textJob(ADA, 'First'));
    await ada.receives(1);

    const { promise, resolve } = Promise.withResolvers<void>();
    gate = promise;
    const sent = session.send(textJob(ADA, 'Second'));
    await staysSo(() => ada.received.length, 300);
    resolve();
    expect(await sent).toMatchObject({ outcome: 'sent' });
    await ada.receives(2);
    stage.peer.assertClean();
  }
  await database.close();
  rmSync(folder, { recursive: true });
});
