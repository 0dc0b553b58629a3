import type { Order, Publishable } from '../channels/channel';
import { causeOf } from '../publications/events';
import type { DeliveryRow, PublicationRow } from '../publications/present';

/** What of a publication a channel makes its parts of. */
export const publishableOf = (row: PublicationRow, channel: string): Publishable => ({
  publicationId: row.id,
  title: row.title,
  content: row.content.text === undefined && row.content.media.length === 0 ? null : row.content,
  overrides: row.overrides[channel],
  overflow: row.overflow,
  metadata: row.metadata,
});

const DONE: ReadonlySet<DeliveryRow['status']> = new Set(['sent', 'delivered', 'read']);

/** A delivery as its channel takes it on. */
export const orderOf = (row: DeliveryRow, publication: PublicationRow): Order => ({
  deliveryId: row.id,
  recipient: row.recipient,
  publishable: publishableOf(publication, row.channel),
  parts: row.parts.map(({ reference, status }) => ({ reference, isDone: DONE.has(status) })),
  expiresAt: publication.expiresAt,
  cause: causeOf(publication),
});

/** How many messages an order still brings. */
export const weightOf = ({ parts }: Order): number => Math.max(1, parts.filter(({ isDone }) => !isDone).length);
