import { afterAll, expect, test } from 'bun:test';

import { eq } from 'drizzle-orm';

import { queries } from '../../server/db/database';
import { waInstances } from '../../server/whatsapp/schema/instances';
import { database, freshDatabase, startServer } from '../support/app';
import { signedIn } from '../support/people';
import { seedWorkspace } from '../support/seed';
import { engineOn, enqueue, messageOf } from './queue-support';

const server = await startServer();
afterAll(() => server.stop());

test('a new workspace has a connected sandbox, and its first message is sent', async () => {
  const { services } = server;
  const ada = await signedIn(server);
  const { id: workspaceId } = await ada.rpc.workspaces.create.mutate({ name: 'New' });

  const instances = await queries(database).select().from(waInstances).where(eq(waInstances.workspaceId, workspaceId));
  expect(instances).toMatchObject([{ name: 'sandbox', driver: 'sandbox', status: 'connected', phone: '+15550109999' }]);
  const [instance] = instances;
  if (!instance) return;
  const order = [{ to: '15550100000', text: 'Hello' }];
  const [id] = await enqueue(services.whatsapp, database, instance, order);
  await services.whatsapp.sandbox.advance(instance, 2);
  expect((await messageOf(database, id)).status).toBe('read');
});

test('an older workspace gets a sandbox at the next start, once, and not again after it was deleted', async () => {
  const place = await freshDatabase();
  const workspaceId = await seedWorkspace('Old', place.database);
  const read = () => queries(place.database).select().from(waInstances).where(eq(waInstances.workspaceId, workspaceId));
  const restart = async () => {
    const engine = engineOn(place.database);
    await engine.start();
    await engine.stop();
  };
  await restart();
  await restart();
  expect(await read()).toMatchObject([{ name: 'sandbox', status: 'connected' }]);
  await queries(place.database).update(waInstances).set({ deletedAt: new Date() });
  await restart();
  expect((await read()).length).toBe(1);
  await place.close();
});
