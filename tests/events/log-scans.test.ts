import { afterAll, beforeAll, describe, expect, test } from 'bun:test';

import { queries, runStatement, timeValue } from '../../server/db/database';
import { SEQUENCES_PER_SCAN as NUMBERS } from '../../server/events/log/scan';
import { workspaceCounter } from '../../server/events/schema';
import { ROWS_PER_SCAN } from '../../server/webhooks/deliveries/scan-deliveries';
import { DELIVERY_STATE } from '../../server/webhooks/schema';
import { newId } from '../../shared/ids';
import { restClient } from '../support/client';
import { seedKey } from '../support/seed';
import { startDelivery } from '../webhooks/dispatcher/support';

const server = await startDelivery();
afterAll(() => server[Symbol.asyncDispose]());
const { services, workspaceId, testDatabase } = server;
const { store } = services;

/** More than two slices of each log. */
const EVENTS = NUMBERS * 2 + 500;
const RARE = [7, NUMBERS + 3, EVENTS - 2];
const started = Date.now() - EVENTS * 1000;
const timeOf = (sequence: number): number => started + sequence * 1000;
const requestId = newId('req');
const objectId = newId('key');

const call = restClient(server.url, (await seedKey(workspaceId, {}, testDatabase.database)).secret);
const hooks = [
  await server.webhook('https://one.example.com/', { events: ['api_key.*'], status: 'paused' }),
  await server.webhook('https://two.example.com/', { events: ['api_key.*'], status: 'paused' }),
];

beforeAll(async () => {
  for (let from = 1; from <= EVENTS; from += 500) {
    await store.transaction(async (tx) => {
      for (let sequence = from; sequence < Math.min(from + 500, EVENTS + 1); sequence += 1) await insert(tx, sequence);
    });
  }
  await queries(store)
    .insert(workspaceCounter)
    .values({ workspaceId, lastSequence: EVENTS })
    .onConflictDoUpdate({ target: workspaceCounter.workspaceId, set: { lastSequence: EVENTS } });
});

