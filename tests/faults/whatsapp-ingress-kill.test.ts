import { afterAll, expect, test } from 'bun:test';

import { engine } from '../../server/db/engine';
import { freshDatabase } from '../support/app';
import { restClient } from '../support/client';
import { type ServerProcess, startProcess, until } from '../support/process';
import { seedKey, seedWorkspace } from '../support/seed';
import { signature } from '../whatsapp/meta-graph/notify';

/** `KILLS=50 bun test tests/faults/whatsapp-ingress-kill.test.ts` for a drill; it prints what it counted. */
const KILLS = Number(Bun.env['KILLS'] ?? (engine === 'sqlite' ? 3 : 2));
const CONNECTIONS = 16;
const NOTIFICATIONS = 60;
const APP_SECRET = 'secret-of-the-app';
const NUMBER = '106540352242922';

const fresh = await freshDatabase();
afterAll(() => fresh.close());

type Call = ReturnType<typeof restClient>;

async function* pagesOf(call: Call, path: string) {
  for (let cursor = ''; ;) {
    const { status, body } = await call(
      'GET',
      `${path}${cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`}`,
    );
    if (status !== 200) throw new Error(`${path}: ${status} ${JSON.stringify(body)}`);
    yield body.data as Record<string, unknown>[];
    if (!body.has_more) return;
    cursor = body.next_cursor;
  }
}

async function rowsOf<Row>(call: Call, path: string): Promise<Row[]> {
  const rows: Row[] = [];
  for await (const page of pagesOf(call, path)) rows.push(...(page as Row[]));
  return rows;
}

/** Meta’s words for some messages from one of a few people. */
const bodyOf = (ids: readonly string[], person: number): string => {
  const messages = ids.map((id) => ({ from: `1650555${1000 + person}`, id, type: 'text', text: { body: id } }));
  const value = { metadata: { phone_number_id: NUMBER }, messages };
  return JSON.stringify({ entry: [{ id: '1', changes: [{ field: 'messages', value }] }] });
};

test(
  `over ${KILLS} kills every message of a notification that was answered is in the log exactly once`,
  async () => {
    const workspaceId = await seedWorkspace('Kill', fresh.database);
    const { secret } = await seedKey(workspaceId, { fullAccess: true }, fresh.database);
    const answered = new Set<string>();
    let [posted, address, path] = [0, '', ''];

    const post = async (server: ServerProcess, ids: string[], person: number): Promise<void> => {
      const body = bodyOf(ids, person);
      const headers = { 'x-hub-signature-256': signature(APP_SECRET, body) };
      const answer = await fetch(`${server.url}${address}`, { method: 'POST', body, headers });
      await answer.text();
      if (answer.status === 200) for (const id of ids) answered.add(id);
    };
    /** Meta until the server is gone; now and then it says something again. */
    const report = (server: ServerProcess) =>
      Promise.all(
        Array.from({ length: CONNECTIONS }, async (_, person) => {
          for (let turn = 0; server.isRunning(); turn += 1) {
            posted += 1;
            const ids = Array.from({ length: 1 + (posted % 3) }, (__, index) => `wamid.${posted}.${index}`);
            // The connection breaks with the server.
            const emitted = await post(server, ids, person)
              .then(
                () => (turn % 5 === 0 ? post(server, ids, person).then(() => true) : true),
                () => false,
              )
              .catch(() => false);
            if (!emitted) return;
          }
        }),
      );

    for (let kill = 0; kill < KILLS; kill += 1) {
      await using server = await startProcess(fresh.url);
      if (kill === 0) {
        const { status, body } = await restClient(server.url, secret)('POST', '/whatsapp/instances', {
          name: 'cloud',
          driver: 'cloud',
          connect: false,
          cloud: { phone_number_id: NUMBER, access_token: 'EAAtoken', app_secret: APP_SECRET },
        });
        expect(status).toBe(201);
        address = new URL(body.cloud.ingress_url).pathname;
        path = `/whatsapp/instances/${body.id}`;
      }
      const before = posted;
      const tellers = report(server);
      // At another moment each time: while some are kept, claimed, applied.
      await until(() => posted - before > NOTIFICATIONS + kill * 17);
      await server.crash();
      await tellers;
    }

    await using server = await startProcess(fresh.url);
    const call = restClient(server.url, secret);
    type Message = { provider_message_id: string };
    type Event = { sequence: number; type: string; data: Message };
    let ids: string[] = [];
    let events: Event[] = [];
    const emitted = () =>
      events.filter(({ type }) => type === 'whatsapp.message.received').map(({ data }) => data.provider_message_id);
    // What was kept without an answer, because the process was killed, comes too.
    await until(
      async () => {
        const messages = await rowsOf<Message>(call, `${path}/messages?limit=100`);
        events = await rowsOf<Event>(call, '/events?sort=created_at&limit=100');
        ids = messages.map((one) => one.provider_message_id);
        const there = new Set(ids);
        return [...answered].every((id) => there.has(id)) && emitted().length === ids.length;
      },
      { everyMs: 300 },
    );
    expect(new Set(ids).size).toBe(ids.length);
    expect(answered.size).toBeGreaterThan(KILLS * NOTIFICATIONS);

    expect(emitted().toSorted()).toEqual(ids.toSorted());
    const sequences = events.map(({ sequence }) => sequence);
    expect(sequences).toEqual(sequences.map((_, index) => (sequences[0] ?? 0) + index));
    if (Bun.env['KILLS'] !== undefined) {
      process.stdout.write(`${posted} notifications, ${answered.size} messages answered, ${ids.length} kept\n`);
    }
  },
  120_000 + KILLS * 10_000,
);
