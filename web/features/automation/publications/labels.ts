import type { Destination } from '../../../../shared/automation/destination';
import type { Publication } from '../../../../shared/automation/publication';
import type { PublicationDelivery } from '../../../../shared/automation/publication-delivery';
import {
  VERBS_OF_STATUS,
  type PublicationDeliveryStatus,
  type PublicationStatus,
  type PublicationVerb,
} from '../../../../shared/automation/publication-states';
import { issueText } from '../../../i18n/labels';
import { formatRelative } from '../../../ui/format';
import type { Tone } from '../../../ui/tag';
import type { StateLabels } from '../state-tag';
import { firstLine } from './first-line';
import { t } from './texts';

export type { Destination, Publication, PublicationDelivery, PublicationDeliveryStatus, PublicationStatus };

const labeled = (label: () => string, tone: Tone): StateLabels => ({
  get label() {
    return label();
  },
  tone,
});

const publication = (status: PublicationStatus, tone: Tone) => labeled(() => t(`status_${status}`), tone);
export const STATUSES: Record<PublicationStatus, StateLabels> = {
  draft: publication('draft', 'neutral'),
  pending_approval: publication('pending_approval', 'warning'),
  scheduled: publication('scheduled', 'info'),
  queued: publication('queued', 'info'),
  publishing: publication('publishing', 'info'),
  paused: publication('paused', 'warning'),
  published: publication('published', 'success'),
  partially_published: publication('partially_published', 'warning'),
  failed: publication('failed', 'error'),
  expired: publication('expired', 'error'),
  canceled: publication('canceled', 'neutral'),
};

const delivery = (status: PublicationDeliveryStatus, tone: Tone) => labeled(() => t(`delivery_${status}`), tone);
export const DELIVERY_STATUSES: Record<PublicationDeliveryStatus, StateLabels> = {
  pending: delivery('pending', 'neutral'),
  waiting: delivery('waiting', 'info'),
  sending: delivery('sending', 'info'),
  sent: delivery('sent', 'info'),
  delivered: delivery('delivered', 'success'),
  read: delivery('read', 'success'),
  failed: delivery('failed', 'error'),
  unconfirmed: delivery('unconfirmed', 'warning'),
  skipped: delivery('skipped', 'neutral'),
  canceled: delivery('canceled', 'neutral'),
  expired: delivery('expired', 'error'),
};

type Source = Publication['source']['kind'];
export const SOURCES = ['api', 'inbound', 'rule', 'console', 'mcp'] as const satisfies readonly Source[];
export const sourceLabel = (source: Source): string => t(`source_${source}`);
export const skipLabel = (reason: NonNullable<PublicationDelivery['skip_reason']>): string => t(`skip_${reason}`);

/** The value as a member of `words`, else undefined. The full lists are not in the first load. */
export const keyIn = <T extends string>(words: Readonly<Record<T, unknown>>, text: string | undefined) =>
  text !== undefined && Object.hasOwn(words, text) ? (text as T) : undefined;

export const choicesFrom = <T extends string>(labels: Readonly<Record<T, StateLabels>>) =>
  (Object.keys(labels) as T[]).map((value) => ({ value, label: labels[value].label }));

const MAX_TEXT_LENGTH = 80;

export function nameOf({ title, content, overrides }: Pick<Publication, 'title' | 'content' | 'overrides'>): string {
  if (title !== null) return title;
  const own = Object.values(overrides).map((part) => (part as { text?: unknown } | null)?.text);
  const text = [content.text, ...own].find((candidate): candidate is string => typeof candidate === 'string');
  const line = text === undefined ? '' : firstLine(text, content.format);
  if (line === '') return t(content.media.length > 0 ? 'mediaWithoutText' : 'withoutText');
  return line.length > MAX_TEXT_LENGTH ? `${line.slice(0, MAX_TEXT_LENGTH)}…` : line;
}

export const channelsOf = ({ targets }: Pick<Publication, 'targets'>): string[] => [
  ...new Set(targets.map(({ channel }) => channel)),
];

/** Why a delivery waits or how it ended; undefined when its status says everything. */
export function reasonOf(of: PublicationDelivery, now: number): string | undefined {
  const { status, wait_reason: waits, skip_reason: skipped, error, next_attempt_at: next } = of;
  if (status === 'waiting' && waits !== null) {
    const isAhead = next !== null && Date.parse(next) - now > 1000;
    return t(`wait_${waits}`, { when: isAhead ? ` · ${formatRelative(next, now)}` : '' });
  }
  if (status === 'skipped' && skipped !== null) return t('skipped', { reason: skipLabel(skipped) });
  if (status === 'unconfirmed') return t('noConfirmation');
  return error === null ? undefined : issueText(error.message);
}

const USUAL_WAITS = new Set<string | null>([null, 'schedule', 'quiet_hours']);

/** Waiting for its time is as it should be; waiting for anything else needs a look. */
export const deliveryState = ({ status, wait_reason: waits }: PublicationDelivery): StateLabels =>
  status === 'waiting' && !USUAL_WAITS.has(waits) ? delivery('waiting', 'warning') : DELIVERY_STATUSES[status];

/** A delivery that may have arrived needs a confirmation first. */
export const mayRetry = ({ status }: Pick<PublicationDelivery, 'status'>): boolean =>
  ['failed', 'expired', 'unconfirmed'].includes(status);

export const may = ({ status }: Pick<Publication, 'status'>, verb: PublicationVerb): boolean =>
  VERBS_OF_STATUS[status].includes(verb);
export const mayBeChanged = (of: Pick<Publication, 'status'>): boolean => may(of, 'update');

/** `1 failed, 2 unconfirmed`; empty when there are none. */
export function troubles({ failed, expired, unconfirmed }: Publication['counters']): string {
  const bad = failed + expired;
  return [
    ...(bad > 0 ? [t('failedCount', { count: bad })] : []),
    ...(unconfirmed > 0 ? [t('unconfirmedCount', { count: unconfirmed })] : []),
  ].join(', ');
}
