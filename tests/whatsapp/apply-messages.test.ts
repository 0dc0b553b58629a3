import { expect, test } from 'bun:test';

import { learnProviderId } from '../../server/whatsapp/apply/early';
import { consumeEarlyEvents } from '../../server/whatsapp/queries/messages';
import { purgeEarlyEvents } from '../../server/whatsapp/system/messages';
import { DEFAULT_SETTINGS } from '../../shared/whatsapp/instance';
import { seedInstance, seedSent, textFrom } from './driver-events';

const ADA = { phone: '15550100001', name: 'Ada' };
const HOUR = 3_600_000;

test('a received message creates a contact, a chat, a message and an event', async () => {
  const instance = await seedInstance();
  const at = new Date(Date.now() - HOUR);
  const driverEvent = textFrom(ADA, 'Hi', { at });
  const [row] = await instance.report(driverEvent);

  expect(row).toMatchObject({ direction: 'inbound', status: 'received', content: { type: 'text', text: 'Hi' } });
  expect(await instance.contacts()).toMatchObject([{ phone: '+15550100001', pushName: 'Ada' }]);
  const [chat] = await instance.chats();
  expect(chat).toMatchObject({ title: 'Ada', unreadCount: 1, lastMessageId: row?.id, providerChatId: '15550100001' });
  expect(chat?.windowExpiresAt?.getTime()).toBe(at.getTime() + 24 * HOUR);
  const [event] = await instance.events('whatsapp.message.received');
  expect(event?.data).toMatchObject({
    id: row?.id,
    from: { phone: '+15550100001', name: 'Ada' },
    to: { phone: '+15550109999' },
    provider_message_id: driverEvent.providerMessageId,
    instance: { id: instance.id, name: 'Support', livemode: false, metadata: { team: 'support' } },
  });
});

test('the same message three times is one message and one event, and another sender may use its id', async () => {
  const instance = await seedInstance();
  const driverEvent = textFrom(ADA, 'Hi');
  await instance.report(driverEvent, driverEvent, driverEvent);
  expect(await instance.messages()).toHaveLength(1);
  expect(await instance.chats()).toMatchObject([{ unreadCount: 1 }]);

  const other = textFrom({ phone: '15550100002' }, 'Me too', { providerMessageId: driverEvent.providerMessageId });
  await instance.report(other);
  expect(await instance.messages()).toHaveLength(2);
  expect(await instance.events('whatsapp.message.received')).toHaveLength(2);
});

test('the same message delivered by several processes at once is stored once', async () => {
  const instance = await seedInstance();
  const driverEvent = textFrom(ADA, 'Hi');
  await Promise.all(Array.from({ length: 8 }, () => instance.report(driverEvent)));
  expect(await instance.messages()).toHaveLength(1);
  expect(await instance.chats()).toMatchObject([{ unreadCount: 1 }]);
  expect(await instance.events('whatsapp.message.received')).toHaveLength(1);
});

test('a message written on the phone is stored as sent, and does not count as unread', async () => {
  const instance = await seedInstance();
  await instance.report(textFrom(ADA, 'From my phone', { isEcho: true, sender: {} }));
  const [row] = await instance.messages();
  expect(row).toMatchObject({ direction: 'outbound', origin: 'phone', status: 'sent', senderKey: 'me' });
  expect(await instance.chats()).toMatchObject([{ unreadCount: 0, windowExpiresAt: null, lastMessageId: row?.id }]);
  const [event] = await instance.events('whatsapp.message.echoed');
  expect(event?.data).toMatchObject({ from: { phone: '+15550109999' }, to: { phone: '+15550100001' } });

  await instance.report({
    kind: 'status',
    providerMessageId: row?.providerMessageId ?? '',
    status: 'read',
    at: new Date(),
  });
  expect(await instance.messages()).toMatchObject([{ status: 'read' }]);
});

test('the service window never becomes shorter, and a timestamp in the future does not extend it', async () => {
  const instance = await seedInstance();
  const now = Date.now();
  await instance.report(textFrom(ADA, 'new', { at: new Date(now) }));
  await instance.report(textFrom(ADA, 'old', { at: new Date(now - 5 * HOUR) }));
  const [chat] = await instance.chats();
  expect(chat?.windowExpiresAt?.getTime()).toBe(now + 24 * HOUR);
  await instance.report(textFrom(ADA, 'from the future', { at: new Date(now + 100 * HOUR) }));
  const [later] = await instance.chats();
  expect(later?.windowExpiresAt?.getTime()).toBeLessThan(now + 25 * HOUR);
});

test('a message with a file creates the media row and refers to it', async () => {
  const instance = await seedInstance();
  const media = { providerMediaId: '987', mimeType: 'image/jpeg' };
  const content = { type: 'image', caption: 'Look' } as const;
  const [row] = await instance.report(textFrom(ADA, '', { content, media }));
  expect(row?.content).toEqual({ type: 'image', caption: 'Look', media: { media_id: row?.mediaId ?? '' } });
  const [event] = await instance.events('whatsapp.message.received');
  expect(event?.data).toMatchObject({ media: { id: row?.mediaId, status: 'pending', url: null } });
});

