import { expect, test } from 'bun:test';

import type { AppliedDriverEvent } from '../../server/whatsapp/apply/apply';
import { addressFor } from '../../server/whatsapp/identity/addresses';
import { contactFor } from '../../server/whatsapp/identity/contact';
import { findContact, resolveRecipient } from '../../server/whatsapp/identity/recipient';
import { presentMessages } from '../../server/whatsapp/present/messages';
import { newId } from '../../shared/ids';
import { seedInstance, type SeededInstance, seedSent, textFrom, workContext } from './driver-events';

const PHONE = { phone: '15550100001' };
const LID = { lid: '777@lid' };

/** Contacts that are no aliases. */
const living = async (instance: SeededInstance) =>
  (await instance.contacts()).filter(({ mergedIntoId }) => mergedIntoId === null);

test('a phone number and a LID of the same person become one contact', async () => {
  const instance = await seedInstance();
  await instance.report(textFrom(PHONE, 'by phone'), textFrom(LID, 'by LID'), textFrom(LID, 'by LID again'));
  const [older, newer] = await instance.contacts();
  const [chat] = await instance.chats();
  await instance.report({ kind: 'contact', person: { ...PHONE, ...LID } });

  expect(await living(instance)).toMatchObject([{ id: older?.id, phone: '+15550100001', lid: '777@lid' }]);
  expect(await instance.chats()).toMatchObject([{ id: chat?.id, contactId: older?.id, unreadCount: 3 }]);
  const messages = await instance.messages();
  expect(messages.map(({ chatId, contactId, senderKey }) => [chatId, contactId, senderKey])).toEqual(
    Array.from({ length: 3 }, () => [chat?.id ?? '', older?.id ?? '', older?.id ?? '']),
  );
  expect((await instance.chats())[0]?.lastMessageId).toBe(messages.at(-1)?.id ?? '');
  const [event] = await instance.events('whatsapp.contact.merged');
  expect(event?.data).toMatchObject({ id: older?.id, merged_from_id: newer?.id });

  // The other id goes on working, and so does each address.
  const alias = await instance.work((work) => findContact(work, newer?.id ?? ''));
  expect(alias?.id).toBe(older?.id ?? '');
  const { chat: resolved } = await instance.work((work) => resolveRecipient(work, '777@lid', '/to'));
  expect(resolved.id).toBe(chat?.id ?? '');
});

test('the older contact is kept, whichever has the chat, and an alias of an alias leads to it', async () => {
  const instance = await seedInstance();
  const [a, b, c] = await instance.work(async (work) => [
    await contactFor(work, PHONE),
    await contactFor(work, LID),
    await contactFor(work, { bsuid: 'US.1' }),
  ]);
  await instance.report(textFrom(LID, 'Hi'));
  await instance.report({ kind: 'contact', person: { ...LID, bsuid: 'US.1' } });
  await instance.report({ kind: 'contact', person: { ...PHONE, ...LID } });
  expect(await living(instance)).toMatchObject([{ id: a?.id, bsuid: 'US.1' }]);
  expect(await instance.chats()).toMatchObject([{ contactId: a?.id }]);
  for (const one of [b, c]) {
    expect((await instance.work((work) => findContact(work, one?.id ?? '')))?.id).toBe(a?.id ?? '');
  }
});

test('a message that both contacts have is kept once', async () => {
  const instance = await seedInstance();
  const driverEvent = textFrom(PHONE, 'Hi');
  await instance.report(driverEvent, { ...driverEvent, place: { type: 'direct', person: LID }, sender: LID });
  expect(await instance.messages()).toHaveLength(2);
  const [first] = await instance.messages();
  await instance.report({ kind: 'contact', person: { ...PHONE, ...LID } });
  expect(await instance.messages()).toMatchObject([{ id: first?.id }]);
  expect(await instance.chats()).toMatchObject([{ unreadCount: 1, lastMessageId: first?.id }]);
  await instance.report({ ...driverEvent, place: { type: 'direct', person: LID }, sender: LID });
  expect(await instance.messages()).toHaveLength(1);
});

test('messages in a group of two merged contacts have one sender', async () => {
  const instance = await seedInstance();
  const place = { type: 'group', providerGroupId: '1203@g.us' } as const;
  await instance.report(textFrom(PHONE, 'one', { place }), textFrom(LID, 'two', { place }));
  const members = [PHONE, LID].map((person) => ({ person, role: 'member' as const }));
  const details = { action: 'details' as const, details: { subject: 'Crew', participants: members } };
  await instance.report({ kind: 'group', providerGroupId: '1203@g.us', change: details, at: new Date() });
  await instance.report({ kind: 'contact', person: { ...PHONE, ...LID } });
  const [survivor] = await living(instance);
  expect((await instance.messages()).map(({ senderKey }) => senderKey)).toEqual([
    survivor?.id ?? '',
    survivor?.id ?? '',
  ]);
  const [group] = await instance.events('whatsapp.group.updated');
  expect(group?.data).toMatchObject({ subject: 'Crew', size: 2 });
});

