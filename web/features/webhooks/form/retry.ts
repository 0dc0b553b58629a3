import type { Webhook } from '../labels';
import { t } from './texts';

const RETRY_KEYS = { standard: 'retryStandard', fast: 'retryFast', none: 'retryNone', own: 'retryOwn' } as const;
export type RetryChoice = keyof typeof RETRY_KEYS;
export const retryOptions = (): { value: RetryChoice; label: string }[] =>
  (Object.keys(RETRY_KEYS) as RetryChoice[]).map((value) => ({ value, label: t(RETRY_KEYS[value]) }));

export function retryLabel(retry: Webhook['retry']): string {
  if ('preset' in retry) return t(RETRY_KEYS[retry.preset]);
  const delays = retry.delays_seconds.map(secondsLabel).join(', ');
  return t('retryOwnList', { count: retry.delays_seconds.length + 1, delays });
}

const UNITS = [
  [86_400, 'days'],
  [3600, 'hours'],
  [60, 'minutes'],
] as const;

/** `90 s`, `2 min`, `1 d`: the largest unit that leaves nothing over. */
function secondsLabel(seconds: number): string {
  const [size, unit] = UNITS.find(([each]) => seconds >= each && seconds % each === 0) ?? ([1, 'seconds'] as const);
  return t(unit, { count: seconds / size });
}
