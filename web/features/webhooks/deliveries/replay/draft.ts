import { DAY_MS, MINUTE_MS } from '../../../../../shared/durations';
import type { Inputs, Outputs } from '../../../../trpc';
import { formatMoment } from '../../../../ui/format';
import { t } from './texts';

export type Replay = Outputs['webhooks']['replays']['list']['data'][number];
type Mode = Replay['mode'];

const MODES = ['undelivered', 'failed', 'missing', 'all'] as const satisfies readonly Mode[];
export const modeOptions = (): { value: Mode; label: string }[] => MODES.map((value) => ({ value, label: t(value) }));

const STATUS_KEYS = {
  queued: 'queued',
  running: 'running',
  paused: 'paused',
  completed: 'completedReplay',
  failed: 'failedReplay',
  canceled: 'canceledReplay',
} as const satisfies Record<NonNullable<Replay['status']>, string>;
export const replayStatus = (status: NonNullable<Replay['status']>): string => t(STATUS_KEYS[status]);

/** Field names are those of the API, so that its errors find their fields. */
export interface ReplayDraft {
  mode: Mode;
  start: 'time' | 'sequence';
  /** As `datetime-local` fields write them, by the clock of the person. */
  created_after: string;
  created_before: string;
  after_sequence: number | '';
  /** Types or patterns, separated by commas or spaces. */
  event_types: string;
  rate_per_second: number | '';
}

const RATE = 50;

/** Starts a day ago, or at the given time. */
export const draftSince = (mode: Mode = 'undelivered', since = new Date(Date.now() - DAY_MS).toISOString()) => ({
  mode,
  start: 'time' as const,
  created_after: localOf(since),
  created_before: '',
  after_sequence: '' as const,
  event_types: '',
  rate_per_second: RATE,
});

/** Seconds matter: a later start would skip events. */
function localOf(time: string): string {
  const at = new Date(time);
  return new Date(at.getTime() - at.getTimezoneOffset() * MINUTE_MS).toISOString().slice(0, 19);
}

export function inputOf(webhookId: string, draft: ReplayDraft): Inputs['webhooks']['replays']['create'] {
  const types = draft.event_types.split(/[\s,]+/).filter(Boolean);
  return {
    webhook_id: webhookId,
    mode: draft.mode,
    ...(draft.start === 'time'
      ? { created_after: new Date(draft.created_after).toISOString() }
      : { after_sequence: Number(draft.after_sequence) }),
    ...(draft.created_before === '' ? {} : { created_before: new Date(draft.created_before).toISOString() }),
    ...(types.length === 0 ? {} : { event_types: types }),
    rate_per_second: draft.rate_per_second === '' ? RATE : draft.rate_per_second,
  };
}

export function checkDraft(draft: ReplayDraft): Record<string, string> {
  return {
    ...(draft.start === 'time' && draft.created_after === '' ? { created_after: t('enterSince') } : {}),
    ...(draft.start === 'sequence' && draft.after_sequence === '' ? { after_sequence: t('enterSequence') } : {}),
  };
}

/** What a dry run found: "312 events, oldest api_key.created of …". */
export function dryRunSummary({
  count,
  oldest_event: oldest,
  newest_event: newest,
  rate_per_second: rate,
}: Replay): string {
  if (!count || !oldest || !newest) return t('noEvents');
  const least = Math.ceil(count / rate);
  const time = least < 2 ? t('withinSeconds') : t('inSeconds', { count: least });
  const oldestAt = formatMoment(oldest.created_at);
  if (count === 1) return t('foundOne', { type: oldest.type, at: oldestAt, time });
  const newestAt = formatMoment(newest.created_at);
  return t('foundMany', { count, oldest: oldest.type, oldestAt, newest: newest.type, newestAt, time });
}

/** How much of the log it has looked through, 0 to 1. */
export function progressOf({ status, cursor_sequence: at, after_sequence: from, until_sequence: to }: Replay): number {
  if (status === 'completed' || to <= from) return 1;
  return Math.min(1, Math.max(0, (at - from) / (to - from)));
}
