import { and, asc, eq } from 'drizzle-orm';

import type { PublicationDeliveryRow, PublicationRow } from '../../server/automation/publications/present';
import { publicationDeliveries, publications } from '../../server/automation/schema/publications';
import { queries } from '../../server/db/database';
import type { startServer } from '../support/app';
import { database } from '../support/app';
import { expecting, restClient } from '../support/client';
import { seedKey, seedWorkspace } from '../support/seed';
import { seedInstance } from '../whatsapp/message-scenes';

type Server = Awaited<ReturnType<typeof startServer>>;
export type PublicationScene = Awaited<ReturnType<ReturnType<typeof publicationScenes>>>;
type InstanceColumns = Parameters<typeof seedInstance>[1];

/** Deliveries wait: the instance is not there. */
const OFFLINE: InstanceColumns = { status: 'reconnecting' };

export const personNo = (number: number): string => `+15552${String(number).padStart(6, '0')}`;
export const people = (count: number): string[] => Array.from({ length: count }, (_, index) => personNo(index));
const HOUR_MS = 3_600_000;
/** Soon enough to be valid, and later than any test runs. */
export const later = (hours = 2): string => new Date(Date.now() + hours * HOUR_MS).toISOString();

/** Makes scenes: each a workspace of its own with an instance that is offline, and a key that may do all. */
export function publicationScenes(server: Pick<Server, 'url'>) {
  return async function scene(columns: InstanceColumns = OFFLINE) {
    const workspaceId = await seedWorkspace('Publications');
    const instanceId = await seedInstance(workspaceId, columns);
    const key = await seedKey(workspaceId);
    const call = restClient(server.url, key.secret);
    const keyOf = async (of: Parameters<typeof seedKey>[1]) =>
      restClient(server.url, (await seedKey(workspaceId, of)).secret);
    const expectStatus = expecting(call);
    const bodyOf = (more: object = {}) => ({
      content: { text: 'Version 2 is out.' },
      targets: [{ channel: 'whatsapp', to: people(3) }],
      ...more,
    });
    return {
      workspaceId,
      instanceId,
      keyId: key.id,
      call,
      keyOf,
      expectStatus,
      bodyOf,
      /** One more instance, on which nothing waits but what is sent there. */
      instance: (more: InstanceColumns = OFFLINE) => seedInstance(workspaceId, more),
      create: (more: object = {}) => expectStatus(202, 'POST', '/publications', bodyOf(more)),
      get: (id: string) => expectStatus(200, 'GET', `/publications/${id}`),
      deliveries: async (id: string) =>
        (await expectStatus(200, 'GET', `/publications/${id}/deliveries?limit=100`)).data,
      webhook: async () =>
        (await expectStatus(201, 'POST', '/webhooks', { url: 'switchboard://inbox', events: ['link.created'] })).id,
      /** Events of the workspace, oldest first. */
      events: async (type: string): Promise<string[]> =>
        (await expectStatus(200, 'GET', `/events?sort=created_at&limit=100&type=${type}`)).data.map(
          (event: { type: string; data: { id: string } }) => `${event.type.split('.').at(-1)} ${event.data.id}`,
        ),
      /** Puts a publication straight into a state, with its deliveries. */
      put: async (id: string, set: Partial<PublicationRow>, deliveries: Partial<PublicationDeliveryRow> = {}) => {
        await queries(database).update(publications).set(set).where(eq(publications.id, id));
        if (Object.keys(deliveries).length === 0) return;
        await queries(database)
          .update(publicationDeliveries)
          .set(deliveries)
          .where(eq(publicationDeliveries.publicationId, id));
      },
      /** Puts one delivery straight into a state. */
      putDelivery: (id: string, set: Partial<PublicationDeliveryRow>) =>
        queries(database).update(publicationDeliveries).set(set).where(eq(publicationDeliveries.id, id)),
      rows: (id: string) =>
        queries(database)
          .select()
          .from(publicationDeliveries)
          .where(and(eq(publicationDeliveries.workspaceId, workspaceId), eq(publicationDeliveries.publicationId, id)))
          .orderBy(asc(publicationDeliveries.id)),
    };
  };
}
