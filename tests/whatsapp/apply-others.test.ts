import { expect, test } from 'bun:test';

import type { AppliedDriverEvent } from '../../server/whatsapp/apply/apply';
import { presentInstances } from '../../server/whatsapp/present/instances';
import { waInstances } from '../../server/whatsapp/schema/instances';
import { INBOX_URL } from '../../shared/webhooks/webhooks';
import { seedWebhook } from '../webhooks/dispatcher/support';
import { seedInstance, type SeededInstance, textFrom, workContext } from './driver-events';

const ADA = { phone: '15550100001', name: 'Ada' };

const healthOf = async (instance: SeededInstance) => {
  const [shown] = await presentInstances(workContext, instance.db, await instance.db.select(waInstances));
  return shown?.health;
};

test('health reasons begin and end, and only a change emits an event', async () => {
  const instance = await seedInstance();
  const reason = (active: boolean, code = 'spam_limited'): AppliedDriverEvent => ({
    kind: 'health',
    reason: { code, active, until: null, providerCode: '131048' },
  });
  await instance.report(reason(true), reason(true), reason(true, 'offline'), reason(true, 'never_heard_of'));
  expect(await healthOf(instance)).toMatchObject({
    sending: 'blocked',
    reasons: [{ code: 'spam_limited', provider_code: '131048' }, { code: 'offline' }],
  });
  await instance.report(reason(false, 'offline'), reason(false), { kind: 'health', qualityRating: 'yellow' });
  expect(await healthOf(instance)).toMatchObject({ sending: 'ok', reasons: [], quality_rating: 'yellow' });
  const events = await instance.events('whatsapp.instance.health_changed');
  const sending = events.map(({ data }) => (data['health'] as { sending: string }).sending);
  expect(sending).toEqual(['limited', 'blocked', 'limited', 'ok', 'ok']);
  expect(events[0]?.data['previous']).toMatchObject({ health: { sending: 'ok' } });
});

test('a health reason past its end is not shown', async () => {
  const instance = await seedInstance();
  const until = new Date(Date.now() - 1000);
  await instance.report({
    kind: 'health',
    reason: { code: 'new_chat_limit', active: true, until, providerCode: null },
  });
  expect(await healthOf(instance)).toMatchObject({ sending: 'ok', reasons: [] });
});

test('templates are added, and each change emits an event', async () => {
  const instance = await seedInstance({ driver: 'cloud' });
  const base = { kind: 'template', providerTemplateId: '1', name: 'order', language: 'en_US' } as const;
  const components = [{ type: 'BODY', text: 'Order {{number}}' }];
  await instance.report(
    { ...base, status: 'pending', category: 'utility', components },
    { ...base, status: 'approved' },
    { ...base, status: 'approved' },
    { ...base, quality: 'green', category: 'marketing' },
  );
  const events = (await instance.events()).map(({ type, data }) => [type.slice(18), data['previous']]);
  expect(events).toEqual([
    ['status_changed', {}],
    ['status_changed', { status: 'pending' }],
    ['quality_changed', { quality: 'unknown' }],
    ['category_changed', { category: 'utility' }],
  ]);
  const [last] = await instance.events('whatsapp.template.category_changed');
  expect(last?.data).toMatchObject({ parameter_format: 'named', components, quality: 'green' });
});

test('each state of a call is one event, and a call opens the service window', async () => {
  const instance = await seedInstance();
  const call = {
    kind: 'call',
    person: ADA,
    providerCallId: 'c1',
    isVideo: true,
    rejected: false,
    at: new Date(),
  } as const;
  await instance.report({ ...call, status: 'offer' }, { ...call, status: 'offer' }, { ...call, status: 'ended' });
  const events = await instance.events('whatsapp.call.received');
  expect(events.map(({ data }) => [data['status'], data['is_video']])).toEqual([
    ['offer', true],
    ['ended', true],
  ]);
  const [chat] = await instance.chats();
  expect(chat?.windowExpiresAt?.getTime()).toBeGreaterThan(Date.now() + 23 * 3_600_000);
});

test('the block, picture and about text of a contact are stored and emit events, also within one millisecond', async () => {
  const now = new Date();
  const instance = await seedInstance({}, { ...workContext, now: () => now });
  await instance.report({ kind: 'contact', person: ADA });
  await instance.report({ kind: 'contact', person: ADA, isBlocked: true, about: 'At work', pictureUrl: 'https://p' });
  await instance.report({ kind: 'contact', person: ADA, isBlocked: true });
  const events = await instance.events('whatsapp.contact.updated');
  expect(events.map(({ data }) => data['previous'])).toEqual([
    {},
    { is_blocked: false, about: null, profile_picture_url: null },
  ]);
  await instance.report({ kind: 'contact', person: ADA, identityChanged: true });
  expect(await instance.events('whatsapp.contact.identity_changed')).toHaveLength(1);
});

test('another workspace sees none of it', async () => {
  const [one, other] = [await seedInstance(), await seedInstance()];
  await one.report({ kind: 'contact', person: ADA }, { kind: 'health', qualityRating: 'green' });
  expect(await other.contacts()).toEqual([]);
  expect(await other.events()).toEqual([]);
});

test('presence emits events while a client is subscribed to it', async () => {
  const instance = await seedInstance();
  const presence = { kind: 'presence', person: ADA, state: 'typing', lastSeenAt: null } as const;
  await instance.report(textFrom(ADA, 'one'), presence);
  expect(await instance.events('whatsapp.chat.updated')).toEqual([]);
  expect(await instance.events('whatsapp.presence.updated')).toEqual([]);

  const types = ['whatsapp.chat.updated', 'whatsapp.presence.updated'];
  await seedWebhook(workContext, instance.db.workspaceId, INBOX_URL, { events: types, status: 'paused' });
  await instance.report(textFrom(ADA, 'two'), presence);
  const [chat] = await instance.events('whatsapp.chat.updated');
  expect(chat?.data).toMatchObject({
    title: 'Ada',
    unread_count: 2,
    last_message: { content: { text: 'two' } },
    previous: { unread_count: 1 },
  });
  const [seen] = await instance.events('whatsapp.presence.updated');
  expect(seen?.data).toMatchObject({ party: { name: 'Ada' }, state: 'typing', last_seen_at: null });
});
