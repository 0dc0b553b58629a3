import { afterAll, expect, test } from 'bun:test';

import type { DeliveryPart } from '../../shared/automation/publication-delivery';
import { startServer } from '../support/app';
import { issuesOf } from '../support/client';
import { later, people, type PublicationScene, publicationScenes } from './publication-scenes';

const server = await startServer();
// What is published is of no interest here.
await server.services.automation.publisher.stop();
afterAll(() => server.stop());
const scene = publicationScenes(server);

const ERROR = { code: 'provider_rejected', message: 'No.', provider: null, retryable: false };
const part = (status: DeliveryPart['status'], reference: string | null = null): DeliveryPart => ({
  type: 'text',
  status,
  reference,
  error: status === 'failed' ? ERROR : null,
});

/** A publication whose deliveries ended in these states, in the order of the list. */
async function ended(place: PublicationScene, statuses: readonly DeliveryPart['status'][]) {
  const { id } = await place.create({
    draft: true,
    targets: [{ channel: 'whatsapp', to: people(statuses.length) }],
  });
  await place.put(id, { status: statuses.includes('sent') ? 'partially_published' : 'failed' });
  const rows = await place.rows(id);
  for (const [index, status] of statuses.entries()) {
    const reference = status === 'expired' ? null : `msg_${index}`;
    const error = status === 'failed' ? ERROR : null;
    const parts = [part(status === 'expired' ? 'pending' : status, reference)];
    await place.putDelivery(rows[index]?.id ?? '', {
      status,
      error,
      reference,
      parts,
      attempts: 1,
      nextAttemptAt: null,
    });
  }
  return { id: id as string, deliveries: rows.map((row) => row.id) };
}

test('A retry sends failed and expired deliveries again, and unconfirmed ones only on request', async () => {
  const place = await scene();
  const { id, deliveries } = await ended(place, ['sent', 'failed', 'expired', 'unconfirmed', 'skipped']);
  const answer = await place.expectStatus(202, 'POST', `/publications/${id}/retry`, {});
  expect(answer).toMatchObject({
    status: 'publishing',
    completed_at: null,
    counters: { total: 5, sent: 1, pending: 2, unconfirmed: 1, skipped: 1, failed: 0, expired: 0 },
  });
  const rows = new Map((await place.rows(id)).map((row) => [row.id, row]));
  const failed = rows.get(deliveries[1] ?? '');
  // The same message is sent again.
  expect(failed).toMatchObject({ error: null, reference: 'msg_1' });
  expect(failed?.parts).toEqual([part('pending', 'msg_1')]);
  expect(await place.events('automation.publication.updated')).toEqual([`updated ${id}`]);

  const unknown = await ended(place, ['unconfirmed']);
  const refused = await place.call('POST', `/publications/${unknown.id}/retry`, {});
  expect([refused.status, refused.body.code]).toEqual([409, 'invalid_state']);
  const risked = await place.expectStatus(202, 'POST', `/publications/${unknown.id}/retry`, {
    retry_unconfirmed: true,
  });
  expect(risked.counters).toMatchObject({ unconfirmed: 0, pending: 1 });
});

test('A retry of one delivery reopens its publication', async () => {
  const place = await scene();
  const { id, deliveries } = await ended(place, ['sent', 'failed', 'unconfirmed']);
  const retry = (delivery: string | undefined, body: object = {}) =>
    place.call('POST', `/publication-deliveries/${delivery}/retry`, body);
  const answer = await retry(deliveries[1]);
  expect([answer.status, answer.body.status, answer.body.error]).toEqual([202, 'pending', null]);
  expect(await place.get(id)).toMatchObject({ status: 'publishing', counters: { pending: 1, failed: 0 } });

  const sent = await retry(deliveries[0]);
  expect([sent.status, sent.body.code, sent.body.allowed_verbs]).toEqual([409, 'invalid_state', []]);
  const unknown = await retry(deliveries[2]);
  expect([unknown.status, ...issuesOf(unknown)]).toEqual([422, '/retry_unconfirmed required']);
  expect((await retry(deliveries[2], { retry_unconfirmed: true })).status).toBe(202);

  const other = await ended(place, ['failed']);
  await place.put(other.id, { status: 'canceled' });
  const canceled = await retry(other.deliveries[0]);
  expect([canceled.status, canceled.body.allowed_verbs]).toEqual([409, []]);
});

