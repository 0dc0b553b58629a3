import { locale } from '../../../i18n/locale';
import type { Tone } from '../../../ui/tag';
import { failureText } from '../attempts/failure';
import { timeUntil } from '../deliveries/labels';
import { DISABLED_LABELS, rateLabel, type Health, type Webhook } from '../labels';
import { t } from './texts';

interface State {
  tone: Tone;
  label: string;
  /** As it should be: no pill. */
  isUsual: boolean;
  note?: string;
}

export function stateOf({ status, health, disabled_reason: reason }: Webhook, now: number): State {
  if (status === 'disabled') {
    return {
      tone: reason === 'user' ? 'neutral' : 'error',
      label: t('disabled'),
      isUsual: false,
      ...(reason === null ? {} : { note: DISABLED_LABELS[reason] }),
    };
  }
  if (status === 'paused') return { tone: 'neutral', label: t('paused'), isUsual: false, note: t('arePending') };
  if (health.status === 'failing' || health.status === 'degraded') {
    return {
      tone: health.status === 'degraded' ? 'error' : 'warning',
      label: t('failing'),
      isUsual: false,
      ...(health.failing_since_at === null ? {} : { note: t('forDuration', { duration: durationOf(health, now) }) }),
    };
  }
  if (health.status === 'unstable') {
    return { tone: 'warning', label: t('unstable'), isUsual: false, note: t('attemptsFail') };
  }
  return { tone: 'success', label: t(health.last_success_at === null ? 'noEventsYet' : 'healthy'), isUsual: true };
}

/** Sentences about a webhook that is not healthy, or waits after failures; undefined for one that is well. */
export function healthNotice(health: Health, now: number): string | undefined {
  const sentences = [
    ...(health.status === 'failing' || health.status === 'degraded' ? [failingSentence(health, now)] : []),
    ...(health.status === 'unstable' ? [t('unstableNote', { rate: rateLabel(health) })] : []),
    ...breakerSentence(health, now),
  ];
  return sentences.length === 0 ? undefined : sentences.join(' ');
}

function failingSentence(health: Health, now: number): string {
  const duration = durationOf(health, now);
  if (health.last_failure === null) return t('failingPlain', { duration });
  return t('failingNote', { duration, failure: failureText(health.last_failure) });
}

function breakerSentence({ circuit_breaker: breaker, resumes_at: at }: Health, now: number): string[] {
  if (breaker === 'half_open') return [t('breakerProbing')];
  if (breaker !== 'open') return [];
  return [at === null ? t('breakerOpenSoon') : t('breakerOpen', { when: timeUntil(at, now) })];
}

/** When the next attempt is: never a time that has passed. */
export function nextAttemptText(health: Health, isActive: boolean, now: number): string {
  const { next_attempt_at: next, resumes_at: resumes } = health;
  if (next === null) return t('nonePending');
  if (!isActive) return t('onceEnabled');
  return timeUntil(resumes !== null && resumes > next ? resumes : next, now);
}

const durationOf = ({ failing_since_at: since }: Health, now: number): string =>
  formatSpan(since === null ? 0 : now - Date.parse(since));

const SPANS = [
  [86_400, 'day'],
  [3600, 'hour'],
  [60, 'minute'],
] as const;

/** `25 sec`, `5 min`, `2 hr`, `3 days`. */
export function formatSpan(ms: number): string {
  const seconds = Math.max(1, Math.floor(ms / 1000));
  const [size, unit] = SPANS.find(([each]) => seconds >= each) ?? ([1, 'second'] as const);
  const format = new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'short' });
  return format.format(Math.floor(seconds / size));
}
