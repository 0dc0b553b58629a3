import { formatDay } from '../../../ui/format';
import type { Message } from '../messages/labels';
import { t } from './texts';

type Timed = Pick<Message, 'sent_at' | 'created_at'>;

const dateOf = ({ sent_at: sent, created_at: created }: Timed): Date => new Date(sent ?? created);
const dayOf = (date: Date): string => date.toDateString();

/** Whether a message begins another day, in the time zone of the browser. */
export const isNewDay = (before: Timed | undefined, message: Timed): boolean =>
  before === undefined || dayOf(dateOf(before)) !== dayOf(dateOf(message));

export function dayLabel(message: Timed, now: Date = new Date()): string {
  const date = dateOf(message);
  const yesterday = new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1);
  if (dayOf(date) === dayOf(now)) return t('today');
  return dayOf(date) === dayOf(yesterday) ? t('yesterday') : formatDay(date);
}
