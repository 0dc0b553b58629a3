import type { Outputs } from '../../../trpc';
import { formatCount, formatList, formatNumber } from '../../../ui/format';
import type { Tone } from '../../../ui/tag';
import type { MessageStatus } from '../messages/labels';

export type Batch = Outputs['whatsapp']['batches']['get'];
export type Counts = Batch['counts'];
type Share = Exclude<keyof Counts, 'total'>;

export const BATCH_STATUSES = {
  queued: { label: 'Being prepared', tone: 'info' },
  running: { label: 'Sending', tone: 'info' },
  paused: { label: 'Paused', tone: 'warning' },
  completed: { label: 'Completed', tone: 'success' },
  canceled: { label: 'Canceled', tone: 'neutral' },
} satisfies Record<Batch['status'], { label: string; tone: Tone }>;

interface ShareLabels {
  label: string;
  tone: Tone;
  statuses: MessageStatus[];
}

export const SHARES = {
  read: { label: 'Read', tone: 'success', statuses: ['read', 'played'] },
  delivered: { label: 'Delivered', tone: 'success', statuses: ['delivered'] },
  sent: { label: 'Sent', tone: 'info', statuses: ['sent'] },
  unconfirmed: { label: 'Unconfirmed', tone: 'warning', statuses: ['unconfirmed'] },
  failed: { label: 'Failed', tone: 'error', statuses: ['failed'] },
  canceled: { label: 'Canceled', tone: 'neutral', statuses: ['canceled'] },
  queued: { label: 'Waiting', tone: 'neutral', statuses: ['scheduled', 'queued', 'sending'] },
} satisfies Record<Share, ShareLabels>;

export const SHARE_NAMES = Object.keys(SHARES) as Share[];

/** Only receipts can still change it. */
export const isFinished = ({ status }: Batch): boolean => status === 'completed' || status === 'canceled';

/** `30 of 42 have a result: 28 read and 2 failed.` */
export function progressLabel(counts: Counts): string {
  const parts = SHARE_NAMES.filter((name) => name !== 'queued' && counts[name] > 0).map(
    (name) => `${formatNumber(counts[name])} ${SHARES[name].label.toLowerCase()}`,
  );
  const done = counts.total - counts.queued;
  const words = `${formatNumber(done)} of ${formatCount(counts.total, 'recipient')} done`;
  return parts.length === 0 ? `${words}.` : `${words}: ${formatList(parts)}.`;
}

/** How long so many take at so many a minute, in words; undefined where the pace is not known. */
export function durationLabel(count: number, rate: number | null): string | undefined {
  if (rate === null || rate < 1 || count === 0) return undefined;
  const minutes = count / rate;
  if (minutes < 1) return 'less than a minute';
  if (minutes < 90) return `about ${formatCount(Math.ceil(minutes), 'minute')}`;
  return `about ${formatCount(Math.ceil(minutes / 60), 'hour')}`;
}
