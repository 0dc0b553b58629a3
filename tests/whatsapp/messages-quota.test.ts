import { afterAll, expect, test } from 'bun:test';

import { eq, getTableColumns } from 'drizzle-orm';

import { queries } from '../../server/db/database';
import { scoped } from '../../server/db/scoped';
import { reserveInQueue } from '../../server/whatsapp/messages/queue-quota';
import { waBatches, waInstances } from '../../server/whatsapp/schema/instances';
import { waMessages } from '../../server/whatsapp/schema/messages';
import { SEND_LIMITS } from '../../shared/whatsapp/message-inputs';
import { database, startServer } from '../support/app';
import { runStatements } from '../support/statements';
import { messageScenes, seedInstance, textTo, TO, WAITING } from './message-scenes';

const server = await startServer();
afterAll(() => server.stop());
const scene = messageScenes(server);

test('the queue of an instance has a limit', async () => {
  const { send, id, workspaceId } = await scene(WAITING);
  for (let count = 0; count < 3; count += 1) await send();
  const other = await seedInstance(workspaceId, WAITING);
  const tx = scoped(database, workspaceId);
  const roomIn = async (instanceId: string, most: number) => {
    const [instance] = await tx.select(waInstances, { where: eq(waInstances.id, instanceId) });
    if (!instance) throw new Error('The instance is there.');
    return reserveInQueue({ tx, instance }, 1, most);
  };
  await roomIn(id, 4);
  const full = { code: 'rate_limited', details: { headers: { 'Retry-After': '10' } } };
  expect(await roomIn(id, 3).catch((error: unknown) => error)).toMatchObject(full);
  await roomIn(other, 1);
});

test('recipients of batches count before their messages are written', async () => {
  const { call, path, send } = await scene(WAITING);
  const recipients = Array.from({ length: 1000 }, (_, index) => ({ to: `+1555${String(index).padStart(7, '0')}` }));
  const order = { content: { type: 'text', text: 'Hello' }, recipients };
  const count = SEND_LIMITS.queued / recipients.length + 10;
  const answers = await Promise.all(Array.from({ length: count }, () => call('POST', `${path}/batches`, order)));
  expect(answers.filter(({ status }) => status === 202).length * recipients.length).toBe(SEND_LIMITS.queued);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(10);
  expect(await send().catch(({ message }: Error) => message)).toContain('429');
  await queries(database).delete(waBatches);
});

test('a send to a full queue is refused, and stores nothing', async () => {
  const { workspaceId, call, send } = await scene(WAITING);
  const full = await seedInstance(workspaceId, WAITING);
  const { id } = await send();
  const changed: Record<string, string> = { id: 'm.id || n', instance_id: `'${full}'`, search: "''" };
  const columns = Object.values(getTableColumns(waMessages)).map(({ name }) => name);
  await runStatements(
    database.url,
    `insert into wa_messages (${columns.map((name) => `"${name}"`).join(', ')})
     with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${SEND_LIMITS.queued})
     select ${columns.map((name) => changed[name] ?? `m."${name}"`).join(', ')}
     from wa_messages m, numbers where m.id = '${id}'`,
  );
  const path = `/whatsapp/instances/${full}/messages`;
  const answer = await call('POST', path, textTo(TO));
  expect([answer.status, answer.body.code, answer.headers.get('retry-after')]).toEqual([429, 'rate_limited', '10']);

  const ofInstance = eq(waMessages.instanceId, full);
  expect(await queries(database).$count(waMessages, ofInstance)).toBe(SEND_LIMITS.queued);
  await queries(database).delete(waMessages).where(ofInstance);
  expect((await call('POST', path, textTo(TO))).status).toBe(202);
});