test('An unconfirmed delivery is resolved manually', async () => {
  const place = await scene();
  const { id, deliveries } = await ended(place, ['unconfirmed', 'unconfirmed']);
  const resolve = (delivery: string | undefined, outcome: string) =>
    place.call('POST', `/publication-deliveries/${delivery}/resolve`, { outcome });
  const sent = await resolve(deliveries[0], 'sent');
  expect([sent.status, sent.body.status, sent.body.parts[0].status]).toEqual([200, 'sent', 'sent']);
  expect(sent.body.sent_at).toEqual(expect.any(String));
  expect((await place.get(id)).status).toBe('partially_published');
  const failed = await resolve(deliveries[1], 'failed');
  expect([failed.status, failed.body.status]).toEqual([200, 'failed']);
  expect(await place.get(id)).toMatchObject({ status: 'partially_published', counters: { sent: 1, failed: 1 } });
  const again = await resolve(deliveries[0], 'failed');
  expect([again.status, again.body.code]).toEqual([409, 'invalid_state']);
  expect((await resolve(deliveries[1], 'read')).status).toBe(400);
  expect(await place.events('automation.publication_delivery.*')).toEqual([
    `sent ${deliveries[0]}`,
    `failed ${deliveries[1]}`,
  ]);
});

test('Many deliveries are retried by the filters of the list', async () => {
  const place = await scene();
  const first = await ended(place, ['failed', 'failed', 'sent', 'unconfirmed']);
  const second = await ended(place, ['expired']);
  const canceled = await ended(place, ['failed']);
  await place.put(canceled.id, { status: 'canceled' });
  const retry = (body: object) => place.expectStatus(202, 'POST', '/publication-deliveries/retry', body);

  expect(await retry({ dry_run: true })).toEqual({ matched_count: 3, queued_count: 0, has_more: true });
  expect(await retry({ dry_run: true, status: ['unconfirmed'] })).toEqual({
    matched_count: 0,
    queued_count: 0,
    has_more: false,
  });
  expect(await retry({ publication_id: second.id })).toEqual({ matched_count: 1, queued_count: 1, has_more: false });
  expect(await retry({ status: ['failed'] })).toEqual({ matched_count: 2, queued_count: 2, has_more: false });
  expect(await retry({})).toEqual({ matched_count: 0, queued_count: 0, has_more: false });
  expect(await retry({ retry_unconfirmed: true })).toEqual({ matched_count: 1, queued_count: 1, has_more: false });
  expect((await place.get(first.id)).status).toBe('publishing');
  expect((await place.get(canceled.id)).status).toBe('canceled');
});

test('Deliveries are listed by state, channel, publication and instance', async () => {
  const place = await scene();
  const webhook = await place.webhook();
  const { id, deliveries } = await ended(place, ['failed', 'unconfirmed', 'sent']);
  await place.create({ schedule_at: later(), targets: [`webhook:${webhook}`] });
  const count = async (query: string): Promise<number> =>
    (await place.expectStatus(200, 'GET', `/publication-deliveries?${query}`)).data.length;
  expect(await count('')).toBe(4);
  expect(await count('status=failed,unconfirmed')).toBe(2);
  expect(await count('channel=webhook')).toBe(1);
  expect(await count(`publication_id=${id}&status=sent`)).toBe(1);
  expect(await count(`instance_id=${place.instanceId}`)).toBe(3);
  expect((await place.call('GET', '/publication-deliveries?status=nope')).status).toBe(400);
  const read = await place.expectStatus(200, 'GET', `/publication-deliveries/${deliveries[0]}`);
  expect(read).toMatchObject({ object: 'publication_delivery', publication_id: id, status: 'failed', error: ERROR });
});
