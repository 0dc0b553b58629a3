import { afterAll, expect, test } from 'bun:test';

import { publicationResult, statusAfter } from '../../server/automation/publications/states';
import { NO_DELIVERIES, type PublicationCounters } from '../../shared/automation/publication';
import {
  PUBLICATION_STATUSES,
  PUBLICATION_VERBS,
  type PublicationDeliveryStatus,
  type PublicationStatus,
  type PublicationVerb,
  VERBS_OF_STATUS,
} from '../../shared/automation/publication-states';
import { startServer } from '../support/app';
import { later, type PublicationScene, publicationScenes } from './publication-scenes';

const server = await startServer();
// What is published is of no interest here.
await server.services.automation.publisher.stop();
afterAll(() => server.stop());
const scene = publicationScenes(server);

/** How deliveries stand in each state of their publication. */
const DELIVERIES: Record<PublicationStatus, PublicationDeliveryStatus> = {
  draft: 'pending',
  pending_approval: 'pending',
  scheduled: 'waiting',
  queued: 'pending',
  publishing: 'pending',
  paused: 'waiting',
  published: 'sent',
  partially_published: 'failed',
  failed: 'failed',
  expired: 'expired',
  canceled: 'canceled',
};

/** A publication in a state; its deliveries are not due, so that the publisher leaves them alone. */
async function publicationIn(place: PublicationScene, status: PublicationStatus): Promise<string> {
  const { id } = await place.create({ draft: true, schedule_at: later() });
  const dueAt = ['draft', 'pending_approval'].includes(status) ? null : new Date(later());
  const waitReason = status === 'scheduled' ? 'schedule' : status === 'paused' ? 'paused' : null;
  await place.put(
    id,
    { status, dueAt, sourceKeyId: null },
    { status: DELIVERIES[status], waitReason, nextAttemptAt: dueAt },
  );
  return id;
}

const ask = (place: PublicationScene, id: string, verb: PublicationVerb) => {
  if (verb === 'update') return place.call('PATCH', `/publications/${id}`, { title: 'New' });
  if (verb === 'delete') return place.call('DELETE', `/publications/${id}`);
  return place.call('POST', `/publications/${id}/${verb}`, {});
};

/** Where each verb leads from each state; the time of all lies ahead. */
const LEADS_TO: Partial<Record<PublicationStatus, Partial<Record<PublicationVerb, PublicationStatus | null>>>> = {
  draft: { update: 'draft', delete: null, publish: 'scheduled', cancel: 'canceled' },
  pending_approval: { approve: 'scheduled', reject: 'canceled' },
  scheduled: { update: 'scheduled', pause: 'paused', cancel: 'canceled' },
  queued: { pause: 'paused', cancel: 'canceled' },
  publishing: { pause: 'paused', cancel: 'canceled' },
  paused: { update: 'paused', resume: 'scheduled', cancel: 'canceled' },
  partially_published: { retry: 'publishing' },
  failed: { retry: 'publishing' },
  expired: { retry: 'publishing' },
};

test.each(PUBLICATION_STATUSES)('Every verb on a publication that is %s', async (status) => {
  const place = await scene();
  for (const verb of PUBLICATION_VERBS) {
    const id = await publicationIn(place, status);
    const answer = await ask(place, id, verb);
    const target = LEADS_TO[status]?.[verb];
    if (target === undefined) {
      expect([verb, answer.status, answer.body.code]).toEqual([verb, 409, 'invalid_state']);
      expect(answer.body.allowed_verbs).toEqual(VERBS_OF_STATUS[status]);
      expect((await place.get(id)).status).toBe(status);
    } else if (target === null) {
      expect([verb, answer.status]).toEqual([verb, 204]);
      expect((await place.call('GET', `/publications/${id}`)).status).toBe(404);
    } else {
      expect([verb, answer.status, answer.body.status]).toEqual([verb, verb === 'update' ? 200 : 202, target]);
    }
  }
});

test('the table of verbs and that of this test are the same', () => {
  for (const status of PUBLICATION_STATUSES) {
    expect(Object.keys(LEADS_TO[status] ?? {}).toSorted()).toEqual(VERBS_OF_STATUS[status].toSorted());
  }
});

