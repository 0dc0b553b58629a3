import { expect, test } from 'bun:test';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { databaseUrl, engine } from '../../../server/db/engine';
import { FEATURES } from '../../../server/whatsapp/drivers/web/worker/features';
import type { StoreDatabase } from '../../../server/whatsapp/drivers/web/worker/store/database';
import { openStore } from '../../../server/whatsapp/drivers/web/worker/store/open-store';
import { openInstanceStore } from '../../../server/whatsapp/drivers/web/worker/store/session-store';
import { startSessionStage } from './session-stage';
import { textJob } from './stage';

const PHONE = '15550001111';
const ADA = '15550002222';

test('an owner that is replaced while it uses a session sends nothing, and writes nothing over the newer session', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'whatsapp-web-stale-'));
  const path = join(folder, 'keys.db');
  const database = await openStore({
    store: engine === 'sqlite' ? { engine, path } : { engine: 'postgres', url: databaseUrl },
  });
  let gate: Promise<void> | undefined;
  const isHeld = Promise.withResolvers<void>();
  const held: StoreDatabase = {
    ...database,
    async write(owner, statements) {
      if (gate && statements.some(({ values }) => values.includes('session'))) {
        isHeld.resolve();
        await gate;
      }
      return database.write(owner, statements);
    },
  };
  const instanceId = `wa_${randomBytes(8).toString('hex')}`;
  {
    await using stage = await startSessionStage({ services: { features: FEATURES, database: held } });
    const session = await stage.link(instanceId, PHONE);
    const ada = stage.peer.person(ADA);
    await session.send(textJob(ADA, 'First'));
    await ada.receives(1);

    const { promise, resolve } = Promise.withResolvers<void>();
    gate = promise;
    const sent = session.send(textJob(ADA, 'Second'));
    await isHeld.promise;
    const newer = await openInstanceStore(database, stage.services.sealer, { instanceId, fence: 2 });
    const ids = [...(await newer.readKeysOf('session')).keys()];
    expect(ids.length).toBeGreaterThan(0);
    await newer.writeKeys(ids.map((id) => ({ type: 'session', id, text: 'of the newer owner' })));
    resolve();

    expect(await sent).toMatchObject({ outcome: 'not_sent' });
    expect(await newer.readKeysOf('session')).toEqual(new Map(ids.map((id) => [id, 'of the newer owner'])));
    expect(ada.received.map(({ text }) => text)).toEqual(['First']);
    expect(stage.lost).toEqual([instanceId]);
    await newer.wipe();
  }
  await database.close();
  rmSync(folder, { recursive: true });
});
