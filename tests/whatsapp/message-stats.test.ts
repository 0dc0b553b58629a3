import { afterAll, describe, expect, test } from 'bun:test';

import { queries } from '../../server/db/database';
import { countPoints } from '../../server/whatsapp/messages/stats';
import { waMessages } from '../../server/whatsapp/schema/messages';
import { DAY_MS, HOUR_MS } from '../../shared/durations';
import { idAt, newId } from '../../shared/ids';
import type { MessageStatus } from '../../shared/whatsapp/message';
import { database, startServer } from '../support/app';
import { memberOf, refusalOf } from '../support/people';
import { messageScenes, TO } from './message-scenes';

const server = await startServer();
afterAll(() => server.stop());
const scene = messageScenes(server);

const startOf = (time: number, unit: number) => Math.floor(time / unit) * unit;
/** `newId` never goes back in time. */
const idOf = (time: number) => idAt('msg', time).slice(0, 14) + newId('msg').slice(14);
const NONE = { sent: 0, delivered: 0, read: 0, failed: 0, received: 0 };

/** An instance with messages of chosen times. */
async function history() {
  const at = await scene();
  await at.receive(TO, 'Hi');
  const [first] = await at.rows();
  if (first === undefined) throw new Error('The message is stored.');
  const member = await memberOf(server, at.workspaceId, 'viewer');
  return {
    ...at,
    rpc: member.rpc,
    add: async (time: number, status: MessageStatus, count = 1) => {
      const createdAt = new Date(time);
      const direction = status === 'received' ? ('inbound' as const) : ('outbound' as const);
      const copies = Array.from({ length: count }, () => {
        const id = idOf(time);
        return { ...first, id, providerMessageId: id, direction, status, createdAt };
      });
      for (let from = 0; from < copies.length; from += 100)
        await queries(database)
          .insert(waMessages)
          .values(copies.slice(from, from + 100));
    },
  };
}

describe('the messages of an instance over time', () => {
  test('are counted by the hour and by the day, each once by its latest status', async () => {
    const { id: instance_id, rpc, add } = await history();
    const noon = startOf(Date.now(), DAY_MS) - 3 * DAY_MS + 12 * HOUR_MS;
    await add(noon, 'sent', 2);
    await add(noon + HOUR_MS - 1, 'delivered', 3);
    await add(noon + HOUR_MS, 'read');
    await add(noon + HOUR_MS, 'played');
    await add(noon - DAY_MS, 'failed', 4);
    await add(noon - DAY_MS, 'received', 5);
    for (const status of ['scheduled', 'queued', 'canceled'] as const) await add(noon, status);
    await add(noon - 20 * DAY_MS, 'sent');

    const stats = async (granularity: 'hour' | 'day') => {
      const from = new Date(noon - 10 * DAY_MS).toISOString();
      const { data, ...rest } = await rpc.whatsapp.messages.get_stats.query({ instance_id, from, granularity });
      // The first message has just come.
      expect(data.at(-1)).toMatchObject({ ...NONE, received: 1 });
      return { ...rest, data: data.slice(0, -1) };
    };
    const time = (ms: number) => new Date(ms).toISOString();
    const from = time(noon - 10 * DAY_MS);
    expect(await stats('hour')).toEqual({
      from,
      counted_from: from,
      data: [
        { ...NONE, starts_at: time(noon - DAY_MS), failed: 4, received: 5 },
        { ...NONE, starts_at: time(noon), sent: 2, delivered: 3 },
        { ...NONE, starts_at: time(noon + HOUR_MS), read: 2 },
      ],
    });
    const midnight = noon - 12 * HOUR_MS;
    expect(await stats('day')).toEqual({
      from: time(midnight - 10 * DAY_MS),
      counted_from: time(midnight - 10 * DAY_MS),
      data: [
        { ...NONE, starts_at: time(midnight - DAY_MS), failed: 4, received: 5 },
        { ...NONE, starts_at: time(midnight), sent: 2, delivered: 3, read: 2 },
      ],
    });
  });

  test('are counted from the first hour of 1970, which begins earlier in some zones', async () => {
    const { id: instance_id, rpc } = await history();
    for (const from of ['1970-01-01T00:00:00Z', '1970-01-01T00:00:00+14:00']) {
      const { data } = await rpc.whatsapp.messages.get_stats.query({ instance_id, from, granularity: 'hour' });
      expect(data).toMatchObject([{ received: 1 }]);
    }
  });

  test('are all counted where one statement does not reach', async () => {
    const { id: instance_id, rpc, add } = await history();
    const hour = startOf(Date.now(), HOUR_MS) - 5 * HOUR_MS;
    await add(hour, 'read', 5);
    await add(hour + HOUR_MS, 'sent', 2050);
    const from = new Date(hour).toISOString();
    const { data } = await rpc.whatsapp.messages.get_stats.query({ instance_id, from, granularity: 'hour' });
    expect(data.slice(0, 2)).toMatchObject([{ read: 5 }, { sent: 2050 }]);
  });

  test('are counted up to a limit, newest first, and a part of a point is no point', async () => {
    const { id: instanceId, workspaceId, add } = await history();
    const hour = startOf(Date.now(), HOUR_MS) - 5 * HOUR_MS;
    for (const index of [0, 1, 2]) await add(hour + index * HOUR_MS, 'sent', 3);
    const period = { workspaceId, instanceId, from: hour, to: hour + 3 * HOUR_MS, unit: HOUR_MS };
    const counted = async (max: number) => {
      const { counted_from, data } = await countPoints(database, period, { max, slice: 2 });
      return [(Date.parse(counted_from) - hour) / HOUR_MS, data.map(({ sent }) => sent)];
    };
    expect(await counted(4)).toEqual([2, [3]]);
    expect(await counted(8)).toEqual([1, [3, 3]]);
    expect(await counted(10)).toEqual([0, [3, 3, 3]]);
  });

  test('let other work run between the statements that count them', async () => {
    const { id: instanceId, workspaceId, add } = await history();
    const hour = startOf(Date.now(), HOUR_MS) - 5 * HOUR_MS;
    await add(hour, 'sent', 9);
    const period = { workspaceId, instanceId, from: hour, to: hour + HOUR_MS, unit: HOUR_MS };
    let turns = 0;
    const counting = countPoints(database, period, { slice: 2 }).finally(() => clearImmediate(next));
    let next = setImmediate(function turn() {
      turns += 1;
      next = setImmediate(turn);
    });
    expect((await counting).data).toMatchObject([{ sent: 9 }]);
    expect(turns).toBeGreaterThanOrEqual(4);
  });

  test('belong to their instance and workspace alone', async () => {
    const mine = await history();
    const theirs = await history();
    const at = { from: new Date(Date.now() - DAY_MS).toISOString(), granularity: 'day' } as const;
    const call = theirs.rpc.whatsapp.messages.get_stats.query({ instance_id: mine.id, ...at });
    expect(await refusalOf(call)).toMatchObject({ status: 404, code: 'not_found' });

    const period = { workspaceId: theirs.workspaceId, instanceId: mine.id, unit: DAY_MS };
    const span = { from: Date.now() - DAY_MS, to: Date.now() + DAY_MS };
    expect((await countPoints(database, { ...period, ...span })).data).toEqual([]);
  });

  test('need a period', async () => {
    const { id: instance_id, rpc } = await history();
    const call = rpc.whatsapp.messages.get_stats.query({ instance_id, granularity: 'hour', from: 'yesterday' });
    expect(await refusalOf(call)).toMatchObject({ status: 400, code: 'validation_failed' });
  });
});
