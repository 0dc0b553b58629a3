import { expect, setSystemTime, test } from 'bun:test';

import type { Place } from '../../server/whatsapp/drivers/driver-events';
import { presentMessages } from '../../server/whatsapp/present/messages';
import { seedInstance, type SeededInstance, seedSent, textFrom, workContext } from './driver-events';

const ADA = { phone: '15550100001', name: 'Ada' };
const EVE = { phone: '15550100666', name: 'Eve' };
const GROUP = { type: 'group', providerGroupId: '1203@g.us' } as const;
const START = Date.UTC(2026, 10, 21, 9, 30);
const at = (seconds: number) => new Date(START + seconds * 1000);

const word = (providerMessageId: string, by: typeof ADA, seconds: number, place?: Place) => ({
  providerMessageId,
  by,
  isOurs: false,
  at: at(seconds),
  ...(place ? { place } : {}),
});

async function received(instance: SeededInstance, text = 'Hi') {
  const driverEvent = textFrom(ADA, text);
  await instance.report(driverEvent);
  return driverEvent.providerMessageId;
}

async function shown(instance: SeededInstance) {
  const [message] = await presentMessages(workContext, instance.db, await instance.messages());
  return message;
}

test('a person has one reaction; once removed it stays removed, whatever is redelivered', async () => {
  const instance = await seedInstance();
  const id = await received(instance);
  const like = { kind: 'reaction', emoji: '👍', ...word(id, ADA, 1) } as const;
  const love = { kind: 'reaction', emoji: '❤️', ...word(id, ADA, 2) } as const;
  const gone = { kind: 'reaction', emoji: null, ...word(id, ADA, 3) } as const;
  await instance.report(like, like, love, like);
  expect((await shown(instance))?.reactions).toMatchObject([{ emoji: '❤️', party: { name: 'Ada' } }]);
  await instance.report(gone, love, gone);
  expect((await shown(instance))?.reactions).toEqual([]);
  const told = await instance.events('whatsapp.message.reacted');
  expect(told.map(({ data }) => (data['reaction'] as { emoji: unknown }).emoji)).toEqual(['👍', '❤️', null]);
});

test('a reaction to an unknown message emits an event at once, and is added to the message when it arrives', async () => {
  const instance = await seedInstance();
  const driverEvent = textFrom(ADA, 'Late');
  const reaction = { kind: 'reaction', emoji: '👍', ...word(driverEvent.providerMessageId, ADA, 1) } as const;
  await instance.report(reaction, reaction);
  expect((await instance.events('whatsapp.message.reacted')).map(({ data }) => data)).toMatchObject([
    { provider_message_id: driverEvent.providerMessageId, reaction: { emoji: '👍' } },
  ]);
  await instance.report(driverEvent);
  expect((await shown(instance))?.reactions).toMatchObject([{ emoji: '👍' }]);
  expect(await instance.events('whatsapp.message.reacted')).toHaveLength(1);
});

test('our own reaction is stored as ours', async () => {
  const instance = await seedInstance();
  const id = await received(instance);
  await instance.report({ kind: 'reaction', emoji: '🎉', ...word(id, ADA, 1), isOurs: true });
  expect((await shown(instance))?.reactions).toMatchObject([
    { emoji: '🎉', party: { contact_id: null, phone: '+15550109999' } },
  ]);
});

test('an edit keeps the last ten earlier versions, and is applied once', async () => {
  const instance = await seedInstance();
  const id = await received(instance, 'text 0');
  const edits = Array.from({ length: 12 }, (_, index) => index + 1).map(
    (number) => ({ kind: 'edit', text: `text ${number}`, ...word(id, ADA, number) }) as const,
  );
  await instance.report(...edits.flatMap((edit) => [edit, edit]));
  const message = await shown(instance);
  expect(message?.content).toEqual({ type: 'text', text: 'text 12' });
  expect(message?.edits.map(({ text }) => text)).toEqual(Array.from({ length: 10 }, (_, index) => `text ${index + 2}`));
  expect(message?.edited_at).toBe(at(12).toISOString());
  expect(await instance.events('whatsapp.message.edited')).toHaveLength(12);
  const [first] = await instance.events('whatsapp.message.edited');
  expect(first?.data).toMatchObject({ previous: { content: { type: 'text', text: 'text 0' }, edited_at: null } });
});

