import { expect, test } from 'bun:test';

import { eq } from 'drizzle-orm';

import { inboundDedupe, inboundRequests } from '../../server/automation/schema/inbound';
import { publications } from '../../server/automation/schema/publications';
import { queries } from '../../server/db/database';
import { startAutomation } from '../automation/support';
import { freshDatabase } from '../support/app';
import { restClient } from '../support/client';
import { seedKey, seedWorkspace } from '../support/seed';
import { startToBeKilled } from './killed';

/** `KILLS=100 bun test tests/faults/inbound-kill.test.ts` is the same at length, and prints what it counted. */
const KILLS = Number(Bun.env['KILLS'] ?? 2);
/** Requests that a process gets acknowledged before it is killed, at most. */
const REQUESTS = 60;

/** A server that is called from outside by eight senders, and says what it acknowledged, until it is killed. */
const SCRIPT = `
const { writeSync } = await import('node:fs');
const { startAutomation } = await import('./tests/automation/support');
const server = await startAutomation();
const { HOOK, TURN } = Bun.env;
const one = async (sender) => {
  for (let count = 0; ; count += 1) {
    const id = [TURN, sender, count].join('-');
    writeSync(1, 'sent ' + id + '\\n');
    const response = await fetch(server.url + '/api/v1/inbound/' + HOOK, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ id, message: 'Number ' + id }),
    });
    if (response.ok) writeSync(1, 'kept ' + id + ' ' + (await response.json()).id + '\\n');
  }
};
await Promise.all([0, 1, 2, 3, 4, 5, 6, 7].map(one));
`;

async function run(url: string, env: Record<string, string>, count: number): Promise<string[]> {
  const senders = startToBeKilled(SCRIPT, url, env);
  await senders.acknowledged(count, 'kept');
  return senders.kill();
}

test(
  `kill -9 at ${KILLS} random times while requests come in: each 2xx has its publication, each repeat is one`,
  async () => {
    const testDatabase = await freshDatabase();
    const { database } = testDatabase;
    const db = queries(database);
    const workspaceId = await seedWorkspace('Kill', database);
    const { secret } = await seedKey(workspaceId, { fullAccess: true }, database);
    const first = await startAutomation({}, { store: database });
    const call = restClient(first.url, secret);
    const webhook = (await call('POST', '/webhooks', { url: 'switchboard://inbox', events: [] })).body.id;
    const made = (
      await call('POST', '/inbound-endpoints', {
        name: 'Kill',
        mode: 'draft',
        rate_limit_per_minute: 6000,
        dedupe: { key: '{{ body.id }}' },
        mapping: { content: { text: '{{ body.message }}' } },
        targets: [{ channel: 'webhook', to: [webhook] }],
      })
    ).body;
    await first.stop();

    const lines: string[] = [];
    for (let kill = 0; kill < KILLS; kill += 1) {
      const env = { HOOK: `${made.id}/${made.token}`, TURN: String(kill) };
      lines.push(...(await run(testDatabase.url, env, 1 + Math.floor(Math.random() * REQUESTS))));
    }
    const words = lines.map((line) => line.split(' '));
    const sent = words.flatMap(([verb, id = '']) => (verb === 'sent' ? [id] : []));
    const kept = new Map(words.flatMap(([verb, id = '', request = '']) => (verb === 'kept' ? [[id, request]] : [])));

    const server = await startAutomation({}, { store: database });
    const accepted = await db.select().from(inboundRequests).where(eq(inboundRequests.status, 'accepted'));
    const ofRequest = new Map(accepted.map((row) => [row.id, row]));
    const ids = new Set((await db.select({ id: publications.id }).from(publications)).map(({ id }) => id));
    const lost = [...kept].filter(([, request]) => !ofRequest.get(request)?.publicationIds.every((id) => ids.has(id)));
    const withoutOne = accepted.filter(({ publicationIds }) => publicationIds.length !== 1);
    const keys = await db.select().from(inboundDedupe);

    // Every sender that heard nothing sends again, and so do those that did.
    const again: string[] = [];
    for (const id of sent) {
      const response = await fetch(`${server.url}/api/v1/inbound/${made.id}/${made.token}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ id, message: `Number ${id}` }),
      });
      const { duplicate } = (await response.json()) as { duplicate: boolean };
      if (kept.has(id) && !duplicate) again.push(id);
    }
    const texts = (await db.select({ content: publications.content }).from(publications)).map(
      ({ content }) => content.text,
    );
    await server.stop();
    await testDatabase.close();

    expect(lost).toEqual([]);
    expect(withoutOne).toEqual([]);
    expect(keys.length).toBe(accepted.length);
    expect(keys.filter(({ requestId }) => !ofRequest.has(requestId))).toEqual([]);
    expect(again).toEqual([]);
    expect(texts).toHaveLength(sent.length);
    expect(new Set(texts)).toEqual(new Set(sent.map((id) => `Number ${id}`)));
    expect(kept.size).toBeGreaterThan(0);
    if (Bun.env['KILLS'] !== undefined) {
      process.stdout.write(`${sent.length} sent, ${kept.size} acknowledged, ${accepted.length} kept at the kills\n`);
    }
  },
  120_000 + KILLS * 20_000,
);
