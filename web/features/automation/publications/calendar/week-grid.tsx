import { useEffect, useRef } from 'react';

import { HOUR_MS } from '../../../../../shared/durations';
import type { Publication } from '../labels';
import { t } from '../texts';
import { addDays, atDay, atHour, dayOf, hourOf, nameOfDay, shortNameOfDay, weekdayName, type Day } from './days';
import { Entry, type Steps } from './entry';
import { useEntries } from './use-entries';
import type { Move } from './use-move';

const HOURS = Array.from({ length: 24 }, (_, hour) => hour);
/** The first hour in view. */
const MORNING = 7;

const byDays = (count: number) => (at: Date) => atDay(at, addDays(dayOf(at), count));
const byHours = (count: number) => (at: Date) => new Date(at.getTime() + count * HOUR_MS);
const STEPS: Steps = { ArrowLeft: byDays(-1), ArrowRight: byDays(1), ArrowUp: byHours(-1), ArrowDown: byHours(1) };

const hourText = (hour: number): string => `${String(hour).padStart(2, '0')}:00`;

interface WeekGridProps {
  days: readonly Day[];
  today: Day;
  byDay: ReadonlyMap<Day, Publication[]>;
  move: Move | undefined;
}

/** Seven days by their hours. */
export function WeekGrid({ days, today, byDay, move }: WeekGridProps) {
  const table = useRef<HTMLTableElement>(null);
  useEffect(() => {
    const row = table.current?.querySelector<HTMLElement>(`[data-hour="${MORNING}"]`);
    const frame = table.current?.parentElement;
    if (row && frame) frame.scrollTop = row.offsetTop - (table.current?.tHead?.offsetHeight ?? 0);
  }, []);
  const entries = useEntries({ grid: table, publications: [...byDay.values()].flat(), move, steps: STEPS });
  return (
    <div className="calendar-week card" tabIndex={0} role="region" aria-label={t('week')}>
      <table ref={table} className="calendar-hours" aria-label={t('week')}>
        <thead>
          <tr>
            <td />
            {days.map((day, index) => (
              <th key={day} scope="col" data-today={day === today || undefined} title={nameOfDay(day)}>
                {weekdayName(index + 1, 'short')} <span className="numbers">{shortNameOfDay(day)}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {HOURS.map((hour) => (
            <tr key={hour} data-hour={hour}>
              <th scope="row" className="numbers">
                {hourText(hour)}
              </th>
              {days.map((day) => (
                <td
                  key={day}
                  data-cell={`${day}T${hourText(hour)}`}
                  {...entries.cell(`${day} ${hour}`, (due) => atHour(atDay(due, day), hour))}
                >
                  {(byDay.get(day) ?? [])
                    .filter(({ due_at: due }) => due !== null && hourOf(due) === hour)
                    .map((publication) => (
                      <Entry key={publication.id} of={publication} {...entries.entry(publication)} />
                    ))}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