test('an older edit that comes late changes nothing', async () => {
  const instance = await seedInstance();
  const id = await received(instance, 'first');
  const [older, newer] = [2, 3].map(
    (number) => ({ kind: 'edit', text: `${number}`, ...word(id, ADA, number) }) as const,
  );
  if (older && newer) await instance.report(newer, older);
  expect((await shown(instance))?.content).toEqual({ type: 'text', text: '3' });
});

test('two edits of the same second keep their order, even when the first is redelivered', async () => {
  const instance = await seedInstance();
  const id = await received(instance, 'first');
  const [one, two] = ['one', 'two'].map((text) => ({ kind: 'edit', text, ...word(id, ADA, 1) }) as const);
  if (one && two) await instance.report(one, two, one);
  expect((await shown(instance))?.content).toEqual({ type: 'text', text: 'two' });
});

test('only the author edits or deletes a message', async () => {
  for (const place of [undefined, GROUP]) {
    const instance = await seedInstance();
    const driverEvent = textFrom(ADA, 'mine', place ? { place } : {});
    const id = driverEvent.providerMessageId;
    const edit = { kind: 'edit', text: 'hers', ...word(id, EVE, 1, place) } as const;
    await instance.report(driverEvent, edit, { kind: 'revoke', ...word(id, EVE, 1, place) });
    expect(await shown(instance)).toMatchObject({ content: { text: 'mine' }, deleted_at: null });
    expect(await instance.events('whatsapp.message.deleted')).toEqual([]);
  }
});

test('a deletion marks the message once, and no edit follows it', async () => {
  const instance = await seedInstance();
  const id = await received(instance, 'secret');
  const revoke = { kind: 'revoke', ...word(id, ADA, 1) } as const;
  await instance.report(revoke, revoke, { kind: 'edit', text: 'more', ...word(id, ADA, 2) });
  expect(await shown(instance)).toMatchObject({ content: { text: 'secret' }, deleted_at: at(1).toISOString() });
  const told = await instance.events('whatsapp.message.deleted');
  expect(told.map(({ data }) => data['previous'])).toEqual([{ deleted_at: null }]);
});

test('an edit and a deletion that arrive before the message are applied when it arrives', async () => {
  const instance = await seedInstance();
  const driverEvent = textFrom(ADA, 'before');
  const id = driverEvent.providerMessageId;
  await instance.report(
    { kind: 'edit', text: 'after', ...word(id, ADA, 1) },
    { kind: 'revoke', ...word(id, ADA, 2) },
    driverEvent,
  );
  expect(await shown(instance)).toMatchObject({ content: { text: 'after' }, deleted_at: at(2).toISOString() });
  const types = (await instance.events()).map(({ type }) => type).filter((type) => type.startsWith('whatsapp.message'));
  expect(types).toEqual(['whatsapp.message.received', 'whatsapp.message.edited', 'whatsapp.message.deleted']);
});

test('edits that arrive before the message, within one millisecond, are applied in order', async () => {
  const instance = await seedInstance();
  const driverEvent = textFrom(ADA, 'text 0');
  const edits = Array.from({ length: 8 }, (_, index) => index + 1).map(
    (number) =>
      ({ kind: 'edit', text: `text ${number}`, ...word(driverEvent.providerMessageId, ADA, number) }) as const,
  );
  setSystemTime(START);
  try {
    await instance.report(...edits);
  } finally {
    setSystemTime();
  }
  await instance.report(driverEvent);
  const message = await shown(instance);
  expect(message?.content).toEqual({ type: 'text', text: 'text 8' });
  expect(message?.edits.map(({ text }) => text)).toEqual(edits.map((_, index) => `text ${index}`));
});

test('an admin of a group can delete messages of others, a member cannot', async () => {
  const instance = await seedInstance();
  const driverEvent = textFrom(ADA, 'spam', { place: GROUP });
  await instance.report(driverEvent);
  const revoke = { kind: 'revoke', ...word(driverEvent.providerMessageId, EVE, 1, GROUP) } as const;
  const group = { kind: 'group', providerGroupId: GROUP.providerGroupId, at: at(0) } as const;
  await instance.report({ ...group, change: { action: 'added', people: [ADA, EVE] } }, revoke);
  expect((await shown(instance))?.deleted_at).toBeNull();
  await instance.report({ ...group, change: { action: 'promoted', people: [EVE] } }, revoke);
  expect((await shown(instance))?.deleted_at).toBe(at(1).toISOString());
});

