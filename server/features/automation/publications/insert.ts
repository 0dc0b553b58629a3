import type { PublicationCounters, PublicationLink } from '../../../../shared/automation/publication';
import { NO_DELIVERIES } from '../../../../shared/automation/publication';
import type { AutomationContext } from '../../../automation/context';
import { deliveryEvent, publicationEvent } from '../../../automation/publications/events';
import type { DeliveryRow, PublicationRow } from '../../../automation/publications/present';
import { countStatus, settleRow } from '../../../automation/publications/settle';
import { withShortUrls } from '../../../automation/publications/short-links';
import { publications } from '../../../db/schema';
import type { ScopedDb } from '../../../db/scoped';
import { insertPublicationDeliveries } from '../../../db/unscoped/au-publications';
import { insertNew } from '../../../db/unscoped/insert-new';
import type { NewEvent } from '../../../events/emit';
import { makeForPublication } from '../../links/links/for-publication';
import type { PreparedPublication } from './compose';
import { newDeliveries } from './delivery-rows';
import { refuseDuplicates } from './duplicates';
import { reachColumns } from './reach';
import { searchOf } from './search';
import { factOf, timeFor } from './start';

/** Writes a publication with its deliveries; the caller emits the events. */
export async function insertComposed(
  ctx: AutomationContext,
  tx: ScopedDb,
  prepared: PreparedPublication,
): Promise<{ row: PublicationRow; events: NewEvent[] }> {
  const { id, input, recipients } = prepared;
  const now = ctx.now();
  await refuseDuplicates(tx, prepared, now);
  const time = await timeFor(tx, { id, input, now });
  const { texts, links, events: linkEvents } = await withLinks(ctx, tx, prepared);

  const rows = newDeliveries({ id, recipients, time, now, workspaceId: tx.workspaceId });
  const made = {
    id,
    workspaceId: tx.workspaceId,
    status: time.status,
    statusReason: null,
    title: input.title,
    ...texts,
    targets: prepared.targets,
    ...reachColumns(recipients),
    schedule: input.schedule,
    expiresAfterSeconds: input.expiresAfterSeconds,
    overflow: input.overflow,
    onInvalidTarget: input.onInvalidTarget,
    duplicateWindowSeconds: input.duplicateWindowSeconds,
    shortLinks: input.shortLinks,
    links,
    metadata: input.metadata,
    counters: countersOf(rows),
    approval: input.start === 'approval' ? { decided_by: null, decided_at: null, reason: null } : null,
    ...sourceOf(ctx),
    dueAt: time.dueAt,
    expiresAt: time.expiresAt,
    finishedAt: null,
    search: searchOf(input.title, texts.content.text),
    createdAt: now,
    updatedAt: now,
  };
  const [row] = await insertNew(tx.store, publications, [made]);
  if (!row) throw new Error('The id of a publication is taken.');
  const deliveries = await insertPublicationDeliveries(tx.store, rows);
  countStatus(ctx, tx, row.status);
  // What is not due yet is for the publisher’s next look, which comes within a second.
  if (row.status === 'queued') tx.store.afterCommit(() => ctx.automation.publisher.wake());

  const fact = factOf(row.status);
  const settled = await settleRow(ctx, tx, row, row.counters);
  return {
    row: settled.row,
    events: [
      ...linkEvents,
      publicationEvent('created', row),
      ...(fact ? [publicationEvent(fact, row)] : []),
      ...skippedEvents(deliveries, row),
      ...settled.events,
    ],
  };
}

/** The texts as they go out, with links that are made for them now and those that were there. */
export async function withLinks(
  ctx: AutomationContext,
  tx: ScopedDb,
  { id, input, links: { drafts, kept, urls } }: PreparedPublication,
) {
  const { links: made, events } = await makeForPublication(ctx, tx, id, drafts);
  const links = [
    ...kept,
    ...made.map(({ url, linkId, shortUrl }): PublicationLink => ({ url, link_id: linkId, short_url: shortUrl })),
  ];
  const shortOf = new Map(links.map((link) => [link.url, link.short_url]));
  const texts = withShortUrls(input, input.shortLinks, (url) => shortOf.get(url) ?? url);
  return { texts: { content: texts.content, overrides: texts.overrides }, links: inOrder(links, urls), events };
}

const inOrder = (links: readonly PublicationLink[], urls: readonly string[]): PublicationLink[] =>
  links.toSorted((a, b) => urls.indexOf(a.url) - urls.indexOf(b.url));

export const skippedEvents = (deliveries: readonly DeliveryRow[], publication: PublicationRow): NewEvent[] =>
  deliveries
    .filter(({ status }) => status === 'skipped')
    .map((delivery) => deliveryEvent('skipped', delivery, publication));

export function countersOf(deliveries: readonly Pick<DeliveryRow, 'status'>[]): PublicationCounters {
  const counters = { ...NO_DELIVERIES, total: deliveries.length };
  for (const { status } of deliveries) counters[status] += 1;
  return counters;
}

const sourceOf = ({ origin, cause }: AutomationContext) => ({
  source: origin.kind,
  sourceKeyId: origin.keyId ?? null,
  sourceUserId: origin.userId ?? null,
  inboundRequestId: origin.inboundRequestId ?? null,
  endpointId: origin.endpointId ?? null,
  ruleRunId: origin.ruleRunId ?? null,
  causeRunId: cause?.runId ?? null,
  causeDepth: cause?.depth ?? null,
});
