import { afterAll, expect, test } from 'bun:test';

import type { DriverMessageEvent } from '../../server/whatsapp/drivers/driver-events';
import { DAY_MS } from '../../shared/durations';
import { newId, timeOfId } from '../../shared/ids';
import { startServer } from '../support/app';
import { messageScenes, TO } from './message-scenes';

const server = await startServer();
afterAll(() => server.stop());
const scene = messageScenes(server);

const imported = (text: string, at: number): DriverMessageEvent => ({
  kind: 'message',
  place: { type: 'direct', person: { phone: TO } },
  sender: { phone: TO },
  isEcho: false,
  isHistory: true,
  providerMessageId: text,
  at: new Date(at),
  content: { type: 'text', text },
});

test('imported messages stand in lists by their own time, and are found by it', async () => {
  const { id, path, receive, expectStatus } = await scene();
  await receive(TO, 'live');
  const monthAgo = Math.floor((Date.now() - 30 * DAY_MS) / 1000) * 1000;
  const texts = ['first', 'second', 'third'];
  await server.services.whatsapp.report(id, [
    imported('later', monthAgo + 1000),
    ...texts.map((text) => imported(text, monthAgo)),
  ]);

  const textsOf = async (query: string): Promise<string[]> => {
    const { data } = await expectStatus(200, 'GET', `${path}/messages?${query}`);
    return data.map(({ content }: { content: { text: string } }) => content.text);
  };
  expect(await textsOf('sort=created_at')).toEqual([...texts, 'later', 'live']);
  expect(await textsOf('sort=-created_at&limit=1')).toEqual(['live']);
  const yesterday = new Date(Date.now() - DAY_MS).toISOString();
  expect(await textsOf(`sort=created_at&created_before=${yesterday}`)).toEqual([...texts, 'later']);
});

test('a message that claims to be of the future does not give later ids its time', async () => {
  const { id, rows } = await scene();
  const before = newId('req');
  await server.services.whatsapp.report(id, [imported('tomorrow', Date.now() + 400 * DAY_MS)]);
  const after = newId('req');
  expect(await rows()).toHaveLength(1);
  expect(after > before).toBe(true);
  expect(Math.abs(timeOfId(after) - Date.now())).toBeLessThan(DAY_MS);
});

test.each([8.64e15, -8.64e15, Number.NaN])(
  'a message of the time %p is stored with one that can be shown',
  async (at) => {
    const { id, path, receive, expectStatus } = await scene();
    await receive(TO, 'live');
    const live = { ...imported('now', at), isHistory: undefined };
    const muted = { kind: 'chat', place: live.place, mutedUntil: new Date(at) } as const;
    await server.services.whatsapp.report(id, [imported('old', at), live, muted]);
    const { data } = await expectStatus(200, 'GET', `${path}/messages`);
    expect(data).toHaveLength(3);
    for (const { id: messageId } of data) await expectStatus(200, 'GET', `${path}/messages/${messageId}`);
    await expectStatus(200, 'GET', `${path}/chats`);
    await expectStatus(200, 'GET', '/events');
  },
);