test('a vote emits one event', async () => {
  const instance = await seedInstance();
  await received(instance);
  const [chat] = await instance.chats();
  const place = { chatId: chat?.id ?? '', contactId: chat?.contactId ?? null };
  const content = { type: 'poll', question: 'When?', options: ['Monday', 'Tuesday'] } as const;
  const poll = await seedSent(instance, place, {
    type: 'poll',
    content: { ...content, options: [...content.options] },
  });
  const vote = { kind: 'poll_vote' as const, options: ['Monday'], ...word('wamid.poll', ADA, 1) };
  await instance.report(vote);
  await instance.report({
    kind: 'status',
    messageId: poll.id,
    providerMessageId: 'wamid.poll',
    status: 'sent',
    at: at(0),
  });
  await instance.report(vote, vote, { ...vote, options: [], at: at(2) });
  const told = await instance.events('whatsapp.message.poll_voted');
  expect(told.map(({ data }) => data['vote'])).toMatchObject([
    { party: { name: 'Ada' }, options: ['Monday'] },
    { party: { name: 'Ada' }, options: [] },
  ]);
  expect(told[0]?.data).toMatchObject({ id: poll.id });
});

test('in a group the first receipt changes the status of the message, and each participant emits one event', async () => {
  const instance = await seedInstance();
  await instance.report(textFrom(ADA, 'Hi', { place: GROUP }));
  const [chat] = await instance.chats();
  const row = await seedSent(instance, { chatId: chat?.id ?? '', groupId: chat?.groupId ?? null });
  const receipt = (status: 'sent' | 'delivered' | 'read', seconds: number, participant?: typeof ADA) =>
    ({ kind: 'status', messageId: row.id, status, at: at(seconds), participant }) as const;
  const order = [
    receipt('sent', 0),
    receipt('delivered', 1, ADA),
    receipt('delivered', 1, ADA),
    receipt('delivered', 2, EVE),
    receipt('read', 3, EVE),
    receipt('read', 4, ADA),
  ];
  await instance.report(...order);
  const found = (await instance.messages()).find(({ id }) => id === row.id);
  expect(found?.statusHistory.map(({ status }) => status)).toEqual(['sending', 'sent', 'delivered', 'read']);
  expect(found).toMatchObject({ status: 'read', deliveredAt: at(1), readAt: at(3) });
  const [delivered] = await instance.events('whatsapp.message.delivered');
  expect(delivered?.data).toMatchObject({ participant: { name: 'Ada' }, previous: { status: 'sent' }, to: null });
  expect(await instance.events('whatsapp.message.read')).toHaveLength(1);
});

test('a refusal closes the service window unless a message was received after it, and an opt-out is stored with the contact', async () => {
  const instance = await seedInstance();
  const wrote = Date.now();
  await instance.report(textFrom(ADA, 'Hi', { at: new Date(wrote) }));
  const [chat] = await instance.chats();
  const place = { chatId: chat?.id ?? '', contactId: chat?.contactId ?? null };
  const base = { message: 'No.', retryable: false, retry_after_ms: null, provider: null };
  const refuse = async (code: 'reengagement_window_closed' | 'recipient_opted_out', time: number) => {
    const { id: messageId } = await seedSent(instance, place);
    const error = { ...base, code };
    await instance.report({ kind: 'status', messageId, status: 'failed', at: new Date(time), error });
  };
  await refuse('reengagement_window_closed', wrote - 1000);
  expect((await instance.chats())[0]?.windowExpiresAt?.getTime()).toBeGreaterThan(Date.now());
  await refuse('reengagement_window_closed', wrote);
  await refuse('recipient_opted_out', wrote);
  const [closed] = await instance.chats();
  expect(closed?.windowExpiresAt?.getTime()).toBeLessThanOrEqual(Date.now());
  expect(await instance.contacts()).toMatchObject([{ optOut: 'marketing' }]);
  const [failed] = await instance.events('whatsapp.message.failed');
  expect(failed?.data).toMatchObject({ status: 'failed', error: { code: 'reengagement_window_closed' } });
});

test('a status for a message of another instance changes nothing', async () => {
  const [one, other] = [await seedInstance(), await seedInstance()];
  await one.report(textFrom(ADA, 'Hi'));
  const [chat] = await one.chats();
  const row = await seedSent(one, { chatId: chat?.id ?? '', contactId: chat?.contactId ?? null });
  await other.report({ kind: 'status', messageId: row.id, status: 'read', at: at(1) });
  expect((await one.messages()).find(({ id }) => id === row.id)?.status).toBe('sending');
});
