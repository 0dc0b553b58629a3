import { eq } from 'drizzle-orm';

import { publicationDeliveries, publications } from '../../server/automation/schema/publications';
import { queries, type Store } from '../../server/db/database';
import type { PublicationStatus } from '../../shared/automation/publication-states';
import { database } from '../support/app';
import type { restClient } from '../support/client';

type Verb = 'read' | 'update' | 'delete' | 'publish' | 'approve' | 'reject' | 'pause' | 'resume' | 'cancel' | 'retry';

/** A state that allows the verb. */
const STATUS_FOR: Record<Verb, PublicationStatus> = {
  read: 'scheduled',
  update: 'scheduled',
  delete: 'draft',
  publish: 'draft',
  approve: 'pending_approval',
  reject: 'pending_approval',
  pause: 'scheduled',
  resume: 'paused',
  cancel: 'scheduled',
  retry: 'failed',
};
const DAY_MS = 86_400_000;

/** Publications in any state, none of which is due; `make` returns one for a verb. */
export function publicationsOf(call: ReturnType<typeof restClient>, instance_id: string, on: Store = database) {
  const make = async (verb: Verb, delivery: 'failed' | 'unconfirmed' = 'failed') => {
    const answer = await call('POST', '/publications', {
      content: { text: 'Version 2 is out.' },
      targets: [{ channel: 'whatsapp', instance_id, to: ['+15550100000'] }],
      schedule_at: new Date(Date.now() + DAY_MS).toISOString(),
      draft: true,
    });
    if (answer.status !== 202) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`);
    const { id } = answer.body as { id: string };
    const status = STATUS_FOR[verb];
    const dueAt = status === 'draft' || status === 'pending_approval' ? null : new Date(Date.now() + DAY_MS);
    // The key that made one cannot approve it.
    await queries(on).update(publications).set({ status, dueAt, sourceKeyId: null }).where(eq(publications.id, id));
    const set = status === 'failed' ? { status: delivery } : { nextAttemptAt: dueAt };
    const [row] = await queries(on)
      .update(publicationDeliveries)
      .set(set)
      .where(eq(publicationDeliveries.publicationId, id))
      .returning();
    return { id, delivery: row?.id ?? '' };
  };
  return {
    make,
    /** One that a request can be made of as it is printed, with its delivery. */
    fresh: (printed: string) => {
      if (printed.includes('/resolve')) return make('retry', 'unconfirmed');
      if (/publication-deliveries\/pdl_\w+\/retry/.test(printed)) return make('retry');
      const verb = /publications\/pub_\w+\/(publish|approve|reject|pause|resume|cancel|retry)/.exec(printed)?.[1];
      if (verb !== undefined) return make(verb as Verb);
      return make(/delete/i.test(printed) ? 'delete' : 'read');
    },
  };
}

/** Publications for every operation, with the ids that the fuzzer is to know. */
export async function addPublicationsFixtures(
  call: ReturnType<typeof restClient>,
  instanceId: string,
  on: Store = database,
) {
  const { make, fresh } = publicationsOf(call, instanceId, on);
  const read = await make('read');
  const own = async (verb: Verb): Promise<[string, string[]]> => [
    `automation_publications_${verb}.publication_id`,
    [(await make(verb)).id],
  ];
  return {
    publication: read.id,
    delivery: read.delivery,
    fresh,
    known: {
      publication_id: [read.id],
      'automation_channels_get.kind': ['whatsapp'],
      'automation_publication_deliveries_get.delivery_id': [read.delivery],
      'automation_publication_deliveries_retry.delivery_id': [(await make('retry')).delivery],
      'automation_publication_deliveries_resolve.delivery_id': [(await make('retry', 'unconfirmed')).delivery],
      ...Object.fromEntries([
        await own('update'),
        await own('delete'),
        await own('publish'),
        await own('approve'),
        await own('reject'),
        await own('pause'),
        await own('resume'),
        await own('cancel'),
        await own('retry'),
      ]),
    } as Record<string, string[]>,
  };
}