test('a phone number that moved to another person does not merge the two', async () => {
  const instance = await seedInstance();
  await instance.report(textFrom({ ...PHONE, bsuid: 'US.1' }, 'I am the first'));
  await instance.report(textFrom({ ...PHONE, bsuid: 'US.2' }, 'I am the second'));
  const contacts = await living(instance);
  expect(contacts.map(({ bsuid, phone }) => [bsuid, phone])).toEqual([
    ['US.1', null],
    ['US.2', '+15550100001'],
  ]);
  expect(await instance.chats()).toHaveLength(2);
  expect(await instance.events('whatsapp.contact.merged')).toEqual([]);
});

test('a receipt adds an unknown address to the contact that the message was sent to', async () => {
  const instance = await seedInstance();
  const { chat, contact } = await instance.work((work) => resolveRecipient(work, '+5511987654321', '/to'));
  const row = await seedSent(instance, { chatId: chat.id, contactId: contact?.id ?? null });
  const at = new Date();
  const recipient = { phone: '551187654321', bsuid: 'BR.9' };
  await instance.report({ kind: 'status', messageId: row.id, status: 'sent', at, recipient });
  await instance.report(textFrom({ phone: '551187654321' }, 'Oi'));
  expect(await living(instance)).toMatchObject([{ id: contact?.id, phone: '+5511987654321', bsuid: 'BR.9' }]);
  expect(await instance.chats()).toHaveLength(1);
});

test('a change of number keeps the contact, emits one event, and frees the old number', async () => {
  const instance = await seedInstance();
  await instance.report(textFrom(PHONE, 'Hi'));
  const driverEvent: AppliedDriverEvent = {
    kind: 'contact',
    person: { phone: '15550100009' },
    oldPhone: '15550100001',
  };
  await instance.report(driverEvent, driverEvent);
  const [contact] = await living(instance);
  expect(contact?.phone).toBe('+15550100009');
  const told = await instance.events('whatsapp.contact.identity_changed');
  expect(told.map(({ data }) => data['previous'])).toEqual([{ phone: '+15550100001' }]);
  await instance.report(textFrom(PHONE, 'I am new here'));
  expect(await living(instance)).toHaveLength(2);
});

test('an opt-out from the provider emits an event, and does not replace one set by a user', async () => {
  const instance = await seedInstance();
  const driverEvent = (optOut: 'none' | 'marketing'): AppliedDriverEvent => ({
    kind: 'contact',
    person: PHONE,
    optOut,
  });
  await instance.report(driverEvent('marketing'), driverEvent('marketing'), driverEvent('none'));
  const told = await instance.events('whatsapp.contact.opt_out_changed');
  expect(told.map(({ data }) => [data['opt_out'], data['previous']])).toEqual([
    ['marketing', { opt_out: 'none' }],
    ['none', { opt_out: 'marketing' }],
  ]);
});

test('a changed name emits an event and becomes the title of the chat', async () => {
  const instance = await seedInstance();
  await instance.report(textFrom({ ...PHONE, name: 'Ada' }, 'Hi'), textFrom({ ...PHONE, name: 'Ada L.' }, 'Hi'));
  expect(await instance.chats()).toMatchObject([{ title: 'Ada L.' }]);
  const [event] = await instance.events('whatsapp.contact.updated');
  expect(event?.data).toMatchObject({ push_name: 'Ada L.', previous: { push_name: 'Ada' } });
});

test('ids of another instance, and unknown ids, find no contact', async () => {
  const [one, other] = [await seedInstance(), await seedInstance()];
  await other.report(textFrom(PHONE, 'Hi'));
  const [contact] = await other.contacts();
  const [chat] = await other.chats();
  for (const id of [contact?.id ?? '', chat?.id ?? '', newId('cnt'), newId('grp'), newId('cht'), '1203@g.us']) {
    const resolving = one.work((work) => resolveRecipient(work, id, '/to'));
    expect(await resolving.catch((error: unknown) => error)).toMatchObject({ code: 'related_not_found' });
  }
  const wrong = one.work((work) => resolveRecipient(work, 'nobody', '/to'));
  expect(await wrong.catch((error: unknown) => error)).toMatchObject({
    code: 'validation_failed',
    details: { errors: [{ pointer: '/to', code: 'invalid_recipient' }] },
  });
  expect(await one.contacts()).toEqual([]);
});

test('a contact without a number is shown by its name or address', async () => {
  const instance = await seedInstance();
  await instance.report(textFrom({ bsuid: 'US.1349', username: 'Sheena' }, 'Hi'));
  const [contact] = await instance.contacts();
  expect(contact && addressFor(contact)).toEqual({ bsuid: 'US.1349', username: 'sheena' });
  const [message] = await presentMessages(workContext, instance.db, await instance.messages());
  expect(message?.from).toMatchObject({ phone: null, bsuid: 'US.1349', username: 'sheena' });
});

test('a name of spaces or invisible characters is none: the chat has the number as its title', async () => {
  const instance = await seedInstance();
  for (const name of ['', '  ', '\u3164', '\u200E\u2063', '\u2800']) {
    await instance.report(textFrom({ ...PHONE, name }, 'Hi'));
    expect([name, (await instance.chats())[0]?.title]).toEqual([name, '+15550100001']);
  }
  expect((await instance.contacts())[0]?.pushName).toBeNull();

  await instance.report(textFrom({ ...PHONE, name: '🌸' }, 'Hi'));
  await instance.report(textFrom({ ...PHONE, name: '\u3164' }, 'Hi'));
  expect((await instance.chats())[0]?.title).toBe('🌸');
});
