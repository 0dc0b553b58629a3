import { stepLabel, type Step } from '../../../ui/chart/time-label';
import type { Analytics } from './query';
import { t } from './texts';

export const STEPS: Record<Analytics['range']['granularity'], Step> = {
  '15m': 'minute',
  hour: 'hour',
  day: 'day',
  week: 'week',
  month: 'month',
};

export function timeLabel(key: string, { granularity, timezone }: Analytics['range']): string {
  const text = stepLabel(key, STEPS[granularity], 'long', timezone);
  return granularity === 'week' ? t('weekOf', { day: text }) : text;
}
