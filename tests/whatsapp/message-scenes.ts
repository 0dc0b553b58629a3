import { eq } from 'drizzle-orm';

import { queries } from '../../server/db/database';
import { waInstances } from '../../server/whatsapp/schema/instances';
import { waMessages } from '../../server/whatsapp/schema/messages';
import { newId } from '../../shared/ids';
import { DEFAULT_SANDBOX } from '../../shared/whatsapp/drivers/sandbox';
import { database, type startServer } from '../support/app';
import { expecting, restClient } from '../support/client';
import { until } from '../support/process';
import { seedKey, seedWorkspace } from '../support/seed';
import { insertInstance, type InstanceColumns } from './insert-instance';

type Server = Awaited<ReturnType<typeof startServer>>;
export type MessageScene = Awaited<ReturnType<ReturnType<typeof messageScenes>>>;

/** Everything happens at once, in its order. */
const AT_ONCE = { ...DEFAULT_SANDBOX, delays_ms: { sent: 0, delivered: 0, read: 0 } };
/** Messages are taken, and wait. */
export const WAITING: InstanceColumns = { status: 'reconnecting' };

/** Three pixels by two. */
export const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAMAAAACCAYAAACddGYaAAAAEklEQVR4nGP4z8DwHwQYYAwAVr0F++GsCgsAAAAASUVORK5CYII=',
  'base64',
);
export const TO = '+15550100000';
export const textTo = (to: string, text = 'Hello') => ({ to, content: { type: 'text', text } });

/** An instance straight in the database. */
export async function seedInstance(workspaceId: string, columns: InstanceColumns = {}): Promise<string> {
  return (await insertInstance(workspaceId, { phone: '+15550109999', sandbox: AT_ONCE, ...columns })).id;
}

/** Makes scenes: each a workspace of its own with an instance, and a key that may do all. */
export function messageScenes(server: Pick<Server, 'url' | 'services'>) {
  const { whatsapp } = server.services;

  return async function scene(columns: InstanceColumns = {}) {
    const workspaceId = await seedWorkspace('Messages');
    const id = await seedInstance(workspaceId, columns);
    const keyOf = async (key: Parameters<typeof seedKey>[1]) =>
      restClient(server.url, (await seedKey(workspaceId, key)).secret);
    const { secret } = await seedKey(workspaceId);
    const call = restClient(server.url, secret);
    const path = `/whatsapp/instances/${id}`;
    const expectStatus = expecting(call);
    const update = (change: InstanceColumns) =>
      queries(database).update(waInstances).set(change).where(eq(waInstances.id, id));
    return {
      workspaceId,
      id,
      path,
      call,
      keyOf,
      expectStatus,
      update,
      /** Sends, and returns the message as it was accepted. */
      send: (body: object = textTo(TO)) => expectStatus(202, 'POST', `${path}/messages`, body),
      message: (messageId: string) => expectStatus(200, 'GET', `${path}/messages/${messageId}`),
      /** Uploads a file; returns its id. */
      upload: async (bytes: Uint8Array<ArrayBuffer>, type: string): Promise<string> => {
        const body = new FormData();
        body.append('file', new Blob([bytes], { type }), 'file');
        const headers = { authorization: `Bearer ${secret}` };
        const answer = await fetch(`${server.url}/api/v1${path}/media`, { method: 'POST', headers, body });
        return ((await answer.json()) as { id: string }).id;
      },
      /** Everything that is due has happened. */
      settle: () => whatsapp.idle(id),
      /** Somebody writes to the instance; returns the message. */
      receive: async (from: string, text: string) => {
        const person = { phone: from.replaceAll(/[^0-9]/g, ''), name: 'Ada' };
        const providerMessageId = `in.${newId('msg')}`;
        await whatsapp.report(id, [
          {
            kind: 'message',
            place: { type: 'direct', person },
            sender: person,
            isEcho: false,
            providerMessageId,
            at: new Date(),
            content: { type: 'text', text },
          },
        ]);
        const { data } = await expectStatus(200, 'GET', `${path}/messages?direction=inbound&limit=1`);
        if (data[0]?.provider_message_id !== providerMessageId) throw new Error('The message did not come in.');
        return data[0];
      },
      rows: () => queries(database).select().from(waMessages).where(eq(waMessages.instanceId, id)),
      /** Events of the workspace of a type, oldest first. */
      events: async (type: string) =>
        (await expectStatus(200, 'GET', `/events?sort=created_at&limit=100&type=${type}`)).data as {
          data: Record<string, unknown>;
        }[],
    };
  };
}

/** When the clock has gone on, so that what is made next is later. */
export const laterThan = (at: string): Promise<void> => until(() => Date.now() > Date.parse(at), { everyMs: 1 });
