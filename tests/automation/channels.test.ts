import { afterAll, describe, expect, test } from 'bun:test';

import { sql } from 'drizzle-orm';
import { z } from 'zod';

import { CHANNELS } from '../../server/automation/channels';
import type { Publishable } from '../../server/automation/channels/channel';
import { fromRequest } from '../../server/automation/context';
import type { WorkspaceCall } from '../../server/call-context';
import { queries } from '../../server/db/database';
import { scoped } from '../../server/db/scoped';
import * as schema from '../../server/schema';
import { Capabilities } from '../../shared/automation/channel';
import {
  CHANNEL_SCHEMAS,
  overridesSchema,
  parseChannelTarget,
  targetSchema,
} from '../../shared/automation/channels/channel-schemas';
import { publicationSchemas } from '../../shared/automation/publication-inputs';
import { newId } from '../../shared/ids';
import { contextOf } from '../support/context';
import { seedKey } from '../support/seed';
import { addChannels, automationScenes, startAutomation } from './support';
import { createMemoChannel } from './test-channel';

const server = await startAutomation();
const { services } = server;
const memo = createMemoChannel();
const ALL = [...CHANNELS, memo.channel];
await addChannels(server, [memo.channel]);
const scene = automationScenes(server);
afterAll(() => server.stop());

const publishable: Publishable = {
  publicationId: newId('pub'),
  title: null,
  content: { text: 'Hello', format: 'plain', media: [], link_preview: true },
  overrides: undefined,
  overflow: 'reject',
  metadata: {},
};

async function contextIn(workspaceId: string) {
  const { secret } = await seedKey(workspaceId);
  const request = await contextOf(services, secret);
  return fromRequest({ ...request, workspaceId, db: scoped(services.store, workspaceId) } as WorkspaceCall);
}

/** Rows of every table that a channel might write to. */
async function countRows(): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const [name, table] of Object.entries(schema)) {
    if (!/^(wa[A-Z]|webhook|publication|events$)/.test(name) || typeof table !== 'object') continue;
    const [row] = await queries(services.store)
      .select({ count: sql<number>`count(*)` })
      .from(table as typeof schema.events);
    counts[name] = Number(row?.count);
  }
  return counts;
}

test('each kind exists once, and the contract has the same kinds', () => {
  const kinds = ALL.map(({ schemas }) => schemas.kind);
  expect(new Set(kinds).size).toBe(kinds.length);
  expect(CHANNELS.map(({ schemas }) => schemas)).toEqual([...CHANNEL_SCHEMAS] as never);
});

for (const channel of ALL) {
  const { schemas } = channel;
  describe(`the channel ${schemas.kind}`, () => {
    test('has a target and overrides whose examples pass, and a destination that names a target', () => {
      const example = schemas.target.meta()?.['example'];
      expect(schemas.target.safeParse(example).error).toBeUndefined();
      expect(schemas.target.safeParse({ ...Object(example), unknown: 1 }).success).toBe(false);
      expect(schemas.overrides.safeParse(schemas.overrides.meta()?.['example']).error).toBeUndefined();

      const destination = `${schemas.kind}:${schemas.destination.example}`;
      expect(targetSchema([schemas]).safeParse(destination).error).toBeUndefined();
      const target = parseChannelTarget([schemas], destination);
      expect(schemas.target.safeParse(target).error).toBeUndefined();
      for (const field of Object.values(schemas.target.shape)) expect(field.meta()?.description).toBeString();
    });

    test('is part of the request schema, and listed with its capabilities', async () => {
      const place = await scene();
      const found = await place.expectStatus(200, 'GET', `/channels/${schemas.kind}`);
      expect(Capabilities.safeParse(found.capabilities).error).toBeUndefined();
      expect(found).toMatchObject({ kind: schemas.kind, title: schemas.title });
      expect(found.target_schema).toMatchObject({ type: 'object', properties: { channel: { const: schemas.kind } } });
      const { data } = await place.expectStatus(200, 'GET', '/channels');
      expect(data).toContainEqual(found);

      const { PublicationInput } = publicationSchemas(ALL.map((one) => one.schemas));
      const body = { content: { text: 'Hi' }, targets: [schemas.target.meta()?.['example']] };
      expect(PublicationInput.safeParse(body).error).toBeUndefined();
      const text = JSON.stringify(z.toJSONSchema(PublicationInput, { io: 'input', unrepresentable: 'any' }));
      expect(text).toContain(`"const":"${schemas.kind}"`);
      const overrides = overridesSchema(ALL.map((one) => one.schemas));
      expect(overrides.safeParse({ [schemas.kind]: schemas.overrides.meta()?.['example'] }).error).toBeUndefined();
    });

    test('gives the same result each time, and writes nothing', async () => {
      const place = await scene();
      const instance = await place.instance();
      const webhook = await place.webhook();
      const to = { whatsapp: ['+15557000000'], webhook: [webhook.id] }[schemas.kind] ?? ['board'];
      const container = { whatsapp: instance.id, webhook: webhook.id }[schemas.kind] ?? schemas.kind;
      const ctx = await contextIn(place.workspaceId);
      const ask = async () => [
        await channel.resolve(ctx, { channel: schemas.kind, to }),
        await channel.render(ctx, publishable, container),
        await channel.capabilities(ctx, container),
        await channel.destinations(ctx, { limit: 10, may: () => true }),
      ];
      await place.settle();
      const before = await countRows();
      const first = await ask();
      expect(await ask()).toEqual(first);
      expect(await countRows()).toEqual(before);
      expect(first[0]).toMatchObject([{ ok: true, recipient: { containerId: container } }]);
      expect((first[1] as { parts: unknown[] }).parts).toHaveLength(1);
    });

    test('an unknown recipient is an issue with a pointer', async () => {
      const place = await scene();
      await place.instance();
      const ctx = await contextIn(place.workspaceId);
      const to = { whatsapp: [newId('cnt')], webhook: [newId('whk')] }[schemas.kind] ?? ['unknown'];
      expect(await channel.resolve(ctx, { channel: schemas.kind, to })).toMatchObject([
        { ok: false, issue: { pointer: '/to/0', code: 'related_not_found' }, skip: 'invalid' },
      ]);
    });
  });
}

test('an unknown kind is 404, and the scope is required', async () => {
  const place = await scene();
  expect((await place.call('GET', '/channels/pigeon')).status).toBe(404);
  const without = await place.keyOf({ scopes: ['links:read'] });
  expect((await without('GET', '/channels')).status).toBe(403);
});