test('a reply refers to the quoted message, and mentions to their contacts', async () => {
  const instance = await seedInstance();
  const first = textFrom(ADA, 'A question');
  const mentions = [{ phone: '15550100003' }, { phone: '15550100003' }];
  await instance.report(first, textFrom(ADA, 'And', { replyTo: first.providerMessageId, mentions }));
  const [question, answer] = await instance.messages();
  expect(answer?.replyTo).toEqual({
    message_id: question?.id ?? '',
    provider_message_id: first.providerMessageId,
    preview: 'A question',
  });
  expect(answer?.mentions).toHaveLength(1);
});

test('an undecryptable message gets its content once, when it can be read', async () => {
  const instance = await seedInstance();
  const dark = textFrom(ADA, '', { content: { type: 'undecryptable' } });
  const clear = { ...dark, content: { type: 'text', text: 'Readable' } } as const;
  await instance.report(dark, clear, clear, dark);
  expect(await instance.messages()).toMatchObject([{ type: 'text', content: { text: 'Readable' } }]);
  expect(await instance.chats()).toMatchObject([{ unreadCount: 1 }]);
  const recovered = await instance.events('whatsapp.message.recovered');
  expect(recovered).toHaveLength(1);
  expect(recovered[0]?.data).toMatchObject({ previous: { content: { type: 'undecryptable' } } });
});

test('characters that a database cannot store are removed from text', async () => {
  const instance = await seedInstance();
  await instance.report(textFrom({ phone: '15550100004', name: 'A\0da\ud800' }, 'He\0llo \udc00'));
  expect(await instance.messages()).toMatchObject([{ content: { text: 'Hello \ufffd' } }]);
  expect(await instance.contacts()).toMatchObject([{ pushName: 'Ada\ufffd' }]);
});

test('messages of groups are ignored when the settings say so', async () => {
  const instance = await seedInstance({ settings: { ...DEFAULT_SETTINGS, ignore_groups: true } });
  await instance.report(textFrom(ADA, 'Hi all', { place: { type: 'group', providerGroupId: '1203@g.us' } }));
  expect(await instance.messages()).toEqual([]);
});

test('a status that arrives before its message is applied once the message exists', async () => {
  const instance = await seedInstance();
  await instance.report(textFrom(ADA, 'Hi'));
  const [chat] = await instance.chats();
  const row = await seedSent(instance, { chatId: chat?.id ?? '', contactId: chat?.contactId ?? null });
  const receipt = { kind: 'status', providerMessageId: 'wamid.early', at: new Date() } as const;
  await instance.report(
    { ...receipt, status: 'delivered' },
    { ...receipt, status: 'sent' },
    { ...receipt, status: 'sent' },
  );
  expect(await instance.events('whatsapp.message.delivered')).toEqual([]);

  await instance.work((work) => learnProviderId(work, row, 'wamid.early'));
  const found = (await instance.messages()).find(({ id }) => id === row.id);
  expect(found?.status).toBe('delivered');
  expect(found?.statusHistory.map(({ status }) => status).toSorted()).toEqual(['delivered', 'sending', 'sent']);
  expect(await instance.events('whatsapp.message.delivered')).toHaveLength(1);
});

test('a status with our own id finds the message even without the provider’s id', async () => {
  const instance = await seedInstance();
  await instance.report(textFrom(ADA, 'Hi'));
  const [chat] = await instance.chats();
  const place = { chatId: chat?.id ?? '', contactId: chat?.contactId ?? null };
  const row = await seedSent(instance, place, { status: 'unconfirmed' });
  const receipt = { kind: 'status', providerMessageId: 'wamid.lost', at: new Date() } as const;
  await instance.report({ ...receipt, status: 'read' }, { ...receipt, messageId: row.id, status: 'sent' });
  const found = (await instance.messages()).find(({ id }) => id === row.id);
  expect(found).toMatchObject({ status: 'read', providerMessageId: 'wamid.lost' });
});

test('after a retry, a late failure of the first try is ignored and a late delivery of it counts', async () => {
  const instance = await seedInstance();
  await instance.report(textFrom(ADA, 'Hi'));
  const [chat] = await instance.chats();
  const place = { chatId: chat?.id ?? '', contactId: chat?.contactId ?? null };
  const row = await seedSent(instance, place, { status: 'queued', attempt: 2 });
  await instance.work((work) => learnProviderId(work, { id: row.id, attempt: 1 }, 'wamid.first'));
  const statusOf = async () => (await instance.messages()).find(({ id }) => id === row.id)?.status;
  const word = { kind: 'status', providerMessageId: 'wamid.first', at: new Date() } as const;
  await instance.report({ ...word, status: 'failed' });
  expect(await statusOf()).toBe('queued');
  await instance.report({ ...word, status: 'delivered' });
  expect(await statusOf()).toBe('delivered');
});

test('a status whose message never arrives is deleted', async () => {
  const instance = await seedInstance();
  const word = { kind: 'status', providerMessageId: 'wamid.never', status: 'sent' } as const;
  await instance.report({ ...word, at: new Date(0) }, { ...word, at: new Date(1) });
  const waiting = () => instance.work((work) => consumeEarlyEvents(work.tx.store, work.instance, 'wamid.never'));
  await purgeEarlyEvents(instance.db.store, new Date(Date.now() - 60_000));
  expect(await waiting()).toHaveLength(2);
  await instance.report({ ...word, at: new Date(0) });
  await purgeEarlyEvents(instance.db.store, new Date(Date.now() + 60_000));
  expect(await waiting()).toEqual([]);
});
