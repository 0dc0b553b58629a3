import type { Outputs } from '../../../trpc';
import { formatList } from '../../../ui/format';
import type { Tone } from '../../../ui/tag';
import type { MessageStatus } from '../messages/labels';
import { t } from './texts';

export type Batch = Outputs['whatsapp']['batches']['get'];
export type Counts = Batch['counts'];
type Share = Exclude<keyof Counts, 'total'>;

const labeled = <T extends object>(read: () => string, rest: T) => ({
  get label() {
    return read();
  },
  ...rest,
});

const batchStatus = (name: Batch['status'], tone: Tone) => labeled(() => t(`status_${name}`), { tone });

export const BATCH_STATUSES: Record<Batch['status'], { label: string; tone: Tone }> = {
  queued: batchStatus('queued', 'info'),
  running: batchStatus('running', 'info'),
  paused: batchStatus('paused', 'warning'),
  completed: batchStatus('completed', 'success'),
  canceled: batchStatus('canceled', 'neutral'),
};

interface ShareLabels {
  label: string;
  tone: Tone;
  statuses: MessageStatus[];
}

const share = (name: Share, tone: Tone, statuses: ShareLabels['statuses']): ShareLabels =>
  labeled(() => t(`share_${name}`), { tone, statuses });

export const SHARES: Record<Share, ShareLabels> = {
  read: share('read', 'success', ['read', 'played']),
  delivered: share('delivered', 'success', ['delivered']),
  sent: share('sent', 'info', ['sent']),
  unconfirmed: share('unconfirmed', 'warning', ['unconfirmed']),
  failed: share('failed', 'error', ['failed']),
  canceled: share('canceled', 'neutral', ['canceled']),
  queued: share('queued', 'neutral', ['scheduled', 'queued', 'sending']),
};

export const SHARE_NAMES = Object.keys(SHARES) as Share[];

/** Only receipts can still change it. */
export const isFinished = ({ status }: Batch): boolean => status === 'completed' || status === 'canceled';

/** `30 of 42 have a result: 28 read and 2 failed.` */
export function progressLabel(counts: Counts): string {
  const parts = SHARE_NAMES.filter((name) => name !== 'queued' && counts[name] > 0).map((name) =>
    t('part', { count: counts[name], name: SHARES[name].label.toLocaleLowerCase() }),
  );
  const done = counts.total - counts.queued;
  const { total } = counts;
  return parts.length === 0 ? t('done', { done, total }) : t('doneParts', { done, total, parts: formatList(parts) });
}

/** How long so many take at so many a minute, in words; undefined where the pace is not known. */
export function durationLabel(count: number, rate: number | null): string | undefined {
  if (rate === null || rate < 1 || count === 0) return undefined;
  const minutes = count / rate;
  if (minutes < 1) return t('lessThanMinute');
  if (minutes < 90) return t('minutes', { count: Math.ceil(minutes) });
  return t('hours', { count: Math.ceil(minutes / 60) });
}
