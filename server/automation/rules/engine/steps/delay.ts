import { ACTION_LIMITS, type ActionOf } from '../../../../../shared/automation/rule-action';
import { timeInput } from '../../../../../shared/text';
import type { JsonValue } from '../../../templates/types';
import { StepError } from '../failure';

export const delayTree = ({ until }: ActionOf<'delay'>): JsonValue => (until === undefined ? {} : { until });

export function delayEnd({ seconds }: ActionOf<'delay'>, input: JsonValue, now: Date): Date {
  if (seconds !== undefined) return new Date(now.getTime() + seconds * 1000);
  const until = typeof input === 'object' && input !== null && !Array.isArray(input) ? input['until'] : undefined;
  const time = timeInput().safeParse(typeof until === 'string' ? until.trim() : until);
  if (!time.success) {
    throw new StepError('invalid_time', '`until` must result in a time such as 2026-12-01T09:00:00Z.', '/until');
  }
  const end = new Date(time.data);
  if (end.getTime() - now.getTime() > ACTION_LIMITS.delaySeconds * 1000) {
    throw new StepError('too_late', '`until` must be at most 30 days ahead.', '/until');
  }
  return end;
}
