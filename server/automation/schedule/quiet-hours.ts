import type { QuietHours } from '../../../shared/automation/schedule';
import { instantOfLocal, zonedAt } from './local-time';

export function quietUntil(quiet: QuietHours | undefined, timezone: string, at: Date): Date | null {
  if (quiet === undefined) return null;
  const today = zonedAt(at, timezone).toPlainDate();
  // Yesterday’s quiet hours may extend into today, and periods may adjoin.
  for (const day of [today.subtract({ days: 1 }), today]) {
    if (quiet.days !== undefined && !quiet.days.includes(day.dayOfWeek)) continue;
    const begins = instantOfLocal(day.toPlainDateTime(quiet.from), timezone);
    const lastDay = quiet.to <= quiet.from ? day.add({ days: 1 }) : day;
    const ends = instantOfLocal(lastDay.toPlainDateTime(quiet.to), timezone);
    if (begins <= at && at < ends) return ends;
  }
  return null;
}
