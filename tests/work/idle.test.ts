import { expect, test } from 'bun:test';

import { freshDatabase, startServer } from '../support/app';
import { restClient } from '../support/client';
import { until } from '../support/process';
import { seedKey, seedWorkspace } from '../support/seed';
import { lasting } from '../support/waiting';

/** Longer than any poll within one process would wait. */
const QUIET_MS = 1500;
const SETTLED_MS = 20_000;

test('a connected instance that has nothing to do costs no statement until its next time has come', async () => {
  const place = await freshDatabase();
  const workspaceId = await seedWorkspace('Idle', place.database);
  const { secret } = await seedKey(workspaceId, {}, place.database);
  const server = await startServer({}, { store: place.database });
  const call = restClient(server.url, secret);
  const { body: instance } = await call('POST', '/whatsapp/instances', { name: 'Idle', driver: 'sandbox' });
  const at = `/whatsapp/instances/${instance.id}/messages`;
  const schedule_at = new Date(Date.now() + 3_600_000).toISOString();
  const message = { to: '+15550100000', content: { type: 'text', text: 'Later' }, schedule_at };
  expect((await call('POST', at, message)).status).toBe(202);
  await server.services.whatsapp.idle();
  let statements = 0;
  place.database.observe((sql) => void (statements += sql.includes('wa_') ? 1 : 0));
  // A sweep follows the work, later on a busy machine.
  const isQuiet = async (): Promise<boolean> => {
    const before = statements;
    await lasting(QUIET_MS);
    return statements === before;
  };
  await until(isQuiet, { timeoutMs: SETTLED_MS });
  place.database.observe(undefined);
  await server.stop();
  await place.close();
});
