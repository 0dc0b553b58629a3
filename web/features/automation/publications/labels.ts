import type { Destination } from '../../../../shared/automation/destination';
import type { Publication } from '../../../../shared/automation/publication';
import type { PublicationDelivery } from '../../../../shared/automation/publication-delivery';
import type { PublicationDeliveryStatus, PublicationStatus } from '../../../../shared/automation/publication-states';
import { formatRelative } from '../../../ui/format';
import type { Tone } from '../../../ui/tag';

export type { Destination, Publication, PublicationDelivery, PublicationDeliveryStatus, PublicationStatus };

export const STATUSES = {
  draft: { label: 'Draft', tone: 'neutral' },
  pending_approval: { label: 'Waiting for approval', tone: 'warning' },
  scheduled: { label: 'Scheduled', tone: 'info' },
  queued: { label: 'Queued', tone: 'info' },
  publishing: { label: 'Publishing', tone: 'info' },
  paused: { label: 'Paused', tone: 'warning' },
  published: { label: 'Published', tone: 'success' },
  partially_published: { label: 'Partly published', tone: 'warning' },
  failed: { label: 'Failed', tone: 'error' },
  expired: { label: 'Expired', tone: 'error' },
  canceled: { label: 'Canceled', tone: 'neutral' },
} satisfies Record<PublicationStatus, { label: string; tone: Tone }>;

export const DELIVERY_STATUSES = {
  pending: { label: 'Pending', tone: 'neutral' },
  waiting: { label: 'Waiting', tone: 'warning' },
  sending: { label: 'Sending', tone: 'info' },
  sent: { label: 'Sent', tone: 'info' },
  delivered: { label: 'Delivered', tone: 'success' },
  read: { label: 'Read', tone: 'success' },
  failed: { label: 'Failed', tone: 'error' },
  unconfirmed: { label: 'Unconfirmed', tone: 'warning' },
  skipped: { label: 'Skipped', tone: 'neutral' },
  canceled: { label: 'Canceled', tone: 'neutral' },
  expired: { label: 'Expired', tone: 'error' },
} satisfies Record<PublicationDeliveryStatus, { label: string; tone: Tone }>;

const WAITS = {
  schedule: 'for its time',
  quiet_hours: 'for the end of the quiet hours',
  channel_offline: 'for the channel to be connected',
  rate_limit: 'its turn: the channel has a pace',
  retry: 'to be tried again',
  paused: 'because it is paused',
} satisfies Record<NonNullable<PublicationDelivery['wait_reason']>, string>;

export const SKIP_REASONS = {
  opted_out: 'opted out',
  not_on_channel: 'not on this channel',
  invalid: 'no such recipient',
  duplicate: 'had the same message',
} satisfies Record<NonNullable<PublicationDelivery['skip_reason']>, string>;

export const SOURCES = {
  api: 'API',
  inbound: 'Inbound endpoint',
  rule: 'Rule',
  console: 'Console',
  mcp: 'MCP',
} satisfies Record<Publication['source']['kind'], string>;

/** The value as a member of `words`, else undefined. The full lists are not in the first load. */
export const keyIn = <T extends string>(words: Readonly<Record<T, unknown>>, text: string | undefined) =>
  text !== undefined && Object.hasOwn(words, text) ? (text as T) : undefined;

const MAX_TEXT_LENGTH = 80;

export function nameOf({ title, content, overrides }: Pick<Publication, 'title' | 'content' | 'overrides'>): string {
  if (title !== null) return title;
  const own = Object.values(overrides).map((part) => (part as { text?: unknown } | null)?.text);
  const text = [content.text, ...own].find((candidate): candidate is string => typeof candidate === 'string');
  const line = text?.trim().split('\n', 1)[0] ?? '';
  if (line === '') return content.media.length > 0 ? 'Files without a text' : 'Without a text';
  return line.length > MAX_TEXT_LENGTH ? `${line.slice(0, MAX_TEXT_LENGTH)}…` : line;
}

export const channelsOf = ({ targets }: Pick<Publication, 'targets'>): string[] => [
  ...new Set(targets.map(({ channel }) => channel)),
];

/** Why a delivery waits or how it ended; undefined when its status says everything. */
export function reasonOf(delivery: PublicationDelivery, now: number): string | undefined {
  const { status, wait_reason: waits, skip_reason: skipped, error, next_attempt_at: next } = delivery;
  if (status === 'waiting' && waits !== null) {
    const when = next !== null && Date.parse(next) - now > 1000 ? `, ${formatRelative(next, now)}` : '';
    return `Waits ${WAITS[waits]}${when}`;
  }
  if (status === 'skipped' && skipped !== null) return `Left out: ${SKIP_REASONS[skipped]}`;
  if (status === 'unconfirmed') return 'Handed over, and no answer came: nobody can tell whether it arrived.';
  return error === null ? undefined : error.message;
}

/** A recipient without a name is shown by the end of the number. */
export const recipientName = ({ label, to }: { label: string | null; to: string }): string =>
  label === null || (label.startsWith('…') && /^\+?\d+$/.test(to)) ? to : label;

/** A delivery that may have arrived needs a confirmation first. */
export const mayRetry = ({ status }: Pick<PublicationDelivery, 'status'>): boolean =>
  ['failed', 'expired', 'unconfirmed'].includes(status);