test('Deliveries follow their publication through every verb, and each change is an event', async () => {
  const place = await scene();
  const at = later();
  const { id } = await place.create({ draft: true, schedule_at: at });
  const states = async () => [
    ...new Set(
      (await place.deliveries(id)).map(
        (one: { status: string; wait_reason: string }) => `${one.status} ${one.wait_reason}`,
      ),
    ),
  ];
  const run = (verb: string) => place.expectStatus(202, 'POST', `/publications/${id}/${verb}`);

  expect(await states()).toEqual(['pending null']);
  expect(await run('publish')).toMatchObject({ status: 'scheduled', due_at: at, counters: { waiting: 3, pending: 0 } });
  expect(await states()).toEqual(['waiting schedule']);
  expect(await run('pause')).toMatchObject({ status: 'paused', counters: { waiting: 3 } });
  expect(await states()).toEqual(['waiting paused']);
  expect(await run('resume')).toMatchObject({ status: 'scheduled' });
  expect(await states()).toEqual(['waiting schedule']);
  expect(await run('cancel')).toMatchObject({ status: 'canceled', counters: { canceled: 3, waiting: 0 } });
  expect(await states()).toEqual(['canceled null']);
  const [delivery] = await place.deliveries(id);
  expect(delivery).toMatchObject({ next_attempt_at: null, parts: [{ status: 'canceled' }] });
  expect(await place.events('automation.publication.*')).toEqual(
    ['created', 'scheduled', 'paused', 'resumed', 'canceled'].map((fact) => `${fact} ${id}`),
  );
});

test('an approval releases a publication, but not by the key that created it', async () => {
  const place = await scene();
  const { id, approval } = await place.create({ requires_approval: true, schedule_at: later() });
  expect(approval).toEqual({ decided_by: null, decided_at: null, reason: null });
  const own = await place.call('POST', `/publications/${id}/approve`);
  expect([own.status, own.body.code]).toEqual([403, 'insufficient_role']);
  expect((await place.get(id)).status).toBe('pending_approval');

  const other = await place.keyOf({ scopes: ['automation.publications:write'] });
  const answer = await other('POST', `/publications/${id}/approve`);
  expect(answer.body).toMatchObject({ status: 'scheduled', approval: { decided_by: { type: 'key' }, reason: null } });
  expect(await place.events('automation.publication.*')).toEqual(
    ['created', 'approval_requested', 'approved', 'scheduled'].map((fact) => `${fact} ${id}`),
  );

  const second = await place.create({ requires_approval: true });
  const rejected = await place.expectStatus(202, 'POST', `/publications/${second.id}/reject`, { reason: 'Not now.' });
  expect(rejected).toMatchObject({ status: 'canceled', status_reason: 'rejected', approval: { reason: 'Not now.' } });
  expect(await place.events('automation.publication.rejected')).toEqual([`rejected ${second.id}`]);
});

const counters = (of: Partial<PublicationCounters>): PublicationCounters => ({
  ...NO_DELIVERIES,
  ...of,
  total: Object.values(of).reduce((sum, count) => sum + count, 0),
});

test('deliveries decide the final state of a publication', () => {
  const ends = (of: Partial<PublicationCounters>) => {
    const { status, reason } = publicationResult(counters(of));
    return reason === null ? status : `${status} ${reason}`;
  };
  expect(ends({ sent: 1, delivered: 1, read: 1 })).toBe('published');
  expect(ends({ sent: 1, skipped: 9 })).toBe('published');
  expect(ends({ sent: 1, failed: 1 })).toBe('partially_published');
  expect(ends({ read: 1, unconfirmed: 1 })).toBe('partially_published');
  expect(ends({ sent: 1, expired: 1 })).toBe('partially_published');
  expect(ends({ failed: 2 })).toBe('failed');
  expect(ends({ unconfirmed: 1 })).toBe('failed');
  expect(ends({ expired: 2 })).toBe('expired');
  expect(ends({ expired: 2, skipped: 1 })).toBe('expired');
  expect(ends({ expired: 1, failed: 1 })).toBe('failed');
  expect(ends({ skipped: 3 })).toBe('failed all_skipped');
});

test('counted deliveries change a publication only where its state allows it', () => {
  const after = (status: PublicationStatus, of: Partial<PublicationCounters>) =>
    statusAfter({ status, statusReason: null }, counters(of)).status;
  expect(after('queued', { pending: 2, skipped: 1 })).toBe('queued');
  expect(after('queued', { pending: 1, sending: 1 })).toBe('publishing');
  expect(after('publishing', { waiting: 1, sent: 1 })).toBe('publishing');
  expect(after('publishing', { sent: 2 })).toBe('published');
  expect(after('paused', { waiting: 1, sent: 1 })).toBe('paused');
  expect(after('paused', { sent: 1 })).toBe('published');
  // Late receipts better an end, and undo none.
  expect(after('failed', { delivered: 1 })).toBe('published');
  expect(after('failed', { delivered: 1, failed: 1 })).toBe('partially_published');
  expect(after('expired', { expired: 1 })).toBe('expired');
  expect(after('published', { failed: 1 })).toBe('published');
  expect(after('canceled', { sent: 1 })).toBe('canceled');
  expect(after('draft', { pending: 1 })).toBe('draft');
});