/** An event, and a delivery to one of the two webhooks, two in turn each. */
async function insert(tx: typeof store, sequence: number): Promise<void> {
  const isRare = RARE.includes(sequence);
  const [id, at] = [newId('evt'), timeValue(timeOf(sequence))];
  const type = isRare ? 'api_key.revoked' : 'api_key.created';
  const data = { id: isRare ? objectId : newId('key') };
  await runStatement(
    tx,
    `insert into events (id, workspace_id, sequence, type, body, request_id, created_at)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [id, workspaceId, sequence, type, JSON.stringify({ id, type, sequence, data }), isRare ? requestId : null, at],
  );
  await runStatement(
    tx,
    `insert into webhook_deliveries (id, workspace_id, webhook_no, event_sequence, event_id, event_type, state, trigger,
       next_at, created_at) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9)`,
    [
      newId('dlv'),
      workspaceId,
      hooks[Math.floor(sequence / 2) % 2]?.no ?? 0,
      sequence,
      id,
      type,
      isRare ? DELIVERY_STATE.exhausted : DELIVERY_STATE.succeeded,
      isRare ? 'replay' : 'event',
      at,
    ],
  );
}

/** The numbers of all pages of a list, and how often a statement of the log was run. */
async function read(path: string, limit: number, table: string) {
  let statements = 0;
  testDatabase.database.observe((text) => {
    if (text.startsWith('select') && text.includes(`from "${table}"`) && text.includes('order by')) statements += 1;
  });
  const sequences: number[] = [];
  try {
    for (let cursor = ''; ;) {
      const { status, body } = await call('GET', `${path}&limit=${limit}${cursor}`);
      if (status !== 200) throw new Error(JSON.stringify(body));
      sequences.push(...body.data.map(({ sequence }: { sequence: number }) => sequence));
      if (!body.has_more) return { sequences, statements };
      cursor = `&cursor=${body.next_cursor}`;
    }
  } finally {
    testDatabase.database.observe(undefined);
  }
}

const newestFirst = RARE.toReversed();

describe('what is rare in a long log of events', () => {
  test.each([
    ['type', 'type=api_key.revoked'],
    ['object', `object_id=${objectId}`],
    ['time', `created_after=${new Date(timeOf(1)).toISOString()}&type=api_key.revoked`],
    ['webhook', () => `webhook_id=${hooks[0]?.id}&type=api_key.revoked`],
  ])('is found by its %s slice by slice, on one page and on many', async (_, query) => {
    const filter = typeof query === 'string' ? query : query();
    const whole = await read(`/events?${filter}`, 25, 'events');
    expect(whole.sequences).toEqual(newestFirst);
    // Each covers no more than a slice.
    expect(whole.statements).toBeGreaterThanOrEqual(Math.ceil(EVENTS / NUMBERS));
    expect((await read(`/events?${filter}`, 1, 'events')).sequences).toEqual(newestFirst);
    expect((await read(`/events?${filter}&sort=created_at`, 2, 'events')).sequences).toEqual(RARE);
  });

  test('is found by its request at once', async () => {
    const { sequences, statements } = await read(`/events?request_id=${requestId}`, 25, 'events');
    expect([sequences, statements]).toEqual([newestFirst, 1]);
    expect((await read(`/events?request_id=${requestId}`, 1, 'events')).sequences).toEqual(newestFirst);
  });

  test('is read from a number on, and before a time', async () => {
    const { sequences } = await read(`/events?type=api_key.revoked&after_sequence=${RARE[0]}`, 1, 'events');
    expect(sequences).toEqual(RARE.slice(1));
    const before = new Date(timeOf(RARE[1] ?? 0)).toISOString();
    expect((await read(`/events?type=api_key.revoked&created_before=${before}`, 5, 'events')).sequences).toEqual([7]);
    const all = await read(`/events?created_before=${new Date(timeOf(101)).toISOString()}`, 30, 'events');
    expect(all.sequences).toEqual(Array.from({ length: 100 }, (_, index) => 100 - index));
  });
});

describe('what is rare in a long log of deliveries', () => {
  test.each([
    ['trigger', 'trigger=replay'],
    ['type', 'event_type=api_key.revoked'],
    ['state among others', 'status=exhausted,canceled'],
  ])('is found by its %s slice by slice, over all webhooks', async (_, filter) => {
    const whole = await read(`/webhook-deliveries?${filter}`, 25, 'webhook_deliveries');
    expect(whole.sequences).toEqual(newestFirst);
    expect(whole.statements).toBeGreaterThanOrEqual(2 * Math.ceil(EVENTS / 2 / ROWS_PER_SCAN));
    expect((await read(`/webhook-deliveries?${filter}`, 1, 'webhook_deliveries')).sequences).toEqual(newestFirst);
  });

  test('is found at once as dead letters, which have an index', async () => {
    const { sequences, statements } = await read('/webhook-deliveries?status=exhausted', 25, 'webhook_deliveries');
    expect([sequences, statements]).toEqual([newestFirst, 2]);
  });

  test('is whole where two slices meet', async () => {
    const before = new Date(timeOf(551)).toISOString();
    const { sequences } = await read(`/webhook-deliveries?created_before=${before}`, 100, 'webhook_deliveries');
    expect(sequences).toEqual(Array.from({ length: 550 }, (_, index) => 550 - index));
  });

  test('does not keep the list from being read to its end, newest first', async () => {
    const { sequences } = await read('/webhook-deliveries?trigger=event,replay', 100, 'webhook_deliveries');
    expect(sequences).toEqual(Array.from({ length: EVENTS }, (_, index) => EVENTS - index));
  });
});

test('too many pairs of a mebibyte are refused by one complaint', async () => {
  const pairs = Object.fromEntries(Array.from({ length: 60_000 }, (_, index) => [`a${index}`, '\n']));
  for (const name of ['headers', 'metadata']) {
    const { status, body } = await call('POST', '/webhooks', {
      url: 'https://a.example.com',
      events: [],
      [name]: pairs,
    });
    expect([status, body.errors.map(({ pointer }: { pointer: string }) => pointer)]).toEqual([400, [`/${name}`]]);
  }
});
