import { expect, test } from 'bun:test';

import type { AppliedDriverEvent } from '../../server/whatsapp/apply/apply';
import type { Person } from '../../server/whatsapp/drivers/driver-events';
import { seedInstance, type SeededInstance, seedSent, textFrom } from './driver-events';
import { drawnSeed, ORDERS, seeded, shuffled } from './seeded';

const PEOPLE = 100;
const INSTANCES = Math.ceil(ORDERS / PEOPLE);
const AT_ONCE = 8;

const addressesOf = (person: number) => {
  const phone: Person = { phone: `1555${String(1_000_000 + person)}` };
  const lid: Person = { lid: `${9_000_000 + person}@lid` };
  return { phone, lid, both: { ...phone, ...lid } };
};

/** Two messages, one of them redelivered under any address, and the word that the addresses are one person’s. */
function wordsOf(person: number, random: () => number): AppliedDriverEvent[] {
  const { phone, lid, both } = addressesOf(person);
  const first = textFrom(phone, 'by phone', { providerMessageId: `wamid.${person}.1` });
  const second = textFrom(lid, 'by LID', { providerMessageId: `wamid.${person}.2` });
  const sender = random() < 0.5 ? phone : lid;
  const again = { ...first, place: { type: 'direct', person: sender } as const, sender };
  return [first, second, again, { kind: 'contact', person: both }];
}

/** Runs all of it, several at a time. */
async function atOnce<T>(items: readonly T[], run: (item: T) => Promise<unknown>): Promise<void> {
  const queue = [...items];
  const workers = Array.from({ length: AT_ONCE }, async () => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) await run(next);
  });
  await Promise.all(workers);
}

async function checked(instance: SeededInstance, people: number): Promise<void> {
  const contacts = await instance.contacts();
  const chats = await instance.chats();
  const messages = await instance.messages();
  const living = contacts.filter(({ mergedIntoId }) => mergedIntoId === null);
  expect(living).toHaveLength(people);
  expect(chats).toHaveLength(people);
  expect(messages).toHaveLength(2 * people);

  for (const contact of contacts.filter(({ mergedIntoId }) => mergedIntoId !== null)) {
    expect(living.some(({ id }) => id === contact.mergedIntoId && id < contact.id)).toBe(true);
  }
  for (const contact of living) {
    expect(contact.phone !== null && contact.lid !== null).toBe(true);
    const own = messages.filter(({ contactId }) => contactId === contact.id);
    const [chat, ...others] = chats.filter(({ contactId }) => contactId === contact.id);
    expect(others).toEqual([]);
    const ids = own.map(({ providerMessageId }) => providerMessageId?.slice(-1) ?? '');
    expect(new Set(ids)).toEqual(new Set(['1', '2']));
    expect(own).toHaveLength(2);
    expect(own.every((row) => row.chatId === chat?.id && row.senderKey === contact.id)).toBe(true);
    expect(chat).toMatchObject({ unreadCount: 2, lastMessageId: own.at(-1)?.id });
  }
  const sequences = (await instance.events()).map(({ sequence }) => sequence);
  expect(sequences).toEqual(sequences.map((_, index) => index + 1));
}

test(`contacts that prove to be one while their messages arrive end as one, in ${INSTANCES * PEOPLE} orders`, async () => {
  const random = seeded(drawnSeed());
  const runs = Array.from({ length: INSTANCES }, async () => {
    const words = Array.from({ length: PEOPLE }, (_, person) => wordsOf(person, random)).flat();
    const order = shuffled(words, random);
    const instance = await seedInstance();
    await atOnce(order, (driverEvent) => instance.report(driverEvent));
    await checked(instance, PEOPLE);
  });
  await Promise.all(runs);
}, 300_000);

test('statuses of one message that arrive at once are all applied', async () => {
  const random = seeded(drawnSeed());
  const instance = await seedInstance();
  const { phone, both } = addressesOf(0);
  await instance.report(textFrom(phone, 'Hi'));
  const [chat] = await instance.chats();
  const place = { chatId: chat?.id ?? '', contactId: chat?.contactId ?? null };
  const at = new Date(0);
  for (let run = 0; run < 40; run += 1) {
    const row = await seedSent(instance, place);
    const providerMessageId = `wamid.${row.id}`;
    const statuses = (['sent', 'delivered', 'read'] as const).map(
      (status) => ({ kind: 'status', providerMessageId, status, at, recipient: both }) as const,
    );
    const words: AppliedDriverEvent[] = [
      ...statuses,
      ...statuses,
      { kind: 'status', messageId: row.id, providerMessageId, status: 'sent', at },
      { kind: 'reaction', providerMessageId, by: phone, isOurs: false, at, emoji: '👍' },
      { kind: 'edit', providerMessageId, by: {}, isOurs: true, at, text: 'Changed' },
    ];
    await atOnce(shuffled(words, random), (driverEvent) => instance.report(driverEvent));
    const after = (await instance.messages()).find(({ id }) => id === row.id);
    expect(after).toMatchObject({ status: 'read', content: { text: 'Changed' } });
    expect(after?.reactions.map(({ emoji }) => emoji)).toEqual(['👍']);
    const told = after?.statusHistory.map(({ status }) => status).toSorted();
    expect(told).toEqual(['delivered', 'read', 'sending', 'sent']);
  }
});
