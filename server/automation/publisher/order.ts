import type { Order, Publishable } from '../channels/channel';
import { publicationCause } from '../publications/events';
import type { PublicationDeliveryRow, PublicationRow } from '../publications/present';

const publishableOf = (row: PublicationRow, channel: string): Publishable => ({
  publicationId: row.id,
  title: row.title,
  content: row.content.text === undefined && row.content.media.length === 0 ? null : row.content,
  overrides: row.overrides[channel],
  overflow: row.overflow,
  metadata: row.metadata,
});

const DONE: ReadonlySet<PublicationDeliveryRow['status']> = new Set(['sent', 'delivered', 'read']);

export const orderOf = (row: PublicationDeliveryRow, publication: PublicationRow): Order => ({
  deliveryId: row.id,
  recipient: row.recipient,
  publishable: publishableOf(publication, row.channel),
  parts: row.parts.map(({ reference, status }) => ({ reference, isDone: DONE.has(status) })),
  expiresAt: publication.expiresAt,
  cause: publicationCause(publication),
});

export const orderWeight = ({ parts }: Order): number => Math.max(1, parts.filter(({ isDone }) => !isDone).length);
